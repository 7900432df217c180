import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Row } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { unchanged } from '../../src/entity/audit.ts';
import { snake } from '../../src/entity/storage.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { batteryHeading, batteryRow } from '../import-export/fleet.ts';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { addSample, bindOwner } from './samples.ts';

/** The operation log is the history of the tables: each change of a row is logged once, with the values before and after, and nothing else is. */
let t: TestApp;
const qa = plain(entities.consoleQa);
const vehicle = plain(entities.vehicle);
const alarm = plain(entities.alarm);
const battery = plain(entities.battery);
const user = plain(entities.sysUser);
/** What is changed, by the name under which the log knows it. The last two are changed by calls of their own. */
const kinds = { qa, vehicle, alarm, battery, user, node: { name: 'sysFunction', table: 'sys_function' } };
type Kind = keyof typeof kinds;
const ids: Record<Kind, string[]> = { qa: [], vehicle: [], alarm: [], battery: [], user: [], node: [] };
const nodes = ['history', 'history.a', 'history.b', 'history.c'];
const tokens: string[] = [];
let dealerId = '';

beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'half', [
    'qa',
    'qa.add',
    'qa.edit',
    'qa.delete',
    'qa.enable',
    'menu.query',
    'menu.move',
    'batteryManage.query',
    'batteryManage.import',
    'batteryManage.delete',
    'alarmManage.query',
    'alarmManage.claim',
    'vehicleManage.query',
    'vehicleManage.stop',
  ]);
  await addRole(t, 'narrow', ['qa', 'vehicleManage.query', 'vehicleManage.stop', 'alarmManage.claim'], 2);
  for (const role of ['admin', 'half', 'narrow']) {
    const id = await addUser(t, {
      username: `history.${role}`,
      roles: [role],
      organizationCode: role === 'narrow' ? 'WEST' : 'HQ',
    });
    ids.user.push(id);
    tokens.push(await t.login(`history.${role}`, password));
  }
  dealerId = await addSample(t, plain(entities.dealer));
  for (let i = 0; i < 4; i++) {
    ids.qa.push(await addSample(t, qa));
    const vehicleId = await addSample(t, vehicle);
    ids.vehicle.push(vehicleId);
    if (i === 0) {
      // One of them is stolen: it may not be stopped.
      await bindOwner(t, vehicleId);
      await t.call(
        'POST',
        '/veh/crm/stolen/add',
        {
          vehicleId,
          stolenTime: '2026-01-02 03:04:05',
          address: '某处路口',
          reporterName: '张三',
          reporterMobile: '13800001111',
        },
        { as: 'admin' },
      );
    }
    await withTransaction(t.app.db, (tx) =>
      raiseAlarm(tx, { vehicleId, type: 'VIBRATION', time: new Date(), source: 'device' }),
    );
  }
  const { rows } = await t.app.pool.query<{ id: string }>('select id::text as id from alm_alarm order by id');
  ids.alarm.push(...rows.map((row) => row.id));
  for (const code of nodes) {
    const parentCode = code === nodes[0] ? null : nodes[0];
    const form = { parentCode, code, name: code, nameEn: code, functionType: 1, functionUrl: `/${code}` };
    const added = await t.call<{ id: string }>('POST', '/system/crm/sysFunction/addFunction', form, { as: 'admin' });
    if (added.code !== 0) throw new Error(added.message);
    ids.node.push(added.data.id);
  }
  await t.app.pool.query(
    `create table seen_changes (at bigint generated always as identity, tx text, name text, id text, before jsonb, after jsonb)`,
  );
  await t.app.pool.query(`create function keep_change() returns trigger language plpgsql as $$ begin
    insert into seen_changes (tx, name, id, before, after) values (pg_current_xact_id()::text, tg_table_name, new.id::text, case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new)); return null; end $$`);
  for (const { table } of Object.values(kinds))
    await t.app.pool.query(
      `create trigger keep_change after insert or update on ${table} for each row execute function keep_change()`,
    );
});
afterAll(() => t.stop());

interface Step {
  readonly who: number;
  readonly kind: Kind;
  readonly action: number;
  readonly which: readonly number[];
  readonly state: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(2),
  kind: fc.constantFrom<Kind>('qa', 'qa', 'vehicle', 'alarm', 'battery', 'user', 'node'),
  action: fc.nat(3),
  // The last one is nobody's.
  which: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
  state: fc.nat(1),
});

/** The newest rows of a kind, and one that is not there. */
const rowsOf = (kind: Kind, which: readonly number[]) => which.map((at) => ids[kind].at(-1 - at) ?? '987654321');

const calls: Readonly<Record<Kind, (step: Step, rev: number) => [string, object]>> = {
  qa: ({ action, which, state }, rev) => {
    const those = rowsOf('qa', which);
    if (action === 0)
      return [pathOfCall(qa, 'update'), { id: those[0], rev, sort: state, questionEn: ' How often to change tyres? ' }];
    if (action === 1) return [pathOfCall(qa, 'enable'), { ids: those, enabled: state }];
    if (action === 2) return [pathOfCall(qa, 'batchDelete'), { ids: those }];
    return [
      pathOfCall(qa, 'add'),
      { question: `问题${state}${randomUUID().slice(0, 8)}`, answer: '<p>答</p>', category: '1', enabled: 0 },
    ];
  },
  vehicle: ({ action, which, state }, rev) => {
    const those = rowsOf('vehicle', which);
    if (action === 0) return [`${vehicle.base}/assignDealer`, { ids: those, dealerId, shipDate: '2026-02-03' }];
    if (action === 1) return [pathOfCall(vehicle, 'update'), { id: those[0], rev, remark: `备注${state}` }];
    const stopped = state === 1 && { reasonCode: '1', remark: '核对车辆' };
    return [`${vehicle.base}/operation`, { ids: those, operationStatus: state, ...stopped }];
  },
  alarm: ({ action, which }) => {
    const those = rowsOf('alarm', which);
    if (action === 0) return [`${alarm.base}/release`, { id: those[0] }];
    if (action === 1) return [`${alarm.base}/ignore`, { ids: those, reasonCode: '1' }];
    return [`${alarm.base}/${action === 2 ? 'assign' : 'claim'}`, { ids: those, userId: '1' }];
  },
  battery: ({ action, which, state }, rev) => {
    const those = rowsOf('battery', which);
    if (action === 0) return [pathOfCall(battery, 'update'), { id: those[0], rev, remark: `备注${state}` }];
    if (action === 1) return [pathOfCall(battery, 'batchDelete'), { ids: those }];
    return [pathOfCall(battery, 'import'), {}];
  },
  user: ({ state, which }) => [
    `${user.base}/updatePersonalData`,
    { gender: state, ...(which.length > 2 && { email: 'history' }) },
  ],
  node: ({ action, which, state }, rev) => {
    const [code, beforeCode] = which.map((at) => nodes.toReversed()[at] ?? 'no.such');
    if (action < 2) return ['/system/crm/sysFunction/updateFunction', { code, rev, sort: 10 * state, icon: null }];
    return ['/system/crm/sysFunction/move', { code, parentCode: 'history', beforeCode }];
  },
};

interface LogRow {
  readonly tx: string;
  readonly id: string | null;
  readonly code: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

interface ChangeRow {
  readonly tx: string;
  readonly id: string;
  /** Null: added. */
  readonly before: Row | null;
  readonly after: Row;
}

/** Values that are written alike in log and table. */
const alike = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string' || value === null;

function expectLogged(side: Row | null, row: Row, what: string): void {
  for (const [name, value] of Object.entries(side ?? {})) {
    const stored = row[snake(name)];
    const isTime = name.endsWith('Time') || name.endsWith('Date');
    if (name.startsWith('@') || stored === undefined || isTime || !alike(value) || !alike(stored)) continue;
    expect(String(value), `${what} ${name}`).toBe(String(stored));
  }
}

const bookkeeping = new Set(['rev', 'update_by', 'update_time']);

/** A change raises the revision by one, and changes something. */
function expectChanged({ before, after }: ChangeRow, what: string): void {
  if (before === null) return;
  expect(Number(after['rev']), what).toBe(Number(before['rev']) + 1);
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  expect(
    changed.filter((name) => !bookkeeping.has(name)),
    what,
  ).not.toEqual([]);
}

/** What became of each row: one change, however many statements made it. */
async function changesOf(table: string): Promise<ChangeRow[]> {
  const { rows } = await t.app.pool.query<ChangeRow>(
    'select tx, id, before, after from seen_changes where name = $1 order by at',
    [table],
  );
  const whole = new Map<string, ChangeRow>();
  for (const row of rows) whole.set(row.id, { ...row, before: (whole.get(row.id) ?? row).before });
  return [...whole.values()];
}

type Answered = Answer<{ skipped?: { id: string }[]; success?: number } | null>;

/** Batteries of a sheet: one is in it twice, so that a row is refused. */
async function importBatteries({ which, who }: Step, requestId: string): Promise<Answered> {
  const numbers = which.length > 2 ? [...which, which[0] ?? 0] : which;
  const bytes = await workbookOf(
    batteryHeading,
    numbers.map((n) => batteryRow(n)),
  );
  return sendFile(t, battery.base, bytes, tokens[who] ?? '', 'zh', { 'x-request-id': requestId });
}

/** Rows left out because nothing would change are only logged; the other rows left out are reported to the caller as well. */
function expectLeftOut(answer: Answered, left: readonly LogRow[], what: string): void {
  const skipped = answer.data?.skipped?.map((row) => row.id);
  if (answer.code !== 0) expect(new Set(left.map((row) => row.code)), what).toEqual(new Set([answer.code]));
  else if (skipped !== undefined) expect(left.map((row) => String(row.id)).sort(), what).toEqual(skipped.sort());
  // One record, and nothing to change; or a sheet of which nothing came in.
  else if (answer.data?.success === undefined)
    expect(
      left.filter((row) => row.code !== unchanged),
      what,
    ).toEqual([]);
}

async function tryStep(one: Step): Promise<{ changed: number; vain: number }> {
  const { table, name } = kinds[one.kind];
  const id = one.kind === 'user' ? ids.user[one.who] : rowsOf(one.kind, one.which)[0];
  const current = await t.app.pool.query<{ rev: number }>(`select rev from ${table} where id = $1`, [id]);
  const [path, body] = calls[one.kind](one, current.rows[0]?.rev ?? 1);
  const requestId = randomUUID();
  await t.app.pool.query('truncate seen_changes');
  const answer: Answered = path.endsWith('/import')
    ? await importBatteries(one, requestId)
    : await t.call('POST', path, body, { as: tokens[one.who] ?? '', headers: { 'x-request-id': requestId } });
  expect(answer.status).toBe(200);
  const { rows: log } = await t.app.pool.query<LogRow>(
    `select xmin::text as tx, entity_id as id, result_code as code, before, after from sys_operation_log where request_id = $1 and entity = $2`,
    [requestId, name],
  );
  const changes = await changesOf(table);
  const what = `${path} ${JSON.stringify(body)} answered ${answer.code}`;
  // An import as a whole is logged once more, with the number of imported rows.
  const done = log.filter((row) => row.code === 0 && (row.id !== null || answer.data?.success === undefined));
  // The log and the tables name the same records, each once, in the same transaction.
  expect(done.map((row) => `${row.tx} ${row.id}`).sort(), what).toEqual(
    changes.map((row) => `${row.tx} ${row.id}`).sort(),
  );
  for (const change of changes) expectChanged(change, what);
  for (const row of done) {
    const change = changes.find((one) => one.id === row.id);
    expectLogged(row.before, change?.before ?? {}, `${what}: before`);
    expectLogged(row.after, change?.after ?? {}, `${what}: after`);
  }
  if (answer.data?.success !== undefined) expect(answer.data.success, what).toBe(done.length);
  for (const { id: added, before } of changes) if (before === null) ids[one.kind].push(added);
  // What was left out or refused is logged with its code, and the caller gets the same code.
  expect(log.length, what).toBeGreaterThan(0);
  const left = log.filter((row) => row.code !== 0);
  expectLeftOut(answer, left, what);
  return { changed: changes.length, vain: left.filter((row) => row.code === unchanged).length };
}

test('log and history of the tables agree, whoever does what in whatever order', async () => {
  const changed = new Map<Kind, number>();
  let [vain, tried] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        const outcome = await tryStep(one);
        changed.set(one.kind, (changed.get(one.kind) ?? 0) + outcome.changed);
        vain += outcome.vain;
        tried++;
      }
    }),
    { numRuns: 22, seed: 20_261_122 },
  );
  // Every kind was changed, and something was tried in vain.
  expect(
    [...changed]
      .filter(([, n]) => n > 0)
      .map(([kind]) => kind)
      .sort(),
  ).toEqual(Object.keys(kinds).sort());
  expect([...changed.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(tried / 5);
  expect(vain).toBeGreaterThan(10);
}, 120_000);
