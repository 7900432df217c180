import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addRole, grant, password } from '../access/fixture.ts';
import { caseForm, startKit, type Kit } from './kit.ts';

/** A link to a stolen vehicle's position shows at any moment what its maker sees at that moment, and nothing when they may show nothing. */
let kit: Kit;
let makerId: string;
let caseId: string;
const sharing = [
  'stolenMonitorManage',
  'stolenMonitorManage.query',
  'stolenMonitorManage.verify',
  'stolenMonitorManage.share',
];

beforeAll(async () => {
  kit = await startKit();
  await addRole(kit.t, 'sharer', sharing);
  const token = await kit.staff('share.maker', 'sharer');
  ({ id: makerId } = await kit.t.app.sessions.authenticate(token, undefined));
  const vehicle = await kit.vehicle();
  const made = await post<{ id: string }>('add', { vin: vehicle.vin, ...caseForm }, 'admin');
  caseId = made.data.id;
  await post('transition', { id: caseId, action: 'verify' }, 'admin');
  await kit.rows(
    `insert into veh_vehicle_status (vehicle_id, gps_lng, gps_lat, gps_time, report_time) values ($1, 121.512345, 31.212345, now(), now())
     on conflict (vehicle_id) do update set gps_lng = excluded.gps_lng, gps_lat = excluded.gps_lat, gps_time = now(), report_time = now()`,
    vehicle.vehicleId,
  );
});
afterAll(() => kit.stop());
beforeEach(() => grant(kit.t, 'sharer', sharing));

const post = <Data = unknown>(call: string, body: object, as?: string) =>
  kit.t.call<Data>('POST', `/veh/crm/stolen/${call}`, body, as === undefined ? {} : { as });
/** Signed in anew: disabling an account ends its sessions for good. */
const maker = () => kit.t.login('share.maker', password);
const share = async () => {
  const answer = await post<{ id: string; token: string }>('share', { id: caseId, hours: 1 }, await maker());
  expect(answer.code, answer.message).toBe(0);
  return answer.data;
};
const codeOf = async (token: string) => (await post('shared', { token })).code;
const active = async (id: string) =>
  (await post<{ id: string; active: number }[]>('shares', { id: caseId }, 'admin')).data.find((row) => row.id === id)
    ?.active;

test('who may share but does not see the place makes no link', async () => {
  await addRole(kit.t, 'blind_sharer', [
    'stolenMonitorManage',
    'stolenMonitorManage.query',
    'stolenMonitorManage.share',
  ]);
  const blind = await kit.staff('share.blind', 'blind_sharer');
  expect((await post('share', { id: caseId }, blind)).code).toBe(1003);
  const looking = await kit.staff('share.looks', 'auditor');
  expect((await post('share', { id: caseId }, looking)).code).toBe(1003);
  expect((await post('revokeShare', { id: caseId, shareId: (await share()).id }, looking)).code).toBe(1003);
});

/** What ends a link while it lasts, and what brings it back: each read by the link's next viewer. */
const endings: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
  [
    'the right to share',
    () =>
      grant(
        kit.t,
        'sharer',
        sharing.filter((code) => !code.endsWith('.share')),
      ),
    () => grant(kit.t, 'sharer', sharing),
  ],
  [
    'the place',
    () =>
      grant(
        kit.t,
        'sharer',
        sharing.filter((code) => !code.endsWith('.verify')),
      ),
    () => grant(kit.t, 'sharer', sharing),
  ],
  [
    'the case out of scope',
    () => kit.rows("update sys_role set data_scope = 3 where role_code = 'sharer'"),
    () => kit.rows("update sys_role set data_scope = 1 where role_code = 'sharer'"),
  ],
  [
    'the role',
    () => kit.rows("update sys_role set enabled = 0 where role_code = 'sharer'"),
    () => kit.rows("update sys_role set enabled = 1 where role_code = 'sharer'"),
  ],
  [
    'the account',
    () => kit.rows('update sys_user set enabled = 0 where id = $1', makerId),
    () => kit.rows('update sys_user set enabled = 1 where id = $1', makerId),
  ],
  [
    'the last day of the account',
    () => kit.rows("update sys_user set valid_until = '2020-01-01' where id = $1", makerId),
    () => kit.rows('update sys_user set valid_until = null where id = $1', makerId),
  ],
];

test.each(endings)('a maker who lost %s shows nothing any more', async (_what, lose, regain) => {
  const link = await share();
  expect(await codeOf(link.token)).toBe(0);
  expect(await active(link.id)).toBe(1);
  await lose();
  expect(await codeOf(link.token)).toBe(1002);
  expect(await active(link.id)).toBe(0);
  await regain();
  expect(await codeOf(link.token)).toBe(0);
});

test('a link lasts a day at most, and whoever may share ends it, in scope', async () => {
  expect((await post('share', { id: caseId, hours: 25 }, await maker())).code).toBe(1001);
  const link = await share();
  await addRole(kit.t, 'far_sharer', sharing, 3);
  const far = await kit.staff('share.far', 'far_sharer');
  expect((await post('revokeShare', { id: caseId, shareId: link.id }, far)).code).toBe(1011);
  expect(await codeOf(link.token)).toBe(0);
  expect((await post('revokeShare', { id: caseId, shareId: link.id }, 'admin')).code).toBe(0);
  expect(await codeOf(link.token)).toBe(1002);
});
