import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Db, Tx } from '../../db/pool.ts';

/** Where alarm work runs: a transaction, or the connection a device's message is stored on. */
export type Work = Db | Tx;

/** How far people are with an alarm. */
export const handling = machines['SM-Alarm'].states;
/** States of an alarm that is not done with. */
export const openAlarms: readonly number[] = [handling.unhandled, handling.inProgress];
/** Whether what an alarm is about goes on. */
export const recovery = codes.AlarmRecoverStatus;

/** Kinds of entries in the log of an alarm; the console has a text for each. */
export type LogAction =
  | 'raise'
  | 'reraise'
  | 'recover'
  | 'claim'
  | 'assign'
  | 'handle'
  | 'ignore'
  | 'release'
  | 'reopen'
  | 'autoClose'
  | 'escalate'
  | 'push'
  | 'createRepair'
  | 'withdrawRepair'
  | 'stolen'
  | 'ownerMine'
  | 'ownerHelp';

interface LogEntry {
  readonly alarmId: string;
  readonly action: LogAction;
  readonly fromStatus?: number | null;
  readonly toStatus?: number | null;
  readonly operatorId?: string | null;
  /** Whom it was given to. */
  readonly handlerId?: string | null;
  readonly remark?: string | null;
  readonly time?: Date;
}

/** Writes what happened to alarms into their log. */
export async function logAlarms(tx: Work, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('alm_alarm_log')
    .values(
      entries.map(({ alarmId, action, fromStatus, toStatus, operatorId, handlerId, remark, time }) => ({
        alarmId,
        action,
        fromStatus: fromStatus ?? null,
        toStatus: toStatus ?? null,
        operatorId: operatorId ?? null,
        handlerId: handlerId ?? null,
        remark: remark?.slice(0, 500) ?? null,
        time: time ?? new Date(),
        createBy: operatorId ?? null,
        updateBy: operatorId ?? null,
      })),
    )
    .execute();
}
