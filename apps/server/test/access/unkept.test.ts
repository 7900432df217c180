import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/http/call.ts';
import { isTraced } from '../../src/http/trace.ts';
import { calls } from '../../src/modules/index.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { changedTables, sumsOfTables } from '../support/tables.ts';

/** What cannot be traced is not done: the operation log takes nothing, and every call is asked for what it would do. */
let t: TestApp;
let token: string;
const ids = new Map<string, string>();
const all = Object.values(entities).map(plain);
const enders = ['/system/crm/sysUser/ssoLogout'];
const traced = calls.filter((call) => isTraced(call) && call.access !== 'public' && !enders.includes(call.path));

beforeAll(async () => {
  t = await createTestApp();
  token = await t.login('admin', adminPassword);
  for (const entity of all.filter((one) => one.calls.includes('add'))) ids.set(entity.name, await addSample(t, entity));
});
afterAll(() => t.stop());

const entityOfPath = (path: string): EntityDef | undefined => all.find((entity) => path.startsWith(`${entity.base}/`));

async function bodyOf(call: Call): Promise<object> {
  const entity = entityOfPath(call.path);
  if (call.path === '/rest/w/:modelName') return sampleForm(t, plain(entities.vehicleSeries));
  if (entity === undefined) return {};
  if (call.path === pathOfCall(entity, 'add') && entity.calls.includes('add')) return sampleForm(t, entity);
  const id = ids.get(entity.name) ?? '1';
  const action = Object.values(entity.actions ?? {}).find((one) => call.path === `${entity.base}/${one.path}`);
  if (action !== undefined) return { ...(action.many ? { ids: [id] } : { id }), ...action.fixedInput };
  const { rows } = await t.app.pool.query<{ rev: number }>(`select rev from ${entity.table} where id = $1`, [id]);
  if (call.path === pathOfCall(entity, 'update')) return { id, rev: rows[0]?.rev ?? 1, remark: '改', sort: 3 };
  return { ids: [id], enabled: 0, shelfStatus: 1, reason: '核对数据', query: {} };
}

test('no call changes anything that its trace does not state', async () => {
  const bodies = new Map<Call, object>();
  for (const call of traced) bodies.set(call, await bodyOf(call));
  await t.app.pool.query(
    `create function refuse_trace() returns trigger language plpgsql as $$ begin raise exception 'no trace'; end $$`,
  );
  await t.app.pool.query(
    'create trigger refuse_trace before insert on sys_operation_log for each row execute function refuse_trace()',
  );
  let before = await sumsOfTables(t);
  const quiet: string[] = [];
  let tried = 0;
  let recent: string[] = [];
  for (const [at, call] of traced.entries()) {
    const response = await t.http.inject({
      method: call.method,
      url: call.path.replaceAll(/:\w+/g, 'vehicleSeries'),
      ...(call.method === 'POST' && { payload: bodies.get(call) ?? {} }),
      headers: { authorization: `Bearer ${token}` },
    });
    const code = String(response.headers['content-type']).startsWith('application/json')
      ? response.json<{ code: number }>().code
      : 0;
    if (code === 0 && call.access !== 'login') quiet.push(`${call.path} answered 0`);
    if (code === 1000) tried++;
    recent.push(`${call.path} ${code}`);
    if (at % 20 !== 0 && at < traced.length - 1) continue;
    const after = await sumsOfTables(t);
    const changed = changedTables(before, after);
    if (changed.length > 0) quiet.push(`${changed.join(', ')} changed by one of ${recent.join(', ')}`);
    [before, recent] = [after, []];
  }
  expect(quiet).toEqual([]);
  // Most would have gone through: what stopped them was the log.
  expect(tried).toBeGreaterThan(60);
});
