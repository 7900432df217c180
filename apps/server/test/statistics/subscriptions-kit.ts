import { expect } from 'vitest';
import type { ReportDeliveryRow } from '../../../../packages/contract/src/calls/statistics.ts';
import { mailSandbox } from '../../src/adapters/mail/index.ts';
import type { ArrivedMail } from '../../src/adapters/mail/sandbox.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { works } from '../../src/work/list.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { dealers, makeVehicle, makeWorld } from '../fleet/world.ts';
import type { TestApp } from '../support/app.ts';

const base = '/stat/crm/subscription';
export const numbers = ['alarmStatistics.query', 'alarmStatistics.export'];
const dayMs = 86_400_000;

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly address: string;
}

/** Two dealers in two cities: two alarms of yesterday at one, one at the other; and people who see one of them or both. */
export async function subscriptionWorld(t: TestApp) {
  await makeWorld(t.app);
  const near = await makeVehicle(t.app, {});
  const far = await makeVehicle(t.app, { dealerId: dealers.hangzhou });
  const time = new Date(Date.now() - dayMs);
  for (const [vehicleId, type] of [
    [near.id, 'BRAKE'],
    [near.id, 'GEOFENCE'],
    [far.id, 'BRAKE'],
  ] as const)
    await withTransaction(t.app.db, (tx) => raiseAlarm(tx, { vehicleId, type, time, source: 'server' }));
  await addRole(t, 'report_all', numbers);
  await addRole(t, 'report_region', numbers, 3);
  await addRole(t, 'report_looks', ['alarmStatistics.query']);
  await addRole(t, 'report_none', []);

  let people = 0;
  const person = async (
    role: string,
    more: { readonly address?: string | null; readonly regionScope?: readonly string[] } = {},
  ): Promise<Person> => {
    const username = `reader.${++people}`;
    const { address = `${username}@fleet.example`, regionScope } = more;
    const id = await addUser(t, { username, roles: [role], ...(regionScope && { regionScope }) });
    await t.app.pool.query('update sys_user set email = $2 where id = $1', [id, address]);
    return { id, address: address ?? '', token: await t.login(username, password) };
  };
  const form = (more: object = {}): object => ({
    name: '报警日报',
    statistic: 'alarm',
    period: 1,
    frequency: 1,
    timeOfDay: '08:00',
    lang: 'zh',
    toOwner: 1,
    enabled: 1,
    ...more,
  });
  const add = (as: Person | string, more: object = {}) =>
    t.call<{ id: string; errors?: { field: string; message: string }[] }>('POST', `${base}/add`, form(more), {
      as: typeof as === 'string' ? as : as.token,
    });
  const added = async (as: Person, more: object = {}): Promise<string> => {
    const { code, data, message } = await add(as, more);
    expect([code, message, data]).toEqual([0, expect.anything(), expect.anything()]);
    return data.id;
  };
  const door = async (path: string, query: Readonly<Record<string, string>>): Promise<Response> => {
    const { door: of } = await mailSandbox(t.app);
    return fetch(`${of.url}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: of.authorization ?? '' },
    });
  };
  const round = async (name: string): Promise<void> => {
    await works()
      .find((one) => one.name === name)
      ?.round(t.app);
  };
  return {
    person,
    add,
    added,
    round,
    call: <Data = unknown>(path: string, body: object, as: Person) =>
      t.call<Data>('POST', `${base}/${path}`, body, { as: as.token }),
    /** As if its time had come so long ago, or at `time`. @returns the time, which a minute that ends meanwhile does not change */
    comeDue: async (id: string, hours = 0, time = new Date(Date.now() - hours * 3_600_000)): Promise<Date> => {
      await t.app.pool.query(
        `update stat_subscription set time_of_day = to_char($2::timestamptz at time zone 'Asia/Shanghai', 'HH24:MI') where id = $1`,
        [id, time],
      );
      await t.app.pool.query(
        `update stat_subscription_due set next_time = now(), due_time = date_trunc('minute', $2::timestamptz) where subscription_id = $1`,
        [id, time],
      );
      return time;
    },
    /** Both works, until nothing is due. */
    work: async (): Promise<void> => {
      await round('statistics.schedules');
      await round('statistics.reports');
    },
    arrived: async ({ address }: Pick<Person, 'address'>): Promise<readonly ArrivedMail[]> =>
      (await door('/sandbox/mails', { to: address })).json() as Promise<readonly ArrivedMail[]>,
    bytesOf: async ({ messageId, to }: ArrivedMail): Promise<ArrayBuffer> =>
      (await door('/sandbox/mail', { messageId, to })).arrayBuffer(),
    deliveries: async (id: string, as: Person): Promise<readonly ReportDeliveryRow[]> => {
      const { code, data } = await t.call<{ list: ReportDeliveryRow[] }>(
        'POST',
        `${base}/deliveries`,
        { id },
        { as: as.token },
      );
      expect(code).toBe(0);
      return data.list;
    },
  };
}
export type SubscriptionWorld = Awaited<ReturnType<typeof subscriptionWorld>>;
