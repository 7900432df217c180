import { CheckCircleOutlined, DownOutlined, RightOutlined, UpOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { hrefOfLink } from '../../../routing/page.ts';
import { todoTexts } from '../../../shell/bell/texts.ts';
import { useTodos } from '../../../shell/bell/useTodos.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { part } from '../../../ui/part.tsx';
import { LoadingState, PendingState } from '../../../ui/States.tsx';
import { texts } from './texts.ts';

const TodoNext = part(() => import('./TodoNext.tsx'));

/** Tasks that one click takes on open in place. The server names them to those alone who may. */
const taken: ReadonlySet<string> = new Set(['alarmCritical', 'alarm', 'feedback']);

function Item({ item }: { readonly item: TodoItem }): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const [open, setOpen] = useState(false);
  const name = pick(todoTexts[item.key] ?? { zh: item.key, en: item.key });
  const opens = taken.has(item.key) && item.count > 0;
  return (
    <li>
      <div className="db-todo-line">
        <Link to={hrefOfLink(item.link)} data-zero={item.count === 0 || undefined}>
          <span>{name}</span>
          <strong className="wh-num">{formatNumber(item.count)}</strong>
          {opens ? null : <RightOutlined />}
        </Link>
        {opens ? (
          <button
            type="button"
            className="wh-icon-button"
            aria-expanded={open}
            aria-label={t('take', { name })}
            title={t('take', { name })}
            onClick={() => setOpen(!open)}
          >
            {open ? <UpOutlined /> : <DownOutlined />}
          </button>
        ) : null}
      </div>
      {open && opens ? (
        <Suspense fallback={<LoadingState small />}>
          <TodoNext item={item} label={name} />
        </Suspense>
      ) : null}
    </li>
  );
}

const onNews = (): void => undefined;

/** What waits for the user, and what deserves a look, as the server pushes it; each line leads to its list. Nothing where they have no such tasks. */
export function Todo(): ReactNode {
  const t = useTexts(texts);
  // The bell tells what is new.
  const { items, error, refresh } = useTodos(onNews);
  const known = (items ?? []).filter((item) => todoTexts[item.key] !== undefined);
  const group = (kind: TodoItem['kind']): readonly TodoItem[] => known.filter((item) => item.kind === kind);
  const waiting = group('todo');
  if (known.length === 0 && items !== undefined) return null;
  return (
    <Section title={t('todo')} flush>
      <div className="db-todo">
        {items === undefined ? <PendingState small error={error} onRetry={refresh} /> : null}
        {items === undefined || waiting.some((item) => item.count > 0) ? null : (
          <p className="db-todo-none">
            <CheckCircleOutlined /> {t('todoEmpty')}
          </p>
        )}
        {[waiting, group('watch')].map((some) =>
          some.length === 0 ? null : (
            <div key={some[0]?.kind}>
              <h3>{t(some[0]?.kind === 'todo' ? 'waits' : 'watch')}</h3>
              <ul>
                {some.map((item) => (
                  <Item key={item.key} item={item} />
                ))}
              </ul>
            </div>
          ),
        )}
      </div>
    </Section>
  );
}
