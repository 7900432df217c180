import { randomUUID } from 'node:crypto';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/http/call.ts';
import { isTraced } from '../../src/http/trace.ts';
import { calls } from '../../src/modules/index.ts';
import { addRole } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addSample, sampleForm } from './samples.ts';

/**
 * Every writing call, by as many at once as there are connections, by people whose every right is looked up. The pool refuses a second
 * connection to a transaction; one that is taken without its knowledge is waited for here.
 */
const together = 2;
const all = Object.values(entities).map(plain);
const enders = ['/system/crm/sysUser/ssoLogout'];
const writing = calls.filter(
  (call) => call.method === 'POST' && call.upload === undefined && isTraced(call) && !enders.includes(call.path),
);
let t: TestApp;
const tokens: string[] = [];
const ids = new Map<string, readonly string[]>();
const forms = new Map<string, readonly object[]>();

beforeAll(async () => {
  t = await createTestApp({ env: { DATABASE_POOL: String(together) } });
  const { rows } = await t.app.pool.query<{ code: string }>('select code from sys_function');
  await addRole(
    t,
    'everything',
    rows.map(({ code }) => code),
  );
  // Several people: the log takes so many rows of one in a minute.
  for (let i = 0; i < together; i++) tokens.push((await signInAs(t, { roles: ['everything'] })).token);
  for (const entity of all.filter((one) => one.calls.includes('add'))) {
    const samples: string[] = [];
    const drafts: object[] = [];
    for (let i = 0; i < together; i++) {
      samples.push(await addSample(t, entity));
      drafts.push(await sampleForm(t, entity));
    }
    ids.set(entity.name, samples);
    forms.set(entity.name, drafts);
  }
}, 120_000);
afterAll(() => t.stop());

const entityOf = (call: Call): EntityDef | undefined =>
  all.find((entity) => call.path.startsWith(`${entity.base}/`) && entity.calls.length > 0);

/** An input that the call accepts, derived from its entity: another record for each caller. */
function bodyOf(call: Call, n: number): object {
  const entity = entityOf(call);
  const id = ids.get(entity?.name ?? '')?.[n] ?? String(900_000 + n);
  if (entity !== undefined && call.path === pathOfCall(entity, 'add')) return { ...forms.get(entity.name)?.[n] };
  const action = Object.values(entity?.actions ?? {}).find((one) => call.path === `${entity?.base}/${one.path}`);
  const state = { enabled: 0, shelfStatus: 2 };
  return {
    id,
    ids: [id],
    userId: id,
    vehicleId: id,
    rev: 1,
    remark: '备注',
    reason: '理由理由',
    ...state,
    ...action?.fixedInput,
  };
}

test.each(writing.map((call) => [call.path, call] as const))(
  '%s waits for no second connection',
  async (_path, call) => {
    const requests = tokens.map(() => randomUUID());
    const answers = await Promise.all(
      tokens.map((as, n) =>
        t.call('POST', call.path.replace(/:\w+/g, 'vehicleSeries'), bodyOf(call, n), {
          as,
          headers: { 'x-request-id': requests[n] ?? '' },
        }),
      ),
    );
    expect(t.errors.splice(0)).toEqual([]);
    for (const answer of answers) expect(answer, answer.message).toMatchObject({ status: 200 });
    if (call.access === 'login' || call.access === 'public') return;
    const { rows } = await t.app.pool.query<{ id: string }>(
      'select distinct request_id as id from sys_operation_log where request_id = any($1)',
      [requests],
    );
    expect(rows).toHaveLength(requests.length);
  },
);
