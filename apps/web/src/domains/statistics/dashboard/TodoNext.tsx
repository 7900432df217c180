import type { TodoItem } from '@wheelhouse/contract/dashboard';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAction, useCall } from '../../../api/query.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Button } from '../../../ui/Button.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { TimeAgo } from '../../../ui/Values.tsx';
import { texts } from './texts.ts';

/** As many as are taken on from here; who wants more goes to the list. */
const few = 3;

interface Line {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly time: string | undefined;
}

interface LinesProps {
  readonly label: string;
  readonly lines: readonly Line[] | undefined;
  readonly read: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly claim: { readonly isPending: boolean; readonly mutate: (input: { ids: readonly string[] }) => void };
}

function Lines({ label, lines, read, claim }: LinesProps): ReactNode {
  const t = useTexts(texts);
  if (lines === undefined) return <PendingState small error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <ul className="db-todo-next" aria-label={label}>
      {lines.map(({ id, name, href, time }) => (
        <li key={id}>
          <Link to={href} title={name}>
            {name}
          </Link>
          <TimeAgo value={time} />
          <Button
            size="small"
            disabled={claim.isPending}
            aria-label={`${t('claim')} ${name}`}
            onClick={() => claim.mutate({ ids: [id] })}
          >
            {t('claim')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The same conditions as in the address, where several values are one text. */
const asked = ({ link }: TodoItem) => ({
  page: 1,
  pageSize: few,
  query: Object.fromEntries(
    Object.entries(link.query).map(([key, value]) => [key, key.endsWith('.in') ? value.split(',') : value]),
  ),
});

function Alarms({ item, label }: { readonly item: TodoItem; readonly label: string }): ReactNode {
  const t = useTexts(texts);
  const dict = useDictLookup();
  const read = useCall('/veh/crm/alarm/list', asked(item), { inlineErrors: true });
  const claim = useAction('/veh/crm/alarm/claim', {
    done: t('claimed'),
    invalidates: ['/veh/crm/alarm', '/stat/crm/dashboard/todo', '/query/queryview'],
  });
  const lines = read.data?.list.map(({ id, alarmType, vin, lastTime }) => ({
    id,
    name: `${dict('AlarmType', alarmType)?.name ?? alarmType} ${vin ?? ''}`,
    href: hrefOf('alarmDetail', { id }),
    time: lastTime,
  }));
  return <Lines label={label} lines={lines} read={read} claim={claim} />;
}

function Feedback({ item, label }: { readonly item: TodoItem; readonly label: string }): ReactNode {
  const t = useTexts(texts);
  const read = useCall('/cs/crm/feedback/list', asked(item), { inlineErrors: true });
  const claim = useAction('/cs/crm/feedback/claim', {
    done: t('claimed'),
    invalidates: ['/cs/crm/feedback', '/stat/crm/dashboard/todo'],
  });
  const lines = read.data?.list.map(({ id, content, feedbackNo, createTime }) => ({
    id,
    name: content ?? feedbackNo ?? id,
    href: hrefOf('appFeedbackDetail', { id }),
    time: createTime,
  }));
  return <Lines label={label} lines={lines} read={read} claim={claim} />;
}

/** The first of what waits, to be taken on by one click each. */
export default function TodoNext(props: { readonly item: TodoItem; readonly label: string }): ReactNode {
  return props.item.key === 'feedback' ? <Feedback {...props} /> : <Alarms {...props} />;
}
