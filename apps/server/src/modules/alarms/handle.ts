import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import type { Row } from '@wheelhouse/entities/fields';
import { entityNamed } from '@wheelhouse/entities/registry';
import { validateInput } from '@wheelhouse/entities/validate';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { audit, leftOutEntries, unchanged } from '../../entity/audit.ts';
import { checkedInput, refuseErrors, validationContext } from '../../entity/check.ts';
import { lockInScope, type WireRow } from '../../entity/read.ts';
import { wrongStateOf } from '../../entity/state-text.ts';
import { batchRows, rawFields, skip, type Skipped } from '../../entity/write.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { careful, mayHandle } from './handle-rules.ts';
import { tellAlarm } from './live.ts';
import { handling, logAlarms, recovery, type LogAction } from './tables.ts';
import { openCaseFor } from './stolen.ts';

export const alarm = entityNamed('alarm');
const reopenDays = 7;
const statusOf = (row: Row): number => Number(row['handleStatus']);
const isDone = (row: Row): boolean => statusOf(row) !== handling.fresh && statusOf(row) !== handling.inProgress;

/** Refusal in a state from which the machine has no such way (1004). */
const wrongState = (ctx: Pick<CallContext, 'lang'>, row: Row): AppError =>
  wrongStateOf(alarm, 'handleStatus', row, ctx);

interface Change {
  readonly action: LogAction;
  readonly to: number;
  /** Columns besides the state, by name. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly remark?: string | null;
}

/** Stores a change of one alarm: row, its log, the operation log, open pages. */
async function change(ctx: CallContext, tx: Tx, row: WireRow, { action, to, set, remark }: Change): Promise<void> {
  await tx
    .updateTable('alm_alarm')
    .set({ ...set, handleStatus: to, rev: sql<number>`rev + 1`, updateTime: sql<Date>`now()`, updateBy: ctx.user.id })
    .where('id', '=', row.id)
    .execute();
  await logAlarms(tx, [
    {
      alarmId: row.id,
      action,
      fromStatus: statusOf(row),
      toStatus: to,
      operatorId: ctx.user.id,
      handlerId: action === 'assign' ? String(set['handlerId']) : null,
      remark: remark ?? null,
    },
  ]);
  await audit(tx, ctx, {
    action,
    entity: alarm.name,
    entityId: row.id,
    before: { handleStatus: row['handleStatus'], handlerId: row['handlerId'] },
    after: { handleStatus: to, handlerId: row['handlerId'], ...set, ...(remark && { '@remark': remark }) },
    path: `${alarm.base}/${action}`,
  });
  await tellAlarm(tx, row.id, 'changed');
}

interface Batch {
  readonly changed: number;
  readonly skipped: Skipped[];
}

/** One alarm after the other; each that cannot is answered with its reason. */
async function each(
  ctx: CallContext,
  action: LogAction,
  ids: readonly string[],
  one: (tx: Tx, row: WireRow, rows: readonly WireRow[]) => Promise<AppError | undefined>,
): Promise<Batch> {
  return withTransaction(ctx.app.db, async (tx) => {
    const { rows, skipped } = await batchRows(ctx, tx, alarm, ids);
    let changed = 0;
    for (const row of rows) {
      const refusal = await one(tx, row, rows);
      if (refusal) skipped.push(skip(ctx, row.id, refusal));
      else changed++;
    }
    await audit(tx, ctx, ...leftOutEntries({ action, entity: alarm.name, path: `${alarm.base}/${action}` }, skipped));
    return { changed, skipped };
  });
}

async function nameOf(tx: Tx, userId: unknown): Promise<string> {
  const row = await tx.selectFrom('sys_user').select('realName').where('id', '=', String(userId)).executeTakeFirst();
  return row?.realName ?? '';
}

/** Why a fresh alarm cannot be taken: somebody has it (3001), or it is done with. */
async function notFresh(ctx: CallContext, tx: Tx, row: Row): Promise<AppError | undefined> {
  if (statusOf(row) === handling.fresh) return undefined;
  if (statusOf(row) === handling.inProgress && row['handlerId'])
    return new AppError(3001, { user: await nameOf(tx, row['handlerId']) });
  return wrongState(ctx, row);
}

/** Takes alarms up; of two who try at once one gets each. */
export async function claim(ctx: CallContext, ids: readonly string[]): Promise<Batch & { readonly claimed: number }> {
  const batch = await each(ctx, 'claim', ids, async (tx, row) => {
    const refusal = await notFresh(ctx, tx, row);
    if (refusal) return refusal;
    await change(ctx, tx, row, {
      action: 'claim',
      to: handling.inProgress,
      set: { handlerId: ctx.user.id, claimTime: new Date() },
    });
    return undefined;
  });
  return { ...batch, claimed: batch.changed };
}

/** Gives alarms to somebody who holds `alarmManage.handle`. @throws AppError 1003 when he does not */
export async function assign(ctx: CallContext, ids: readonly string[], userId: unknown): Promise<Batch> {
  const input = alarm.actions?.['assign']?.input ?? {};
  return each(ctx, 'assign', ids, async (tx, row) => {
    const values = await checkedInput(tx, ctx, input, { userId });
    const target = String(values['userId']);
    if (!(await mayHandle(tx, target))) throw new AppError(1003);
    if (isDone(row)) return wrongState(ctx, row);
    if (statusOf(row) === handling.inProgress && row['handlerId'] === target) return new AppError(unchanged);
    await change(ctx, tx, row, {
      action: 'assign',
      to: handling.inProgress,
      set: { handlerId: target, claimTime: new Date() },
    });
    return undefined;
  });
}

/** What one alarm is changed by: its number, and the revision it is based on where the caller has one. */
type One = Row & { readonly id: string; readonly rev?: number | null | undefined };

/** The alarm of a single deed, locked. @throws AppError 1002, 1011, 1005 */
async function lockOne(ctx: CallContext, tx: Tx, { id, rev }: One): Promise<WireRow> {
  const row = await lockInScope(ctx, tx, alarm, id, rawFields(alarm));
  if (rev !== undefined && rev !== null && rev !== row.rev) throw new AppError(1005);
  return row;
}

const may = (ctx: CallContext, code: string): boolean => ctx.user.isAdmin || ctx.user.functions.has(code);

/** Another person's alarm is only for those who give work out (3002). */
function refuseOthers(ctx: CallContext, row: Row): void {
  const handler = row['handlerId'];
  if (
    statusOf(row) === handling.inProgress &&
    handler !== null &&
    handler !== ctx.user.id &&
    !may(ctx, 'alarmManage.assign')
  )
    throw new AppError(3002);
}

/** Finishes an alarm with what was done about it. @throws AppError 1001, 1004, 1005, 3002, 3004 */
export async function handle(ctx: CallContext, body: One): Promise<unknown> {
  const { id, rev, form, ...flat } = body;
  const given = typeof form === 'object' && form !== null && !Array.isArray(form) ? (form as Row) : flat;
  const input = alarm.actions?.['handle']?.input ?? {};
  return withTransaction(ctx.app.db, async (tx) => {
    const row = await lockOne(ctx, tx, { id, rev });
    if (isDone(row)) throw wrongState(ctx, row);
    refuseOthers(ctx, row);
    const values = await checkedInput(tx, ctx, input, given);
    const dangerous =
      Number(row['level']) === 4 && Number(row['alarmClass']) === 2 && Number(row['recoverStatus']) === recovery.active;
    if (dangerous) careful(ctx, values);
    const next = await followUp(ctx, tx, row, Number(values['nextAction']));
    await change(ctx, tx, row, {
      action: 'handle',
      to: handling.handled,
      set: {
        ...values,
        ...next,
        ...recoveredBy(row),
        handlerId: row['handlerId'] ?? ctx.user.id,
        handleTime: new Date(),
      },
      remark: String(values['handleRemark']),
    });
    return { id: row.id, ...next };
  });
}

/** What has no end of its own ends with its handling. */
const recoveredBy = (row: Row): Row =>
  alarmTypeSeed(String(row['alarmType']))?.clears === 'handled' && Number(row['recoverStatus']) === recovery.active
    ? { recoverStatus: recovery.recovered, recoverTime: new Date() }
    : {};

/** D:AlarmNextAction 2 opens a theft case; a repair order has a call of its own. */
async function followUp(ctx: CallContext, tx: Tx, row: WireRow, nextAction: number): Promise<Row> {
  if (nextAction !== 2) return {};
  const caseNo = await openCaseFor(ctx, tx, row);
  await logAlarms(tx, [{ alarmId: row.id, action: 'stolen', operatorId: ctx.user.id, remark: caseNo }]);
  return {};
}

/** Puts alarms aside as false. A critical one only by itself (3003). */
export async function ignore(ctx: CallContext, body: Row & { readonly ids: readonly string[] }): Promise<Batch> {
  const { ids } = body;
  const input = alarm.actions?.['ignore']?.input ?? {};
  const { values, errors } = validateInput(
    input,
    {
      reasonCode: body['reasonCode'],
      ...((body['remark'] ?? '') !== '' && { remark: body['remark'] }),
    },
    validationContext(ctx),
  );
  refuseErrors(errors);
  return each(ctx, 'ignore', ids, async (tx, row) => {
    if (isDone(row)) return wrongState(ctx, row);
    if (ids.length > 1 && Number(row['level']) === 4) return new AppError(3003);
    const isOthers =
      statusOf(row) === handling.inProgress && row['handlerId'] !== ctx.user.id && !may(ctx, 'alarmManage.assign');
    if (isOthers) return new AppError(3002);
    await change(ctx, tx, row, {
      action: 'ignore',
      to: handling.ignored,
      set: {
        ignoreReason: String(values['reasonCode']),
        handleRemark: values['remark'] ?? null,
        handlerId: row['handlerId'] ?? ctx.user.id,
        handleTime: new Date(),
        ...recoveredBy(row),
      },
      remark: String(values['remark'] ?? ''),
    });
    return undefined;
  });
}

/** Gives a claimed alarm back: its handler's deed alone (3002). */
export async function release(ctx: CallContext, body: One): Promise<unknown> {
  return withTransaction(ctx.app.db, async (tx) => {
    const row = await lockOne(ctx, tx, body);
    if (statusOf(row) !== handling.inProgress) throw wrongState(ctx, row);
    if (row['handlerId'] !== ctx.user.id) throw new AppError(3002);
    await change(ctx, tx, row, { action: 'release', to: handling.fresh, set: { handlerId: null, claimTime: null } });
    return { id: row.id };
  });
}

/** Opens a finished alarm again, within seven days (3006). */
export async function reopen(ctx: CallContext, body: One): Promise<unknown> {
  const input = alarm.actions?.['reopen']?.input ?? {};
  return withTransaction(ctx.app.db, async (tx) => {
    const row = await lockOne(ctx, tx, body);
    if (statusOf(row) !== handling.handled && statusOf(row) !== handling.ignored) throw wrongState(ctx, row);
    const values = await checkedInput(tx, ctx, input, { reason: body['reason'] });
    const { rows } = await sql<{ old: boolean }>`
      select handle_time < now() - make_interval(days => ${reopenDays}) as old from alm_alarm where id = ${row.id}`.execute(
      tx,
    );
    if (rows[0]?.old) throw new AppError(3006);
    await change(ctx, tx, row, {
      action: 'reopen',
      to: handling.inProgress,
      set: { handlerId: ctx.user.id, claimTime: new Date(), handleTime: null },
      remark: String(values['reason']),
    });
    return { id: row.id };
  });
}
