import type { ActionDef, EntityDef, Transition } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { isOwnWork, leads, ownWorkCode, wrongStateFor } from '@wheelhouse/entities/transitions';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { refuseField } from '../http/field-texts.ts';
import type { ActionBody } from '../http/kit.ts';
import { keepStep } from './approval/steps.ts';
import { audit, leftOutEntries } from './audit.ts';
import { checkedInput } from './check.ts';
import { hooksOf, type Judged, type Refusals } from './hooks.ts';
import { Changes } from './changes.ts';
import { findInScope, holds, type WireRow } from './read.ts';
import { keepPublished } from './publishable/keep.ts';
import { asReviewed } from './reviewed.ts';
import { numberOf, recordNamedIn } from './numbered.ts';
import { run } from './run.ts';
import { wrongStateOf } from './state-text.ts';
import { snake } from './storage.ts';
import { translateRefusal } from './unique.ts';
import { batchRows, skip, type Skipped } from './write.ts';

/** Refusal of an action in the row's present state, if it is refused. */
function stateRefusal(entity: EntityDef, action: ActionDef, row: Row, ctx: CallContext): AppError | undefined {
  const unread = Object.keys(action.from ?? {}).find((field) => row[field] === undefined);
  if (unread !== undefined) throw new Error(`${entity.name}: the state ${unread} is not read with the row`);
  const wrong = wrongStateFor(action, row);
  if (wrong === undefined) return undefined;
  return wrong.code === 1004 ? wrongStateOf(entity, wrong.field, row, ctx) : new AppError(wrong.code);
}

/** What a step of a review leaves in its record: who submitted it, or who decided and why. */
function reviewValues({ transition }: ActionDef, { user }: CallContext, { remark }: Row): Row {
  if (transition === undefined) return {};
  const now = new Date();
  if (transition.by === 'another') return { auditorId: user.id, auditTime: now, auditRemark: remark ?? null };
  if (transition.review !== 'submit') return {};
  return { submitterId: user.id, submitTime: now, auditorId: null, auditTime: null, auditRemark: null };
}

/** The same code, which may be sent as number or text. */
const isCode = (given: unknown, code: number | string): boolean =>
  (typeof given === 'string' || typeof given === 'number') && String(given) === String(code);

/** Of the actions that share a path, the one whose fixed values match most values of the body. */
export function chooseAction(entity: EntityDef, path: string, body: Row): NamedAction | undefined {
  let [best, most]: [NamedAction | undefined, number] = [undefined, -1];
  for (const [name, action] of Object.entries(entity.actions ?? {})) {
    const fixed = Object.entries(action.fixedInput ?? {});
    if (action.path !== path || fixed.length <= most || !fixed.every(([key, value]) => isCode(body[key], value)))
      continue;
    [best, most] = [{ name, action }, fixed.length];
  }
  return best;
}

/** Input of one action, without what every action takes. It may also be sent as one object, `form`. */
async function readInput(
  ctx: CallContext,
  tx: Tx,
  { entity, action }: { readonly entity: EntityDef; readonly action: ActionDef },
  body: Row,
): Promise<Record<string, unknown>> {
  const { form, ...flat } = body;
  const isNested = action.input?.['form'] === undefined && typeof form === 'object' && form !== null;
  const own = new Set(['id', 'ids', 'rev', numberOf(entity, action), ...Object.keys(action.fixedInput ?? {})]);
  const given = isNested ? { ...flat, ...form } : body;
  const input = Object.fromEntries(Object.entries(given).filter(([key]) => !own.has(key)));
  return { ...(await checkedInput(tx, ctx, action.input ?? {}, input)), ...action.fixedInput };
}

export interface NamedAction {
  readonly name: string;
  readonly action: ActionDef;
}

interface Outcome {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly data: unknown;
  /** Refusal of the one record, which has gone back to review: the caller gets it when that is stored. */
  readonly refused?: AppError;
}

/** Why rows may not make a step, by the state they are in and by who has made them. */
export async function stateRefusals(
  { ctx, tx, rows }: Judged,
  entity: EntityDef,
  { name, action }: NamedAction,
): Promise<Refusals> {
  const refusals = new Map<string, AppError>();
  for (const row of rows) {
    const wrong = stateRefusal(entity, action, row, ctx);
    const refusal =
      (wrong && ((await hooksOf(entity.name).wrongState?.(tx, row, name)) ?? wrong)) ??
      (isOwnWork(action, row, ctx.user.id) ? new AppError(ownWorkCode(action)) : undefined);
    if (refusal) refusals.set(row.id, refusal);
  }
  return refusals;
}

/** What the action's own rule refuses (`refuses` of the hooks). */
export async function ownRefusals(judged: Judged, entity: EntityDef, name: string): Promise<Refusals> {
  const refuses = hooksOf(entity.name).refuses?.[name];
  return judged.rows.length > 0 && refuses ? refuses(judged) : new Map();
}

async function perform(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  name: string,
  action: ActionDef,
  body: ActionBody,
  ids: readonly string[],
  single: boolean,
): Promise<Outcome> {
  const handler = hooksOf(entity.name).actions?.[name];
  if (!handler && !action.transition) throw new Error(`No handler for action ${entity.name}.${name}`);
  const input = await readInput(ctx, tx, { entity, action }, body);
  const { rows, skipped } = await batchRows(ctx, tx, entity, ids, single);
  const leaveOutAll = (all: readonly WireRow[], refusals: Refusals): WireRow[] => {
    for (const [id, refusal] of refusals) skipped.push(skip(ctx, id, refusal, single));
    return all.filter(({ id }) => !refusals.has(id));
  };
  const able = leaveOutAll(rows, await stateRefusals({ ctx, tx, rows }, entity, { name, action }));
  if (single && (body.rev ?? undefined) !== undefined && able[0] && body.rev !== able[0].rev) throw new AppError(1005);
  const reviewed = await asReviewed(ctx, tx, entity, action, { rows: able, skipped }, single);
  if (reviewed.refused) return { changed: 0, skipped, data: undefined, refused: reviewed.refused };
  const ready = leaveOutAll(reviewed.ready, await ownRefusals({ ctx, tx, rows: reviewed.ready }, entity, name));
  const leftOut = new Set<string>();
  const leaveOut = (id: string, refusal: AppError) => {
    skipped.push(skip(ctx, id, refusal, single));
    leftOut.add(id);
  };
  const changes = new Changes();
  const store = changes.add.bind(changes);
  if (action.transition)
    changes.add({ [action.transition.field]: action.transition.to, ...reviewValues(action, ctx, input) });
  const data =
    ready.length > 0 && handler
      ? await handler({ ctx, tx, rows: ready, several: ids.length > 1, input, leaveOut, store })
      : undefined;
  const done = ready.filter((row) => !leftOut.has(row.id));
  if (action.transition) refuseUnknownState(entity, action.transition, changes, done);
  const after = await changes.write(ctx, tx, entity, done);
  const doneIds = done.map(({ id }) => id);
  await keepStep(tx, entity, action, doneIds, ctx.user.id);
  if (action.transition?.executes === true) await keepPublished(tx, entity, doneIds, ctx.user.id);
  const entry = { action: name, entity: entity.name, path: `${entity.base}/${action.path}` };
  await audit(
    tx,
    ctx,
    ...done.map((row) => ({
      ...entry,
      entityId: row.id,
      before: row,
      after: { ...after.get(row.id), ...loggedOf(action, input) },
    })),
    ...leftOutEntries(entry, skipped),
  );
  return { changed: done.length, skipped, data };
}

/** A handler may choose another next state, if the machine leads there too. */
function refuseUnknownState(
  entity: EntityDef,
  { machine, field, to }: Transition,
  changes: Changes,
  rows: readonly WireRow[],
) {
  for (const row of rows) {
    const next = changes.next(row.id, field);
    // The first of two persons who approve leaves it where it is.
    if (next !== to && next !== Number(row[field]) && !leads(machine, row[field], next))
      throw new Error(`${entity.name}: ${machine} does not lead to ${String(next)}`);
  }
}

/** What the log keeps of an action's input: why, not secrets. */
function loggedOf({ input: fields = {} }: ActionDef, input: Row): Row {
  const kept = Object.entries(input).filter(([name]) => Object.hasOwn(fields, name) && fields[name]?.logged === true);
  return Object.fromEntries(kept.map(([name, value]) => [`@${name}`, value]));
}

/**
 * Runs an action of the definition on one record (`{id}`) or several (`{ids}`): permission, scope, states, checked input, handler, audit,
 * in one transaction. One record: refused with its code. Several: each one left out is answered with its reason.
 */
export async function runAction(ctx: CallContext, entity: EntityDef, path: string, body: ActionBody): Promise<unknown> {
  const chosen = chooseAction(entity, path, body);
  if (!chosen)
    throw new AppError(1001, undefined, {
      errors: [
        {
          field: Object.keys(body).includes('action') ? 'action' : 'input',
          message: validationTexts.action[ctx.lang],
        },
      ],
    });
  const { name, action } = chosen;
  if (!holds(ctx.user, action.button)) throw new AppError(1003);
  const single = !action.many;
  const ids = single ? [(await findInScope(ctx, entity, await recordNamedIn(ctx, entity, body))).id] : body.ids;
  if (ids === undefined) throw refuseField(ctx, 'ids', 'required');
  try {
    const { changed, skipped, data, refused } = await withTransaction(ctx.app.db, (tx) =>
      perform(ctx, tx, entity, name, action, body, ids, single),
    );
    hooksOf(entity.name).committed?.(ctx, ids);
    if (refused) throw refused;
    if (single) return data ?? { changed, skipped };
    return { changed, skipped, ...(typeof data === 'object' && data) };
  } catch (error) {
    throw translateRefusal(error, entity, ctx);
  }
}

/** Why a switch may not be turned for a row: its machine, or the entity's guard. */
export async function switchRefusal(
  { ctx, tx, row }: { readonly ctx: CallContext; readonly tx: Tx; readonly row: WireRow },
  entity: EntityDef,
  field: string,
  to: number,
): Promise<AppError | undefined> {
  if (!mayMove(entity, field, row[field], to)) return wrongStateOf(entity, field, row, ctx);
  return hooksOf(entity.name).guards?.[field]?.(tx, row, to, ctx);
}

/** Whether a machine of the entity leads a state field from one state to another. */
function mayMove(entity: EntityDef, field: string, from: unknown, to: number): boolean {
  const machine = entity.machines?.[field];
  return machine !== undefined && leads(machine, from, to);
}

/** `enable` and `shelf`: moves a state field of several records where its machine allows. With `single`, a refusal is thrown. */
export async function setState(
  ctx: CallContext,
  entity: EntityDef,
  field: string,
  to: number,
  ids: readonly string[],
  single = false,
): Promise<{ changed: number; skipped: Skipped[] }> {
  const outcome = await withTransaction(ctx.app.db, (tx) => setStateIn(ctx, tx, entity, field, to, ids, single));
  hooksOf(entity.name).committed?.(ctx, ids);
  return outcome;
}

/** Enabled, or on the shelf. */
const on = 1;

/** One by one: a guard must see the rows changed before (to keep the last administrator, for instance). */
export async function setStateIn(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  field: string,
  to: number,
  ids: readonly string[],
  single: boolean,
): Promise<{ changed: number; skipped: Skipped[] }> {
  const { rows, skipped } = await batchRows(ctx, tx, entity, ids, single);
  const moved: WireRow[] = [];
  for (const row of rows) {
    const refusal = await switchRefusal({ ctx, tx, row }, entity, field, to);
    if (refusal) {
      skipped.push(skip(ctx, row.id, refusal, single));
      continue;
    }
    await run(
      tx,
      sql`update ${sql.raw(entity.table)} set ${sql.raw(snake(field))} = ${to}, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now() where id = ${row.id}`,
    );
    moved.push(row);
  }
  if (to === on)
    await keepPublished(
      tx,
      entity,
      moved.map(({ id }) => id),
      ctx.user.id,
    );
  const entry = { action: field, entity: entity.name };
  await audit(
    tx,
    ctx,
    ...moved.map((row) => ({
      ...entry,
      entityId: row.id,
      before: { [field]: row[field] },
      after: { [field]: to },
    })),
    ...leftOutEntries(entry, skipped),
  );
  return { changed: moved.length, skipped };
}
