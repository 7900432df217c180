import type { MayAnswer } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { answersMay, mayPath } from '@wheelhouse/entities/may';
import { publishableCalls } from '@wheelhouse/entities/publishable';
import { entities, pathOfCall, plain, shownAs } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { calls } from '../../src/modules/index.ts';
import { keyColumn } from '../../src/entity/storage.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addUser, password } from './fixture.ts';
import { callsAbout, refusals, unscoped } from './foreign-calls.ts';

/** Records of others, tried on every call that takes an id, by people who may call everything and see a part. */
let t: TestApp;
const all = Object.values(entities).map(plain);
/** Their rows belong to the scope of the vehicle that a card is in: `modules/sim/scope.ts`. */
const byVehicle: readonly string[] = ['simCard', 'simOperation'];
const scoped = all.filter((entity) => entity.scope !== undefined || byVehicle.includes(entity.name));
const readers = ['dealer account', 'branch office', 'region', 'own records'] as const;
const tokens: Record<string, string> = {};
/** By entity: ids of rows that neither reader may see. */
const foreign = new Map<string, string>();
let stranger = '';
let strangersSession = '';

beforeAll(async () => {
  t = await createTestApp();
  const query = (text: string, ...values: unknown[]) => t.app.pool.query<{ id: string }>(text, values);
  // Only scope is in the way.
  await query('update sys_function set staff_only = 0');
  for (const [role, scope] of [
    ['whole_dealer', 4],
    ['whole_branch', 2],
    ['whole_region', 3],
    ['whole_own', 5],
  ] as const) {
    await query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ($1, $1, $2, 1, 0, 1)`,
      role,
      scope,
    );
    await query('insert into sys_role_function (role_code, function_code) select $1, code from sys_function', role);
  }
  const own = await addSample(t, plain(entities.dealer));
  await addUser(t, { username: 'foreign.dealer', roles: ['whole_dealer'], dealerId: own });
  await addUser(t, { username: 'foreign.branch', roles: ['whole_branch'], organizationCode: 'EAST.SH' });
  await addUser(t, { username: 'foreign.region', roles: ['whole_region'], regionScope: ['440100'] });
  await addUser(t, { username: 'foreign.own', roles: ['whole_own'] });
  for (const [at, name] of ['dealer', 'branch', 'region', 'own'].entries())
    tokens[readers[at] ?? ''] = await t.login(`foreign.${name}`, password);
  for (const entity of scoped)
    if (
      entity.calls.includes('add') ||
      byVehicle.includes(entity.name) ||
      [
        'otaExecution',
        'changeRequest',
        'winningRecord',
        'goodsOrder',
        'refund',
        'blindBox',
        'blindBoxOrder',
        'boxRefund',
      ].includes(entity.name)
    )
      foreign.set(entity.name, await addSample(t, entity));
  await withTransaction(t.app.db, (tx) =>
    raiseAlarm(tx, { vehicleId: foreign.get('vehicle') ?? '', type: 'BRAKE', time: new Date(), source: 'server' }),
  );
  for (const entity of scoped.filter((one) => !foreign.has(one.name))) {
    const { rows } = await query(`select ${keyColumn(entity)}::text as id from ${entity.table} order by 1 limit 1`);
    if (rows[0]) foreign.set(entity.name, rows[0].id);
  }
  stranger = await addUser(t, { username: 'foreign.west', organizationCode: 'WEST' });
  await t.login('foreign.west', password);
  strangersSession = (await query('select id from sys_session where user_id = $1', stranger)).rows[0]?.id ?? '';
});
afterAll(() => t.stop());

const ask = <Data>(as: string, path: string, body: unknown, method: 'GET' | 'POST' = 'POST') =>
  t.call<Data>(method, path, body, { as: tokens[as] ?? '' });
/** Unknown, outside one's scope; or what was sent is incomplete, which is found out first. */
async function stateOf(entity: EntityDef, id: string): Promise<string> {
  const { rows } = await t.app.pool.query<{ text: string }>(
    `select t::text as text from ${entity.table} t where ${keyColumn(entity)} = $1`,
    [id],
  );
  return rows[0]?.text ?? '';
}

interface Attempt {
  readonly path: string;
  readonly body: Row;
  readonly many: boolean;
}

const pathsOfPublishable = (entity: EntityDef): readonly string[] =>
  entity.publishable === true ? Object.keys(publishableCalls).map((call) => `${entity.base}/${call}`) : [];

/** Every way to do something to one record of an entity. */
function attemptsOn(entity: EntityDef, id: string): Attempt[] {
  const standard: Attempt[] = [
    { path: pathOfCall(entity, 'detail'), body: { id }, many: false },
    { path: pathOfCall(entity, 'update'), body: { id, rev: 1, remark: '越权' }, many: false },
    { path: pathOfCall(entity, 'batchDelete'), body: { ids: [id] }, many: true },
    { path: pathOfCall(entity, 'enable'), body: { ids: [id], enabled: 0 }, many: true },
    { path: pathOfCall(entity, 'shelf'), body: { ids: [id], shelfStatus: 1 }, many: true },
  ];
  const known = new Set(entity.calls.map((call) => pathOfCall(entity, call)));
  const actions = Object.values(entity.actions ?? {}).map((action) => ({
    path: `${entity.base}/${action.path}`,
    body: { ...(action.many ? { ids: [id] } : { id }), ...action.fixedInput, reason: '越权尝试一下', remark: '越权' },
    many: Boolean(action.many),
  }));
  const versions = pathsOfPublishable(entity).map((path) => ({
    path,
    body: { id, number: 1, rev: 1, baseRev: 1, values: {} },
    many: false,
  }));
  return [...standard.filter((attempt) => known.has(attempt.path)), ...actions, ...versions];
}

describe.each(readers)('a %s', (reader) => {
  test.each(scoped)('reaches no $name of others', async (entity) => {
    const id = foreign.get(entity.name);
    if (id === undefined) return;
    const before = await stateOf(entity, id);
    // One statement narrows every call: of the other two scopes the ways of reading and one of writing are enough.
    const isBrief = reader === 'region' || reader === 'own records';
    const attempts = attemptsOn(entity, id).filter(({ path }) => !isBrief || /\/(detail|update\w*)$/.test(path));
    if (answersMay(entity)) {
      // All that may be done is refused, and nothing of the record is said.
      const answer = await ask<MayAnswer>(reader, mayPath(entity), { ids: [id] });
      const codes = answer.code === 0 ? answer.data.list.flatMap(({ refused }) => Object.values(refused)) : [answer];
      for (const { code } of codes) expect([1002, 1003, 1011], `may: ${code}`).toContain(code);
      expect(codes.length).toBeGreaterThan(0);
    }
    for (const { path, body, many } of attempts) {
      const { code, data, message } = await ask<{ changed?: number; deleted?: number } | null>(reader, path, body);
      if (many && code === 0) expect((data?.changed ?? 0) + (data?.deleted ?? 0), path).toBe(0);
      else expect(refusals, `${path}: ${code} ${message}`).toContain(code);
    }
    for (const call of ['list', 'export'] as const) {
      if (!entity.calls.includes(call) || entity.keyedBy !== undefined) continue;
      const answer = await ask<{ list?: object[]; rows?: number }>(reader, pathOfCall(entity, call), {
        query: { id },
        ...(call === 'export' && { reason: '核对权限范围' }),
      });
      expect(answer.code, `${call}: ${answer.message}`).toBe(0);
      expect(answer.data.list?.length ?? answer.data.rows, call).toBe(0);
    }
    if (!entity.keyedBy) {
      const read = await ask<Record<string, { total: number; list: object[] }>>(reader, `/rest/r/${entity.name}`, {
        [entity.name]: { query: { id } },
      });
      expect(read.data[entity.name]?.list, 'rest/r').toEqual([]);
      const written = await ask(reader, `/rest/w/${entity.name}`, { id, rev: 1, remark: '越权' });
      expect([...refusals, 1003], `rest/w: ${written.code}`).toContain(written.code);
      expect((await ask<object[]>(reader, '/ref/options', { entity: entity.name, ids: [id] })).data ?? []).toEqual([]);
    }
    if (isBrief) return;
    for (const path of ['/system/crm/operationLog/ofRecord', '/system/crm/approval/ofRecord'])
      expect(refusals).toContain((await ask(reader, path, { entity: entity.name, id })).code);
    for (const field of Object.keys(entity.fields)) {
      if (shownAs(entity, field).kind === 'private')
        expect(refusals).toContain(
          (await ask(reader, '/system/crm/privacy/reveal', { entity: entity.name, id, field, reason: '越权' })).code,
        );
    }
    expect(await stateOf(entity, id)).toBe(before);
  });

  test('reaches nothing of others by the calls of modules', async () => {
    const body = callsAbout({ foreign, stranger, strangersSession });
    for (const [path, [input, isRefused]] of Object.entries(body)) {
      const answer = await ask(reader, path, input);
      expect(isRefused(answer), `${path}: ${JSON.stringify(answer)}`).toBe(true);
    }
    expect(
      (await t.http.inject({ method: 'GET', url: '/common/file/somebody-elses-file-01?e=99999999999&s=AAAA' }))
        .statusCode,
    ).toBe(404);
    const { rows } = await t.app.pool.query('select revoked_time from sys_session where id = $1', [strangersSession]);
    expect(rows).toEqual([{ revoked_time: null }]);
    covered.push(
      ...Object.keys(body),
      '/common/file/:fileId',
      '/system/crm/operationLog/ofRecord',
      '/system/crm/approval/ofRecord',
      '/system/crm/privacy/reveal',
      '/ref/options',
      '/rest/r/:modelName',
      '/rest/w/:modelName',
    );
  });
});

const covered: string[] = [];

test('no call that takes an id is forgotten here', () => {
  const standard = new Set(
    all.flatMap((entity) => [
      ...entity.calls.map((call) => pathOfCall(entity, call)),
      ...Object.values(entity.actions ?? {}).map((action) => `${entity.base}/${action.path}`),
      ...pathsOfPublishable(entity),
      mayPath(entity),
    ]),
  );
  const takesId = calls.filter((call) => {
    // Those of the app and of devices know their caller by another proof, and are tried where they are made.
    if (call.proof !== undefined) return false;
    const schema: unknown = call.body ?? call.query;
    const shape =
      typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape as object) : [];
    return call.path.includes(':') || shape.some((name) => /^(id|ids|code|roleCode|\w*Ids?)$/.test(name));
  });
  const forgotten = takesId
    .map((call) => call.path)
    .filter((path) => !standard.has(path) && !covered.includes(path) && !unscoped.includes(path));
  expect(forgotten).toEqual([]);
});

test('there were records of others to try', () => {
  const without = scoped.filter((entity) => !foreign.has(entity.name)).map((entity) => entity.name);
  expect(foreign.size).toBeGreaterThan(6);
  expect(without).toEqual(without.filter((name) => !plain(entities[name]).calls.includes('add')));
});
