import type { Page } from '@wheelhouse/contract';
import { useEffectEvent, useRef, useState } from 'react';
import type { CommandStep } from '@wheelhouse/entities/control/control-commands';
import { useLive } from '../../api/live.ts';
import { useCall } from '../../api/query.ts';
import type { ListRowOf } from '@wheelhouse/entities/rows';

/** A command of the log, as its row and the notices since have it. */
export type LogCommand = ListRowOf<'vehicleControlLog'> & {
  readonly commandId: string;
  readonly command: string;
  readonly status: number;
  readonly resultCode: string | null;
  readonly late: number;
  readonly steps: readonly CommandStep[];
  /** It waits for the vehicle to answer. */
  readonly checking?: boolean;
};

interface Notice extends Pick<LogCommand, 'id' | 'commandId' | 'command' | 'status' | 'resultCode' | 'late'> {
  readonly checking: boolean;
  /** ms since epoch. */
  readonly sentTime: number | null;
  readonly ackTime: number | null;
  readonly finishTime: number | null;
}

export const isOver = (status: number): boolean => status >= 3;
const isNotice = (data: unknown): data is Notice =>
  typeof data === 'object' && data !== null && 'commandId' in data && 'status' in data;

export interface CommandLog {
  readonly list: readonly LogCommand[] | undefined;
  readonly error: Error | null;
  readonly refresh: () => void;
}

const rowsShown = 20;

/** Steps from the notices, until the row itself is read again. */
function stepsWith(row: LogCommand, notice: Notice): readonly CommandStep[] {
  const has = (step: string): boolean => row.steps.some((one) => one.step === step);
  const more: CommandStep[] = [];
  if (notice.checking && !has('query')) more.push({ at: Date.now(), step: 'query' });
  if (notice.sentTime !== null && !has('sent')) more.push({ at: notice.sentTime, step: 'sent' });
  if (notice.ackTime !== null && !has('received')) more.push({ at: notice.ackTime, step: 'received' });
  return [...row.steps, ...more];
}

const merged = (row: LogCommand, notice: Notice | undefined): LogCommand => {
  if (notice === undefined || (isOver(row.status) && !isOver(notice.status))) return row;
  const { status, resultCode, late, checking } = notice;
  return { ...row, status, resultCode, late, checking, steps: stepsWith(row, notice) };
};

/**
 * The newest commands of a vehicle, kept up to date by the live stream alone.
 * @param onOver called once for each command that ends while the page is open
 */
export function useCommandLog(vehicleId: string, onOver: (command: LogCommand) => void): CommandLog {
  const [notices, setNotices] = useState<ReadonlyMap<string, Notice>>(new Map());
  const reported = useRef(new Set<string>());
  const { data, error, refetch } = useCall(
    '/veh/crm/control/list',
    { page: 1, pageSize: rowsShown, query: { vehicleId } },
    { keepPrevious: true, inlineErrors: true, select: (page) => page as Page<LogCommand> },
  );
  const over = useEffectEvent(onOver);
  useLive([`control:${vehicleId}`], (event) => {
    if (event.kind === 'resync') void refetch();
    else if (isNotice(event.data)) {
      const notice = event.data;
      setNotices((old) => new Map(old).set(notice.id, notice));
      const row = data?.list.find((one) => one.id === notice.id);
      if (row === undefined || isOver(notice.status)) void refetch();
      if (isOver(notice.status) && !reported.current.has(notice.id)) {
        reported.current.add(notice.id);
        const { id, commandId, command, status, resultCode, late, checking } = notice;
        over({ ...row, id, commandId, command, status, resultCode, late, checking, steps: row?.steps ?? [] });
      }
    }
  });
  return {
    list: data?.list.map((row) => merged(row, notices.get(row.id))),
    error: data === undefined ? error : null,
    refresh: () => void refetch(),
  };
}
