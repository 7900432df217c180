import type { OperationEntry as Operation, SensitiveEntry, SignIn } from '@wheelhouse/contract/calls/access/logs';
import type { ReactNode } from 'react';
import { entityOf } from '@wheelhouse/entities';
import { objectText } from '@wheelhouse/entities/access/log-objects';
import { actionText, channelText, outcomeText, pageText, seenText } from '@wheelhouse/entities/access/log-texts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { routeByPath } from '../../../routing/routes.ts';
import { none } from '../../../ui/format.ts';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { browserOf } from '../../../lib/browser.ts';
import type { LogColumn } from './LogTable.tsx';
import { logTexts, useLogTexts } from './texts.ts';

/** The name as lists of the log's entity carry it. */
interface Named {
  readonly userId?: string | null;
  readonly username?: string | null;
  readonly realName?: string | null;
  readonly userName?: string | null;
}

type Entry = Named & { readonly id: string; readonly time: string; readonly ip: string | null };
export type LoginEntry = SignIn & Named;
export type OperationEntry = Operation & Named;
export type RevealEntry = SensitiveEntry & Named;

export const time: LogColumn<{ readonly id: string; readonly time: string }> = {
  key: 'time',
  label: logTexts.time,
  cell: (row) => <DateTime value={row.time} />,
};

/** Who: their name and their username, as a way to their record. */
export function Who({ row }: { readonly row: Omit<Entry, 'time' | 'id' | 'ip'> }): ReactNode {
  const texts = useLogTexts();
  const name = row.realName ?? row.userName;
  if (!row.username) return <span className="wh-faint">{texts('system')}</span>;
  return (
    <span className="sm-log-user">
      <RecordLink entity="sysUser" id={row.userId}>
        {name ?? row.username}
      </RecordLink>
      {name ? <span className="wh-faint">{row.username}</span> : null}
    </span>
  );
}

function Unknown(): ReactNode {
  return <span className="wh-faint">{useLogTexts()('unknown')}</span>;
}

export const user: LogColumn<Entry> = { key: 'user', label: logTexts.user, cell: (row) => <Who row={row} /> };
const ip: LogColumn<Entry> = {
  key: 'ip',
  label: logTexts.ip,
  cell: (row) => <span className="wh-num">{row.ip ?? none}</span>,
};

/** Nothing went wrong: what was saved was the same already. */
const unchanged = 1022;

/** How a call or a sign-in ended: success, or the text of the refusal. */
export function Outcome({ code }: { readonly code: number }): ReactNode {
  const pick = usePick();
  const number = Number(code);
  const color = number === 0 ? 'success' : number === unchanged ? 'default' : 'danger';
  return <StatusTag color={color}>{pick(outcomeText(number))}</StatusTag>;
}

function Way({ channel }: { readonly channel: string }): ReactNode {
  return usePick()(channelText(channel));
}

/** A ticket that was no good belongs to nobody known. */
const visitor: LogColumn<LoginEntry> = {
  key: 'user',
  label: logTexts.user,
  cell: (row) => (row.username ? <Who row={row} /> : <Unknown />),
};

export const loginColumns: readonly LogColumn<LoginEntry>[] = [
  time,
  visitor,
  { key: 'result', label: logTexts.result, cell: (row) => <Outcome code={row.result} /> },
  { key: 'channel', label: logTexts.channel, cell: (row) => <Way channel={row.channel} /> },
  ip,
  {
    key: 'device',
    label: logTexts.device,
    cell: (row) => <span title={row.userAgent ?? undefined}>{browserOf(row.userAgent) || none}</span>,
  },
];

function ActionName({ row }: { readonly row: OperationEntry }): ReactNode {
  const pick = usePick();
  const label = actionText(row.entity === null ? undefined : entityOf(row.entity), row.action);
  return <span title={row.path ?? undefined}>{label === undefined ? row.action : pick(label)}</span>;
}

function PageOf({ route }: { readonly route: string | null }): ReactNode {
  const pick = usePick();
  const found = route === null ? undefined : (pageText(route) ?? routeByPath(route));
  return <span>{found === undefined ? (route ?? none) : pick(found)}</span>;
}

/** The record an entry is about: its kind, and its title as a link; `*` is all of an export. */
function What({
  row,
}: {
  readonly row: Pick<RevealEntry, 'entityTitle'> & { entity: string | null; entityId: string | null };
}): ReactNode {
  const pick = usePick();
  const { entity, entityId: id, entityTitle } = row;
  if (entity === null) return <span className="wh-faint">{none}</span>;
  const label = objectText(entity);
  return (
    <span>
      {label === undefined ? entity : pick(label)}{' '}
      {id === null || id === '*' ? null : (
        <RecordLink entity={entity} id={id}>
          <span className="wh-num">{entityTitle ?? id}</span>
        </RecordLink>
      )}
    </span>
  );
}

export const operationColumns: readonly LogColumn<OperationEntry>[] = [
  time,
  user,
  { key: 'page', label: logTexts.page, cell: (row) => <PageOf route={row.route} /> },
  { key: 'action', label: logTexts.action, cell: (row) => <ActionName row={row} /> },
  { key: 'object', label: logTexts.object, cell: (row) => <What row={row} /> },
  { key: 'result', label: logTexts.result, cell: (row) => <Outcome code={row.resultCode} /> },
  ip,
];

function FieldName({ row }: { readonly row: RevealEntry }): ReactNode {
  const pick = usePick();
  const label = seenText(entityOf(row.entity), row.field);
  return label === undefined ? row.field : pick(label);
}

export const revealColumns: readonly LogColumn<RevealEntry>[] = [
  time,
  user,
  { key: 'object', label: logTexts.object, cell: (row) => <What row={row} /> },
  { key: 'field', label: logTexts.field, cell: (row) => <FieldName row={row} /> },
  { key: 'reason', label: logTexts.reason, cell: (row) => row.reason },
  ip,
];
