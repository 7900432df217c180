import { CheckCircleOutlined, RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { useCall } from '../../../api/query.ts';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { hrefOfLink } from '../../../routing/page.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { todoTexts } from '../../../shell/bell/texts.ts';
import { texts } from './texts.ts';

const refreshMs = 30_000;

/** What waits for the user, and what deserves a look; each line leads to its list. Nothing where they have no such tasks. */
export function Todo({
  quiet,
}: {
  /** Nothing is shown until there are tasks. */
  readonly quiet: boolean;
}): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const { data, error, refetch } = useCall(
    '/stat/crm/dashboard/todo',
    {},
    { refetchInterval: refreshMs, inlineErrors: true },
  );
  const known = (data ?? []).filter((item) => todoTexts[item.key] !== undefined);
  const group = (kind: TodoItem['kind']): readonly TodoItem[] => known.filter((item) => item.kind === kind);
  const waiting = group('todo');
  if (known.length === 0 && (quiet || data !== undefined)) return null;
  return (
    <Section title={t('todo')} flush>
      <div className="db-todo">
        {data === undefined ? <PendingState small error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined || waiting.some((item) => item.count > 0) ? null : (
          <p className="db-todo-none">
            <CheckCircleOutlined /> {t('todoEmpty')}
          </p>
        )}
        {[waiting, group('watch')].map((items) =>
          items.length === 0 ? null : (
            <div key={items[0]?.kind}>
              <h3>{t(items[0]?.kind === 'todo' ? 'waits' : 'watch')}</h3>
              <ul>
                {items.map((item) => (
                  <li key={item.key}>
                    <Link to={hrefOfLink(item.link)} data-zero={item.count === 0 || undefined}>
                      <span>{pick(todoTexts[item.key] ?? { zh: item.key, en: item.key })}</span>
                      <strong className="wh-num">{formatNumber(item.count)}</strong>
                      <RightOutlined />
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ),
        )}
      </div>
    </Section>
  );
}
