import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoPassword } from '../src/seed/access/accounts.ts';
import { seed } from '../src/seed/index.ts';
import { simulatorSecret } from '../src/seed/simulator.ts';
import { createTestApp, type TestApp } from './support/app.ts';

const handedOver = z.array(
  z.looseObject({
    imei: z.string(),
    vin: z.string(),
    batterySns: z.array(z.string()).min(1),
    home: z.object({ lng: z.number(), lat: z.number() }),
    city: z.string(),
    maxSpeedKmh: z.number(),
    voltageV: z.number(),
  }),
);
const handedOverOwners = z.object({
  owners: z.array(
    z.object({
      token: z.string(),
      clientOs: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      appVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
      vin: z.string().nullable(),
      vehicleTypeId: z.string().nullable(),
      waits: z.boolean(),
      seed: z.int(),
    }),
  ),
  promoCodes: z.array(z.string()),
});

let test: TestApp;
const one = async (query: string, values: unknown[] = []): Promise<unknown> => {
  const { rows } = await test.app.pool.query<Record<string, unknown>>(query, values);
  return Object.values(rows[0] ?? {})[0];
};
const list = () => handedOver.parse(JSON.parse(readFileSync(join(test.app.config.dataDir, 'simulator.json'), 'utf8')));
async function accepts(imei: string): Promise<boolean> {
  const { rows } = await test.app.pool.query<{ salt: Buffer; secret_hash: Buffer }>(
    'select salt, secret_hash from dev_credential where imei = $1',
    [imei],
  );
  const [stored] = rows;
  return (
    stored !== undefined &&
    createHash('sha256')
      .update(stored.salt)
      .update(simulatorSecret(test.app.secrets.simulatorKey, imei))
      .digest()
      .equals(stored.secret_hash)
  );
}

beforeAll(async () => {
  test = await createTestApp({ env: { SEED: 'demo', SIMULATOR: '30' } });
  await seed(test.app);
});
afterAll(() => test.stop());

describe('demo data in the database', () => {
  it('is there once, however often it starts', async () => {
    const before = await one('select count(*) from veh_vehicle');
    expect(Number(before)).toBe(2400);
    await seed(test.app);
    expect(await one('select count(*) from veh_vehicle')).toBe(before);
  });

  it('adds a part that an installation does not have yet, made from the records that are there', async () => {
    const changes = () =>
      test.app.pool.query(
        'select a.application_no, a.submit_time, a.review_time, v.imei from veh_unbind_application a join veh_vehicle v on v.id = a.vehicle_id order by 1',
      );
    const count = () => one('select (select count(*) from veh_stolen_case) + (select count(*) from alm_alarm)');
    const [before, others] = [(await changes()).rows, await count()];
    expect(before.length).toBeGreaterThan(5);
    await test.app.pool.query('delete from veh_unbind_application');
    await seed(test.app);
    expect((await changes()).rows).toEqual([]);
    await test.app.pool.query(`delete from stat_progress where name = 'demo.unbinding'`);
    await seed(test.app);
    expect((await changes()).rows).toEqual(before);
    expect(await count()).toBe(others);
  });

  it('agrees between tables', async () => {
    expect(
      await one(
        'select count(*) from veh_vehicle v where (bind_status = 1) <> exists (select 1 from veh_binding b where b.vehicle_id = v.id and b.bind_type = 1 and b.status = 1 and b.user_id = v.owner_user_id)',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_vehicle v join veh_type t on t.id = v.vehicle_type_id where (select count(*) from veh_battery b where b.vehicle_id = v.id and b.status = 1) <> t.battery_count',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_battery b where b.status = 1 and not exists (select 1 from veh_battery_binding h where h.battery_id = b.id and h.vehicle_id = b.vehicle_id and h.unbind_time is null)',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_vehicle_status s join veh_vehicle v on v.id = s.vehicle_id where v.activation_status = 0',
      ),
    ).toBe('0');
    expect(
      await one('select count(*) from veh_vehicle_status where geo_cell <> geo_cell(gps_lng, gps_lat) or online <> 0'),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_type t where shelf_status = 1 and exists (select 1 from unnest(t.colors) c where not exists (select 1 from veh_image i where i.vehicle_type_id = t.id and i.color = c))',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_mileage_day d join veh_vehicle_status s using (vehicle_id) where d.end_odometer_km > s.odometer_km + 0.1',
      ),
    ).toBe('0');
  });

  it('has operators behind it whose traces fit the records', async () => {
    expect(Number(await one('select count(distinct user_id) from sys_login_log where result = 0'))).toBeGreaterThan(8);
    expect(
      await one(
        `select count(*) from sys_operation_log l join dlr_dealer d on d.id::text = l.entity_id
          where l.entity = 'dealer' and l.result_code = 0 and l.after ->> 'servicePhone' <> d.service_phone`,
      ),
    ).toBe('0');
    expect(
      await one(
        `select count(*) from sys_operation_log l left join veh_vehicle v on v.id::text = l.entity_id
          where l.entity = 'vehicle' and l.action = 'assignDealer' and v.dealer_id::text is distinct from l.after ->> 'dealerId'`,
      ),
    ).toBe('0');
    expect(Number(await one('select count(*) from sys_operation_log where result_code <> 0'))).toBeGreaterThan(4);
    expect(await one('select count(*) from sys_operation_log where time > now()')).toBe('0');
    expect(
      await one(
        'select count(*) from sys_sensitive_access_log l where not exists (select 1 from usr_app_user u where u.id::text = l.entity_id)',
      ),
    ).toBe('0');
  });

  /** What nobody may find: each of these counts rows that contradict others, or that no person would have left. */
  it.each([
    [
      'a sign-in is before its account',
      'sys_login_log l join sys_user u on u.id = l.user_id where l.time < u.create_time',
    ],
    ['a last login is before the account', 'sys_user where last_login_time < create_time'],
    [
      'something is done before its account',
      `sys_operation_log l join sys_user u on u.id = l.user_id where l.time < u.create_time`,
    ],
    [
      'a last login is no sign-in',
      `sys_user u where u.last_login_time is not null
      and not exists (select 1 from sys_login_log l where l.user_id = u.id and l.time = u.last_login_time)`,
    ],
    [
      'a day has other trips than it counts',
      `veh_mileage_day d full join (select vehicle_id, (start_time at time zone 'Asia/Shanghai')::date as stat_date, count(*)::int as n from veh_trip group by 1, 2) t
        using (vehicle_id, stat_date) where d.trip_count is distinct from t.n`,
    ],
    [
      'trips overlap',
      `(select t.end_time, lead(t.start_time) over (partition by t.vehicle_id order by t.start_time) as next from veh_trip t) x where x.next < x.end_time`,
    ],
    [
      'a trip ends after the last report',
      'veh_trip t join veh_vehicle_status s using (vehicle_id) where t.end_time > s.report_time',
    ],
    [
      'a vehicle that was not found has reported lately',
      `veh_stolen_case c join veh_vehicle_status s using (vehicle_id)
      where c.status = 3 and s.report_time > now() - interval '90 days'`,
    ],
    [
      'a vehicle that was not found has alarms since',
      `veh_stolen_case c join alm_alarm a using (vehicle_id) where c.status = 3 and a.alarm_type <> 'OFFLINE_LONG' and a.last_time > c.stolen_time + interval '1 day'`,
    ],
    [
      'an application is numbered out of order',
      `(select submit_time, right(application_no, 6)::int as n, lag(submit_time) over (order by right(application_no, 6)) as before
      from veh_unbind_application) x where x.submit_time < x.before`,
    ],
    [
      'an application is reviewed before it was made',
      'veh_unbind_application where review_time < submit_time or review_time > now()',
    ],
    [
      'a review is at night',
      `veh_unbind_application where extract(hour from review_time at time zone 'Asia/Shanghai') not between 8 and 19
      and review_time < now() - interval '1 day'`,
    ],
    [
      'a notice counts others than its records',
      `msg_system m left join lateral (select count(*)::int as n, count(i.read_time)::int as read from msg_inbox i
        where i.ref_type = 'systemMessage' and i.ref_id = m.id::text) told on true where (m.target_count, m.read_count) is distinct from (told.n, told.read)`,
    ],
    [
      'a notice was decided by whoever wrote it',
      `msg_system where auditor_id in (create_by, submitter_id) or status in (2, 4, 5) and '1' = any(receivers) and auditor_id is null`,
    ],
    [
      'a campaign counts others than its records',
      `msg_activity m left join lateral (select count(*)::int as n, count(i.read_time)::int as read from msg_inbox i
        where i.ref_type = 'activityMessage' and i.ref_id = m.id::text) told on true where (m.target_count, m.read_count) is distinct from (told.n, told.read)`,
    ],
    [
      'a message to many has other stored numbers than its records',
      `(select ref_type, ref_id, channel, status, sum(n) as n from msg_push_count group by 1, 2, 3, 4) s
      full join (select ref_type, ref_id, channel, status, count(*) as n from msg_push_record where priority > 0 group by 1, 2, 3, 4) r
        using (ref_type, ref_id, channel, status) where coalesce(s.n, 0) <> coalesce(r.n, 0)`,
    ],
    [
      'a campaign was decided by whoever wrote it, or reached phones at night',
      `msg_activity where auditor_id in (create_by, submitter_id) or status in (2, 4, 5) and auditor_id is null
        or status in (4, 5) and extract(hour from send_time at time zone 'Asia/Shanghai') not between 8 and 21`,
    ],
    [
      'a message was read before it was sent, or is still to be delivered',
      `msg_inbox i join msg_push_record r on r.inbox_id = i.id where i.ref_type in ('activityMessage', 'systemMessage')
      and (i.read_time < i.create_time or i.read_time > now() or r.status = 0 or r.next_time is not null)`,
    ],
    [
      'a run of a reminder counts others than its recipients, or ran in the future',
      `msg_service_run r left join lateral (select count(p.inbox_id)::int as n from msg_service_recipient p where p.run_id = r.id) told on true
      where r.sent is distinct from told.n or r.sent = 0 or r.hit <> r.sent + r.skipped or r.run_time > now()`,
    ],
    [
      'a promotion counts others than its events',
      `ps_promotion p left join lateral (select count(*) filter (where event = 1)::int as scan, count(*) filter (where event = 2)::int as download,
          count(*) filter (where event = 3)::int as register, count(*) filter (where event = 4)::int as bind, coalesce(sum(reward_fen), 0)::bigint as reward
        from ps_promotion_event e where e.promotion_id = p.id) n on true
      where (p.scan_count, p.download_count, p.register_count, p.bind_count, p.reward_fen) is distinct from (n.scan, n.download, n.register, n.bind, n.reward)
        or p.status in (2, 3) and p.bind_count = 0`,
    ],
    [
      'a coupon counts others than its rows, or a code of another company is missing',
      `act_coupon c left join lateral (select count(*)::int as issued, (count(*) filter (where status = 2))::int as used,
          (count(*) filter (where status = 3))::int as expired, count(*) filter (where status = 2 and (use_time < receive_time or use_time > now()))::int as wrong,
          count(k.id)::int as codes
        from act_user_coupon u left join act_coupon_code k on k.user_coupon_id = u.id where u.coupon_id = c.id) n on true
      where (c.issued, c.used, c.expired) is distinct from (n.issued, n.used, n.expired) or n.wrong > 0 or c.coupon_type = 4 and n.codes <> c.issued
        or c.status in (1, 3) and c.issued < 30`,
    ],
    [
      'an introduction is on the shelf for a feature that no model has',
      `ps_function_introduce i join ps_functional_feature x on x.id = i.feature_code where i.shelf_status = 1 and x.default_on = 0
        and not exists (select 1 from ps_feature_model m where m.feature_id = x.id and m.state <> 0)`,
    ],
    [
      'a promotion has a visit outside its time, or one that is to come',
      'ps_promotion_event e join ps_promotion p on p.id = e.promotion_id where e.event in (1, 2) and (e.time < p.start_time or e.time > least(p.end_time, now()))',
    ],
    [
      'a repair order has a higher number than a later one',
      'cs_repair_order a join cs_repair_order b on a.create_time < b.create_time and right(a.order_no, 6) >= right(b.order_no, 6)',
    ],
    [
      'an advertisement or a theme begins at a time that nobody would choose',
      '(select start_time from ps_advertisement union all select start_time from cnt_app_theme) t where extract(minute from t.start_time) + extract(second from t.start_time) <> 0',
    ],
    [
      'a sleeping owner was active',
      "usr_tag t join usr_tag_member m on m.tag_id = t.id join usr_app_user u on u.id = m.user_id where t.name = '沉睡车主' and u.last_active_time > now() - interval '13 days'",
    ],
    [
      'an approved version of the app for iOS is one that no user has',
      'ps_ios_review r where r.review_status = 2 and not exists (select from usr_app_user u where u.client_os = 2 and u.app_version = r.version_name)',
    ],
    [
      'a case ends before it is verified',
      'veh_stolen_case where verify_time < stolen_time or recover_time < verify_time or close_time < stolen_time',
    ],
  ])('never: %s', async (_, from) => {
    expect(await one(`select count(*) from ${from}`)).toBe('0');
  });

  it.each([
    ['submissions', 'veh_unbind_application', 'submit_time'],
    ['thefts', 'veh_stolen_case', 'stolen_time'],
    ['waiting', 'veh_unbind_application', 'review_time - submit_time'],
    ['repair orders', 'cs_repair_order', 'create_time'],
    ['SIM requests', 'sim_operation', 'create_time'],
    ['replacements', 'veh_replacement_record', 'replace_time'],
  ])('%s are at moments of their own', async (_, table, moment) => {
    const { rows } = await test.app.pool.query<{ n: number; of: number }>(
      `select count(distinct to_char(${moment}, 'MI:SS'))::int as n, count(${moment})::int as of from ${table}`,
    );
    expect(rows[0]?.n).toBeGreaterThan((rows[0]?.of ?? 0) * 0.8);
  });

  it('has owners who are asleep, and users who came by a promotion and bought nothing yet', async () => {
    const asleep = "from usr_tag_member m join usr_tag t on t.id = m.tag_id where t.name = '沉睡车主'";
    expect(await one(`select count(*)::int ${asleep}`)).toBeGreaterThan(5);
    expect(await one('select (sum(register_count) - sum(bind_count))::int from ps_promotion')).toBeGreaterThan(10);
  });

  it('has campaigns in most states', async () => {
    const { rows } = await test.app.pool.query<{ status: number }>(
      'select distinct status from msg_activity order by 1',
    );
    expect(rows.map(({ status }) => status)).toEqual([0, 1, 2, 4, 5]);
  });

  it('has notices in most states, and one that staff see', async () => {
    const { rows } = await test.app.pool.query<{ status: number }>('select distinct status from msg_system order by 1');
    expect(rows.map(({ status }) => status)).toEqual([0, 1, 2, 4, 5]);
    const token = await test.login('ops.lin', demoPassword);
    const { data } = await test.call('POST', '/msg/crm/systemMessage/consoleActive', {}, { as: token });
    expect(data).toMatchObject([{ pinned: 1, popup: 0, noticeType: '1' }]);
  });

  it('begins the list of vehicles with those that are driven', async () => {
    const { rows } = await test.app.pool.query<{ active: number }>(
      'select activation_status as active from veh_vehicle where not deleted order by activation_time desc nulls last, id desc limit 20',
    );
    expect(rows.map(({ active }) => active)).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('gives most dealers an account', async () => {
    expect(Number(await one('select count(distinct dealer_id) from sys_user where user_type = 2'))).toBeGreaterThan(45);
  });

  it('gives the dealer account its dealer', async () => {
    expect(
      await one(
        "select d.dealer_code from sys_user u join dlr_dealer d on d.id = u.dealer_id where u.username = 'dealer.pudong'",
      ),
    ).toBe('D000123');
  });

  it('hands the documented vehicle and others to the simulator, with secrets that work', async () => {
    const vehicles = list();
    expect(vehicles).toHaveLength(30);
    expect(vehicles[0]).toMatchObject({ imei: '861234056123451', vin: 'LZXE3C1A9SA000123', city: '上海市' });
    expect(new Set(vehicles.map(({ city }) => city)).size).toBeGreaterThan(3);
    for (const { imei } of vehicles) expect(await accepts(imei)).toBe(true);
    expect(statSync(join(test.app.config.dataDir, 'simulator.key')).mode & 0o777).toBe(0o600);
  });

  it('hands owners over to the simulator, with tokens of the app and the codes of running promotions', async () => {
    const path = join(test.app.config.dataDir, 'simulator-owners.json');
    const { owners, promoCodes } = handedOverOwners.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(owners.length).toBeGreaterThan(20);
    expect(owners.length).toBeLessThanOrEqual(30);
    expect(new Set(owners.map(({ seed: own }) => own)).size).toBe(owners.length);
    // Those who have written come first.
    expect(owners[0]?.waits).toBe(true);
    for (const { token } of [owners[0], owners.at(-1)].filter((owner) => owner !== undefined))
      expect(await test.call('GET', '/app/v1/message/unreadCount', undefined, { as: token })).toMatchObject({
        code: 0,
      });
    expect(promoCodes).toContain('P7K2M9QX');
    expect(promoCodes).not.toContain('PD8S5IK1');
  });

  it('leaves a secret alone that an operator has reset', async () => {
    const imei = list()[1]?.imei ?? '';
    await test.app.pool.query("update dev_credential set secret_hash = '\\x00' where imei = $1", [imei]);
    writeFileSync(join(test.app.config.dataDir, 'simulator.json'), '[]');
    await seed(test.app);
    expect(list()).toHaveLength(30);
    expect(await one('select length(secret_hash) from dev_credential where imei = $1', [imei])).toBe(1);
  });

  it('never simulates a vehicle that people have entered', async () => {
    await test.app.pool.query("update veh_vehicle set imei = '490154203237518' where vin = 'LZXE3C1A9SA000123'");
    await seed(test.app);
    expect(list().map(({ imei }) => imei)).not.toContain('490154203237518');
  });
});

describe('named views of the demo', () => {
  it('have rows of feedback, repairs and SIM cards', async () => {
    const token = await test.login('ops.lin', demoPassword);
    const view = async (code: string, where: object = {}): Promise<readonly Record<string, unknown>[]> => {
      const query = { pageSize: 100, where };
      const { data } = await test.call<{ list: Record<string, unknown>[] }>(
        'POST',
        '/query/queryview',
        { 'extend.view.code': code, query },
        { as: token },
      );
      return data.list;
    };
    const [feedback, repairs, cards] = [
      await view('V_LATEST_FEEDBACK'),
      await view('V_LATEST_REPAIR', { status: 2 }),
      await view('V_SIM_EXPIRING'),
    ];
    expect(feedback[0]?.['feedbackNo']).toBe(
      await one('select feedback_no from cs_feedback where not deleted order by create_time desc, id desc limit 1'),
    );
    expect(repairs.length).toBe(
      Number(await one('select least(count(*), 100) from cs_repair_order where status = 2 and not deleted')),
    );
    expect(cards.every((row) => Number(row['daysLeft']) <= 30)).toBe(true);
    expect((await view('V_SIM_EXPIRING', { days: 400 })).length).toBeGreaterThan(cards.length);
  });
});
