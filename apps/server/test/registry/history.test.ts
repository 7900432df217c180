import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Row } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { snake } from '../../src/entity/storage.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addSample, bindOwner } from './samples.ts';

/** The operation log is the history of the tables: each change of a row is told once, with what it was and became, and nothing else is. */
let t: TestApp;
const kinds = { qa: plain(entities.consoleQa), vehicle: plain(entities.vehicle), alarm: plain(entities.alarm) };
type Kind = keyof typeof kinds;
const ids: Record<Kind, string[]> = { qa: [], vehicle: [], alarm: [] };
const tokens: string[] = [];
let dealerId = '';

beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'half', [
    'qa',
    'qa.edit',
    'qa.enable',
    'alarmManage.query',
    'alarmManage.claim',
    'vehicleManage.query',
    'vehicleManage.stop',
  ]);
  await addRole(t, 'narrow', ['qa', 'vehicleManage.query', 'vehicleManage.stop', 'alarmManage.claim'], 2);
  for (const role of ['admin', 'half', 'narrow']) {
    await addUser(t, {
      username: `history.${role}`,
      roles: [role],
      organizationCode: role === 'narrow' ? 'WEST' : 'HQ',
    });
    tokens.push(await t.login(`history.${role}`, password));
  }
  dealerId = await addSample(t, plain(entities.dealer));
  for (let i = 0; i < 4; i++) {
    ids.qa.push(await addSample(t, kinds.qa));
    const vehicleId = await addSample(t, kinds.vehicle);
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
  await t.app.pool.query(`create table seen_changes (tx text, name text, id text, before jsonb, after jsonb)`);
  await t.app.pool.query(`create function keep_change() returns trigger language plpgsql as $$ begin
    insert into seen_changes values (pg_current_xact_id()::text, tg_table_name, new.id::text, to_jsonb(old), to_jsonb(new)); return null; end $$`);
  for (const { table } of Object.values(kinds))
    await t.app.pool.query(
      `create trigger keep_change after update on ${table} for each row execute function keep_change()`,
    );
}, 60_000);
afterAll(() => t.stop());

interface Step {
  readonly who: number;
  readonly kind: Kind;
  readonly deed: number;
  readonly which: readonly number[];
  readonly state: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(2),
  kind: fc.constantFrom<Kind>('qa', 'vehicle', 'alarm'),
  deed: fc.nat(3),
  // The last one is nobody's.
  which: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
  state: fc.nat(1),
});

/** A call on several records, or on one. */
function callOf({ kind, deed, which, state }: Step, rev: number): [string, object] {
  const those = which.map((at) => ids[kind][at] ?? '987654321');
  const [id = ''] = those;
  const path = (name: string) => `${kinds[kind].base}/${name}`;
  if (kind === 'qa') {
    if (deed === 0) return [pathOfCall(kinds.qa, 'update'), { id, rev, sort: state, question: ' 轮胎多久换一次？ ' }];
    return [pathOfCall(kinds.qa, 'enable'), { ids: those, enabled: state }];
  }
  if (kind === 'alarm') {
    if (deed === 0) return [path('release'), { id }];
    if (deed === 1) return [path('ignore'), { ids: those, reasonCode: '1' }];
    return [path(deed === 2 ? 'assign' : 'claim'), { ids: those, userId: '1' }];
  }
  if (deed === 0) return [path('assignDealer'), { ids: those, dealerId, shipDate: '2026-02-03' }];
  return [
    path('operation'),
    { ids: those, operationStatus: state, ...(state === 1 && { reasonCode: '1', remark: '核对车辆' }) },
  ];
}

interface LogRow {
  readonly tx: string;
  readonly id: string;
  readonly code: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Values that are written alike in log and table. */
const alike = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string' || value === null;

function expectTold(side: Row | null, row: Row, what: string): void {
  for (const [name, value] of Object.entries(side ?? {})) {
    const stored = row[snake(name)];
    const isTime = name.endsWith('Time') || name.endsWith('Date');
    if (name.startsWith('@') || stored === undefined || isTime || !alike(value) || !alike(stored)) continue;
    expect(String(value), `${what} ${name}`).toBe(String(stored));
  }
}

async function tryStep(one: Step): Promise<number> {
  const { table, name } = kinds[one.kind];
  const id = ids[one.kind][one.which[0] ?? 0] ?? '0';
  const current = await t.app.pool.query<{ rev: number }>(`select rev from ${table} where id = $1`, [id]);
  const [path, body] = callOf(one, current.rows[0]?.rev ?? 1);
  const requestId = randomUUID();
  await t.app.pool.query('truncate seen_changes');
  const answer = await t.call<{ skipped?: { id: string }[] }>('POST', path, body, {
    as: tokens[one.who] ?? '',
    headers: { 'x-request-id': requestId },
  });
  expect(answer.status).toBe(200);
  const { rows: log } = await t.app.pool.query<LogRow>(
    `select xmin::text as tx, entity_id as id, result_code as code, before, after from sys_operation_log where request_id = $1 and entity = $2`,
    [requestId, name],
  );
  const { rows: changes } = await t.app.pool.query<{ tx: string; id: string; before: Row; after: Row }>(
    'select * from seen_changes where name = $1',
    [table],
  );
  const what = `${path} ${JSON.stringify(body)} answered ${answer.code}`;
  const done = log.filter((row) => row.code === 0);
  // Told and changed are the same records, each once, in the same transaction.
  expect(done.map((row) => `${row.tx} ${row.id}`).sort(), what).toEqual(
    changes.map((row) => `${row.tx} ${row.id}`).sort(),
  );
  for (const row of done) {
    const change = changes.find((one) => one.id === row.id);
    expect(Number(change?.after['rev']), what).toBe(Number(change?.before['rev']) + 1);
    expectTold(row.before, change?.before ?? {}, `${what}: before`);
    expectTold(row.after, change?.after ?? {}, `${what}: after`);
  }
  // Whatever was left out or refused is told with its code, and the caller is told the same.
  expect(log.length, what).toBeGreaterThan(0);
  const left = log.filter((row) => row.code !== 0);
  if (answer.code === 0)
    expect(left.map((row) => row.id).sort(), what).toEqual((answer.data.skipped ?? []).map((row) => row.id).sort());
  else expect(new Set(left.map((row) => row.code)), what).toEqual(new Set([answer.code]));
  return changes.length;
}

test('log and history of the tables agree, whoever does what in whatever order', async () => {
  let [changed, tried] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        changed += await tryStep(one);
        tried++;
      }
    }),
    { numRuns: 25, seed: 20_261_122 },
  );
  expect(changed).toBeGreaterThan(tried / 5);
}, 120_000);
