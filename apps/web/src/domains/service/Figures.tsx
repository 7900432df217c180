import { useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { plain } from '@wheelhouse/entities/reading';
import { serviceAccountLog } from '@wheelhouse/entities/service/service-account-log';
import { useCall } from '../../api/query.ts';
import { useUrlListState } from '../../entity-ui/list/useListState.ts';
import { formatNumber, none } from '../../ui/format.ts';
import { useServiceTexts } from './texts.ts';
import './service.css';

const dayMs = 86_400_000;
/** Shown where the list is not narrowed by time. */
const usualDays = 7;
const shown = ['onlineHours', 'sessions', 'firstResponseSec', 'rating'] as const;
const decimals: Readonly<Partial<Record<(typeof shown)[number], number>>> = { onlineHours: 1, rating: 1 };

/** Figures of what the list shows: of its account and its days. */
export function Figures(): ReactNode {
  const t = useServiceTexts();
  const { query } = useUrlListState(plain(serviceAccountLog)).state;
  const [now] = useState(() => Date.now());
  const { 'accountId.eq': accountId, 'time.ge': from, 'time.le': to } = query;
  const isNarrowed = from !== undefined && to !== undefined;
  const { data } = useCall(
    '/cs/crm/serviceAccount/logSummary',
    {
      accountId: accountId ?? null,
      from: isNarrowed ? from : formatDay(new Date(now - (usualDays - 1) * dayMs)),
      to: isNarrowed ? to : formatDay(new Date(now)),
    },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <section className="ov-service-strip" aria-label={t('figures')}>
      {isNarrowed ? null : <p className="wh-faint">{t('lastDays', { n: usualDays })}</p>}
      <dl className="ov-service-figures">
        {shown.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="wh-num">
              {data === undefined || data[name] === null ? none : formatNumber(data[name], decimals[name])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
