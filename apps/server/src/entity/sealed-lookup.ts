import { setImmediate } from 'node:timers/promises';
import type { Text } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { PrivateField, Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import type { App, CallContext, SealedUse } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { refuseField } from '../http/field-texts.ts';
import { sealedHash } from './compare.ts';
import { run } from './run.ts';
import { hashOf, maskOf } from './seal.ts';
import { logSensitive, maySearchSealed, traceSearch } from './sensitive.ts';
import { compareColumn } from './storage.ts';

// Whether a record has a given sealed value is asked here, and by a list's conditions (`admit.ts`): each with a right or a limit, a count and a
// trace. `test/sealed-values.test.ts` knows every file that makes the keyed hashes by which records are found.

/** Fewer different values than this are so many searches, each by itself; from here on they are a list, of which only numbers are told. */
export const leastOfList = 100;
/** Values that one unit of a day's budget stands for. */
const unit = 10_000;

/**
 * Different values of a list that may share a masked form. The masked form is what everybody sees of a value: a list with many values of one form
 * guesses at the record that shows it. Lists of real numbers share forms by chance, longer ones more often.
 */
const mostOfForm = (size: number): number => 5 + Math.floor(size / unit);

const texts = {
  few: {
    zh: '名单少于{least}个号码时，需要「按敏感信息查询」权限',
    en: 'A list of fewer than {least} numbers needs the right to search by personal data',
  },
  guesses: {
    zh: '名单中有{n}个号码仅中间几位不同，不予受理',
    en: '{n} numbers of the list differ only in the digits that are masked: not accepted',
  },
  spent: {
    zh: '今日按名单查询的次数或号码数已达上限',
    en: 'Your lists of numbers for today are used up',
  },
} as const satisfies Record<string, Text>;

interface ListOf {
  readonly entity: EntityDef;
  /** The sealed field whose values the list has. */
  readonly name: string;
  /** Field of the form that holds the list: named in refusals. */
  readonly field: string;
  /** What the list is for, in the log. */
  readonly purpose: string;
}

function privateField(entity: EntityDef, name: string): PrivateField {
  const field = entity.fields[name];
  if (field?.kind !== 'private') throw new Error(`${entity.name}.${name} is not sealed`);
  return field;
}

/** Values read before others get their turn on the event loop. */
const atOnce = 1000;

async function mapped<Result>(values: readonly string[], one: (value: string) => Result): Promise<Result[]> {
  const all: Result[] = [];
  for (const value of values) {
    if (all.length % atOnce === atOnce - 1) await setImmediate();
    all.push(one(value));
  }
  return all;
}

/** The most values of a list that share one masked form. */
async function mostAlike({ mask }: PrivateField, values: readonly string[]): Promise<number> {
  const counts = new Map<string, number>();
  const alike = await mapped(values, (value) => {
    const form = maskOf(mask, value);
    const n = (counts.get(form) ?? 0) + 1;
    counts.set(form, n);
    return n;
  });
  return alike.reduce((most, n) => Math.max(most, n), 0);
}

async function count(app: App, db: Db | Tx, kind: SealedUse, key: string): Promise<boolean> {
  return (await app.sessions.countSealed?.(db, kind, key)) === true;
}

/** Each value of a short list is a search. @throws AppError 1001 without the right, 1122 too many in an hour */
async function admitEach(ctx: CallContext, tx: Tx, of: ListOf, values: readonly string[]): Promise<void> {
  const { entity, name } = of;
  if (!maySearchSealed(ctx)) throw refuseField(ctx, of.field, texts.few, { least: leastOfList });
  for (const value of values) {
    if (!(await count(ctx.app, tx, 'sealed-search', ctx.user.id))) throw new AppError(1122);
    await logSensitive(tx, ctx, traceSearch(entity, name, privateField(entity, name), value));
  }
}

/** A list is no guess at single records, and within its user's budget of the day. @throws AppError 1001 */
async function admitList(ctx: CallContext, tx: Tx, of: ListOf, values: readonly string[]): Promise<void> {
  const alike = await mostAlike(privateField(of.entity, of.name), values);
  if (alike > mostOfForm(values.length)) throw refuseField(ctx, of.field, texts.guesses, { n: alike });
  const units = Math.ceil(values.length / unit);
  const kinds: SealedUse[] = ['sealed-list', ...Array.from({ length: units }, () => 'sealed-list-size' as const)];
  for (const kind of kinds)
    if (!(await count(ctx.app, tx, kind, ctx.user.id))) throw refuseField(ctx, of.field, texts.spent);
}

/**
 * Hashes of a list of different values in normal form, in their order. Counted and kept with how many of them records have, in the transaction of
 * what uses them: a call that fails tells nothing, whatever it found.
 * @throws AppError 1001 under `field`: too few for somebody who may not search, guesses at a masked value, the day's budget is spent; 1122
 */
export async function hashesOfList(
  ctx: CallContext,
  tx: Tx,
  of: ListOf,
  values: readonly string[],
): Promise<readonly Buffer[]> {
  const { entity, name, purpose } = of;
  const field = privateField(entity, name);
  const isList = values.length >= leastOfList;
  await (isList ? admitList : admitEach)(ctx, tx, of, values);
  const hashes = await mapped(values, (value) => sealedHash(ctx.app, field, value));
  if (!isList) return hashes;
  const [found] = await run<{ n: number }>(
    tx,
    sql`select count(distinct ${sql.raw(compareColumn(name, field))})::int as n from ${sql.raw(entity.table)}
      where ${sql.raw(compareColumn(name, field))} = any(${hashes}::bytea[]) and not deleted`,
  );
  const reason = `按名单查询（${purpose}）：${values.length}个值，${found?.n ?? 0}个存在`;
  await logSensitive(tx, ctx, { entity: entity.name, entityId: '*', field: name, reason });
  return hashes;
}

/**
 * The hash by which an owner names another user of the app: the answer says whether there is one, so each try counts.
 * @throws AppError 1104 too many tries today
 */
export async function hashForOwner(app: App, ownerId: string, value: string): Promise<Buffer> {
  if (!(await count(app, app.db, 'owner-lookup', ownerId))) throw new AppError(1104);
  return hashOf(app.secrets, value);
}

/** The hash of a value whose holder proves it, by a password or a code that only they have: the lookup is part of the proof, which has its own limits. */
export const hashOfProved = ({ secrets }: Pick<App, 'secrets'>, value: string): Buffer => hashOf(secrets, value);

/** The hash of a value that is compared with the caller's own record and with those that administrators have released for it, such as test accounts. */
export const hashOfReleased = ({ secrets }: Pick<App, 'secrets'>, value: string): Buffer => hashOf(secrets, value);

/**
 * Lets a form be saved that gives a sealed value which is unique: a refusal says that another record has it. Counted outside of the transaction
 * that a refusal rolls back; what was tried is in the operation log.
 * @throws AppError 1122 too many in an hour
 */
export async function admitUnique(ctx: CallContext, entity: EntityDef, input: Row): Promise<void> {
  const tried = Object.entries(input).filter(([name, value]) => {
    const field = entity.fields[name];
    return field?.kind === 'private' && field.unique && typeof value === 'string' && value !== '';
  });
  for (const _ of tried)
    if (!(await count(ctx.app, ctx.app.db, 'sealed-unique', ctx.user.id))) throw new AppError(1122);
}
