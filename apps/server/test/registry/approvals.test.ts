import { machines, type Machine, type MachineName, type Transition } from '@wheelhouse/entities/machines';
import { entities, entityNamed, labelOf, pathOfCall, plain, type EntityName } from '@wheelhouse/entities/registry';
import { isDerived } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction, type Tx } from '../../src/db/pool.ts';
import { notApproved } from '../../src/entity/approval/compare.ts';
import { coveredFields, reviewedEntities, rulesOf } from '../../src/entity/approval/rules.ts';
import { sealApproved, sealSubmitted } from '../../src/entity/approval/steps.ts';
import { rowsById } from '../../src/entity/read.ts';
import { snake } from '../../src/entity/storage.ts';
import { rawFields } from '../../src/entity/write-fields.ts';
import { refundReview } from '../../src/modules/orders/refunds/review.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { movesOf, putInto, recordsOf, type Move } from './moves.ts';
import { sampleInput } from './samples.ts';

const all = Object.values(entities).map(plain);
let t: TestApp;
let maker: { readonly token: string; readonly userId: string };
let reviewer: { readonly token: string; readonly userId: string };
beforeAll(async () => {
  t = await createTestApp();
  maker = await signInAs(t, { roles: ['admin'] });
  reviewer = await signInAs(t, { roles: ['admin'] });
});
afterAll(() => t.stop());

/** Machines with a step that is called an approval, and is none of a colleague's work. */
const otherReviews: Readonly<Record<string, string>> = {
  'SM-Unbind': 'what an owner applies for; it ends only while the owner in question is still bound',
  'SM-IosReview': 'what the store decided about a version of the app',
  'SM-Wish': 'what a user of the app wishes for; nobody of the console writes it',
  'SM-Refund': 'the application is the content: no form writes it, and the database refuses to change it',
  'SM-Settlement':
    'its sums are computed, its revision says what was read, and the database fixes both as it is confirmed',
  'SM-Change': 'the request is the content: no form writes it, and the database refuses to change it',
};

const isReview = ({ who, by, action }: Transition): boolean =>
  who.includes('.') && (by === 'another' || /^(approve|audit|reject)/.test(action));

describe('declarations', () => {
  const known = Object.entries(machines) as [MachineName, Machine][];
  test.each(known.filter(([, { transitions }]) => transitions.some(isReview)))('%s', (name, machine) => {
    const users = all.filter((entity) => Object.values(entity.machines ?? {}).includes(name));
    if (name in otherReviews || users.length === 0) return;
    const { review } = machine;
    const actions = new Set(machine.transitions.map(({ action }) => action));
    const named = [
      ...(review?.submit ?? []),
      ...(review?.approve ?? []),
      ...(review?.execute ?? []),
      ...(review?.waive ?? []),
    ];
    expect(named.filter((action) => !actions.has(action))).toEqual([]);
    expect(review?.approve.length, 'somebody approves').toBeGreaterThan(0);
    // Approving an event copies its pool and fixes its odds; what changes later is approved change by change.
    if (name !== 'SM-Raffle') expect(review?.execute.length, 'it takes effect').toBeGreaterThan(0);
    for (const { action, by } of machine.transitions)
      if (review?.approve.includes(action) === true && name !== 'SM-SimOperation') expect(by, action).toBe('another');
    for (const entity of users) expect(reviewedEntities(), entity.name).toContain(entity.name);
  });

  test('actions that judge without moving a state have one, too', () => {
    const judging = all.filter((entity) =>
      Object.entries(entity.actions ?? {}).some(
        ([name, { transition }]) => transition === undefined && /audit|approve/i.test(name),
      ),
    );
    // It takes effect as it is approved, and its vehicle is fixed with the case.
    const atOnce = new Set(['stolenCase']);
    for (const { name } of judging.filter((one) => !atOnce.has(one.name))) expect(reviewedEntities()).toContain(name);
  });

  test.each(all.filter(({ name }) => entityReview(name)))('$name covers fields that it has', (entity) => {
    const { free = {}, allows = {}, inputs = {} } = rulesOf(entity);
    for (const name of [...coveredFields(entity), ...Object.keys(free)])
      expect(Object.keys(entity.fields)).toContain(name);
    for (const name of Object.keys(allows)) expect([...coveredFields(entity), ...Object.keys(inputs)]).toContain(name);
    for (const name of Object.keys(inputs)) expect(Object.keys(entity.fields)).not.toContain(name);
    for (const why of Object.values(free)) expect(why.length).toBeGreaterThan(5);
  });
});

/** Known before the modules are put in place: entities whose records somebody decides about. */
function entityReview(name: string): boolean {
  const { fields, machines: governed = {} } = plain(entityNamed(name as EntityName));
  const isOther = Object.values(governed).some((machine) => machine !== undefined && machine in otherReviews);
  return Object.hasOwn(fields, 'auditorId') && !isOther;
}

// Whoever asks for a SIM operation has made it, and nobody edits it; a warranty review decides the result itself.
const unedited: Readonly<Record<string, readonly string[]>> = {
  simOperation: ['simId', 'opType', 'packageCode', 'reasonCode', 'remark', 'planTime'],
  repairOrder: ['vehicleId', 'warrantyResult'],
  refund: refundReview.fields ?? [],
  boxRefund: refundReview.fields ?? [],
};

test.each(all.filter(({ name }) => entityReview(name)))(
  'who changes $name is noted by the database',
  async (entity) => {
    const { rows } = await t.app.pool.query<{ name: string }>(
      `select a.attname as name from pg_trigger g cross join unnest(g.tgattr) k join pg_attribute a on a.attrelid = g.tgrelid and a.attnum = k
     where g.tgrelid = $1::regclass and g.tgname = 'authored'`,
      [entity.table],
    );
    const noted = new Set(rows.map(({ name }) => name));
    const covered = coveredFields(entity).filter((name) => !(unedited[entity.name] ?? []).includes(name));
    const columns = covered
      .filter((name) => !isDerived(entity.fields[name] ?? ({ kind: 'count' } as never)))
      .map(snake);
    expect(columns.filter((name) => !noted.has(name))).toEqual([]);
  },
);

/** Values of a column by its type that differ from what it holds; the first that the database takes is used. */
const others: Readonly<Record<string, readonly string[]>> = {
  text: [`coalesce(c, '') || 'x'`, `'x'`, `left(c, 1)`, `'1'`, `'V9.9.9'`, 'null'],
  smallint: ['c + 1', 'c - 1', '1', '0', 'null'],
  integer: ['c + 1', 'c - 1', '30', 'null'],
  bigint: ['c + 100', '600', 'null'],
  numeric: ['c + 1', '1', 'null'],
  jsonb: [`'[{"percent": 7}]'`, `'{"mileageKm": 501}'`, 'null'],
  'text[]': [`array_append(c, 'x')`, `'{x}'`, `'{}'`],
  'bigint[]': [`'{}'`, 'null'],
  'timestamp with time zone': [`coalesce(c, now()) + interval '1 day'`],
  date: [`coalesce(c, current_date) + 1`],
};

async function typesOf(table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await t.app.pool.query<{ name: string; type: string }>(
    `select attname as name, regexp_replace(format_type(atttypid, null), '\\(.*', '') as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Gives a column another value. @returns false where the database takes none: it fixes the column itself */
async function alter(tx: Tx, table: string, id: string, column: string, type: string): Promise<boolean> {
  for (const value of others[type] ?? []) {
    await sql`savepoint altering`.execute(tx);
    try {
      const { rows } = await sql`
        update ${sql.raw(table)} set ${sql.raw(column)} = (select ${sql.raw(value)} from (select ${sql.raw(column)} as c) was)
        where id = ${id} and ${sql.raw(column)} is distinct from (select ${sql.raw(value)} from (select ${sql.raw(column)} as c) was) returning 1`.execute(
        tx,
      );
      if (rows.length > 0) return true;
    } catch {
      await sql`rollback to savepoint altering`.execute(tx);
    }
  }
  return false;
}

test('a change request stays what was asked for', async () => {
  const { table } = plain(entities.changeRequest);
  const id = await recordsOf(t, plain(entities.changeRequest)).record();
  const types = await typesOf(table);
  for (const column of ['kind', 'action', 'subject', 'changes', 'user_id', 'reason']) {
    const isAltered = await withTransaction(t.app.db, (tx) => alter(tx, table, id, column, types.get(column) ?? ''));
    expect(isAltered, column).toBe(false);
  }
});

/** Where a record is that may take effect, and the step that people take then; SIM operations run by themselves, a sheet is compared as it comes. */
const executed: Readonly<Record<string, string>> = {
  activityMessage: 'send',
  systemMessage: 'send',
  serviceMessage: 'send',
  firmware: 'enable',
  otaTask: 'start',
  appTheme: 'shelfOn',
  article: 'shelfOn',
};

describe.each(Object.keys(executed))('an approved %s', (name) => {
  const entity = plain(entities[name as EntityName]);
  const move = (): Move => {
    const found = movesOf(entity).find((one) => one.name === executed[name]);
    if (found === undefined) throw new Error(`${name} has no ${executed[name]}`);
    return found;
  };
  let id: string;

  beforeAll(async () => {
    id = await recordsOf(t, entity).record();
    await putInto(t, move(), id, move().from[0] ?? 0, maker.userId);
    await withTransaction(t.app.db, async (tx) => {
      const rows = await rowsById(tx, entity, [id], rawFields(entity));
      await sealSubmitted(tx, entity, rows, maker.userId);
      await sealApproved(tx, entity, rows, reviewer.userId);
    });
  });

  test('is refused with the name of whatever differs, in both languages', async () => {
    const types = await typesOf(entity.table);
    const { allows = {} } = rulesOf(entity);
    const found: string[] = [];
    for (const field of coveredFields(entity)) {
      const column = snake(field);
      await withTransaction(t.app.db, async (tx) => {
        if (await alter(tx, entity.table, id, column, types.get(column) ?? '')) {
          const [row] = await rowsById(tx, entity, [id], rawFields(entity));
          const refusal = row && (await notApproved(tx, entity, [row])).get(id)?.refusal;
          if (refusal === undefined) expect(Object.keys(allows), `${name}.${field} differs`).toContain(field);
          else {
            expect(refusal.code, field).toBe(1023);
            for (const lang of ['zh', 'en'] as const)
              expect(refusal.textIn(lang), field).toContain(labelOf(entity, field)[lang]);
            found.push(field);
          }
        }
        await sql`select 1`.execute(tx);
        throw new Rollback();
      }).catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
    }
    expect(found.length, 'fields that are compared').toBeGreaterThan(0);
  });

  test('takes no edit that it would take effect with', async () => {
    const free = [...Object.keys(rulesOf(entity).free ?? {}), ...Object.keys(rulesOf(entity).allows ?? {})];
    const taken: string[] = [];
    if (!entity.calls.includes('update')) return;
    for (const field of coveredFields(entity)) {
      const def = entity.fields[field];
      if (def === undefined || isDerived(def)) continue;
      const before = await rowOf(id);
      const input = await sampleInput(t, { [field]: def }, maker.userId).catch(() => ({}));
      const body = { id, rev: before['rev'], ...input };
      await t.call('POST', pathOfCall(entity, 'update'), body, { as: maker.token });
      const after = await rowOf(id);
      const isChanged = JSON.stringify(before[snake(field)]) !== JSON.stringify(after[snake(field)]);
      const mayTakeEffect = move().from.includes(Number(after[snake(move().field)]));
      if (isChanged && mayTakeEffect && !free.includes(field)) taken.push(field);
    }
    expect(taken).toEqual([]);
  });

  const rowOf = async (of: string) =>
    (await t.app.pool.query<Record<string, unknown>>(`select * from ${entity.table} where id = $1`, [of])).rows[0] ??
    {};
});

class Rollback extends Error {}
