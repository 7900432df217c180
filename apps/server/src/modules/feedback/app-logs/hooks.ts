import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { appLogBack, appLogHours } from '@wheelhouse/entities/feedback/app-log-record';
import { sql } from 'kysely';
import { todayDigits } from '../../../db/wall-clock.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';

export const logStatus = machines['SM-AppLog'].states;
const dayMs = 86_400_000;

/** `LG`, the day, running number. */
export async function nextLogNo(tx: Db | Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'LG' || ${todayDigits} || lpad(nextval('seq_app_log')::text, 6, '0') as no`.execute(tx);
  return rows[0]?.no ?? '';
}

const tooOld = { zh: '最早{n}天前', en: '{n} {n|day|days} back at most' } as const;
const timeOf = (value: unknown): number =>
  value instanceof Date ? value.getTime() : typeof value === 'string' ? (parseInstant(value)?.getTime() ?? 0) : 0;

/** A log is of what was, and not of long ago: the app keeps it for some days. @throws AppError 1001 */
function checkTimes({ ctx, values }: SavingOf<'appLogRecord'>): void {
  const now = Date.now();
  if (timeOf(values.fromTime) < now - appLogBack * dayMs) throw refuseField(ctx, 'fromTime', tooOld, { n: appLogBack });
  if (timeOf(values.toTime) > now) throw refuseField(ctx, 'toTime', 'past');
}

/** Asks the user, who reads what for. */
async function askUser({ tx, values, id }: SavingOf<'appLogRecord'> & { readonly id: string }): Promise<void> {
  await notifyOwner(tx, {
    userId: String(values.userId),
    kind: 'service',
    ...(await builtInText(tx, 'APP_LOG_REQUEST', { reason: String(values.reason), hours: String(appLogHours) })),
    route: `/log/${String(values.logNo)}`,
    ref: { type: 'appLogRecord', id },
  });
}

export const appLogHooks: HooksOf<'appLogRecord'> = {
  async beforeSave(saving) {
    checkTimes(saving);
    saving.values.logNo = await nextLogNo(saving.tx);
    saving.values.source = codes.AppLogSource.requested;
  },
  afterSave: askUser,
  actions: {
    // The trigger of the table marks the content; the job removes it from the storage.
    clean: async ({ rows }) => ({ deleted: rows.length }),
  },
};
