import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { listOf } from '@wheelhouse/contract/object';
import { useCalls } from '../../../api/queries.ts';
import { messageOf } from '../../../api/errors.ts';
import { freshUrl } from '../../../entity-ui/files/fresh.ts';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import type { BelowProps } from '../../../entity-ui/override.ts';
import { formatNumber } from '../../../ui/format.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

/** Of 5; a picture below it is refused when the event is handed in. */
const least = 3;
const most = 5;

/** How well the pictures of the form are recognised, each as soon as it is there. */
export function TargetScores({ stored }: BelowProps): ReactNode {
  const t = useRaffleTexts();
  const watched: unknown = Form.useWatch('targetImages');
  const files = listOf(watched);
  const scores = useCalls(
    '/act/crm/raffleActivity/checkTarget',
    files.map((fileId) => ({ fileId })),
    // A stored picture never changes.
    { inlineErrors: true, staleTime: Infinity },
  );
  if (files.length === 0) return null;
  const { targetImages }: Row = stored ?? {};
  const [kept, urls] = [listOf(targetImages), stored === undefined ? [] : fileUrls(stored, 'targetImages')];
  return (
    <section className="rf-scores" aria-label={t('scores')}>
      <h3>{t('scores')}</h3>
      <ul>
        {files.map((fileId, at) => {
          const { data, error } = scores[at] ?? {};
          return (
            <li key={fileId}>
              <img src={freshUrl(fileId) ?? urls[kept.indexOf(fileId)]} alt={t('target', { n: at + 1 })} />
              {data === undefined ? (
                <span className="wh-faint">{error ? messageOf(error) : t('scoring')}</span>
              ) : (
                <>
                  <span className="wh-num">{t('score', { n: formatNumber(data.score), of: most })}</span>
                  <span className="wh-faint wh-num">
                    {t('features', { n: formatNumber(data.features), size: `${data.width}×${data.height}` })}
                  </span>
                  {data.score < least ? <StatusTag color="danger">{t('hard')}</StatusTag> : null}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
