/**
 * Messages and repair orders as they grow: each list, filter, search, detail and count at 10,000 rows and at many, in one run, on two
 * installations that take turns. `npm run bench -- messages [records] [beginning of names]` (default 1,000,000 push records, with as many vehicles, 200,000 users and
 * 100,000 repair orders). The ratio is that of the medians. Lists are counted up to 10,000 rows: conditions are ones that few rows meet at both sizes, or most.
 */
import { fillFleet } from './fleet.ts';
import { fillMail } from './mail.ts';
import { startBench } from './platform.ts';
import { compareSizes, samples as samplesOf, type Ask as AskOf } from './sizes.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3] ?? '';
const few = { vehicles: 10_000, users: 10_000, orders: 10_000, records: 10_000 };
if (!(records > few.records)) throw new Error(`more than ${few.records} records are compared with ${few.records}`);
const many = { vehicles: records, users: records / 5, orders: records / 10, records };

/** An installation of a size, with samples of what is asked for. */
async function side(port: number, sizes: typeof few) {
  const platform = await startBench(`bench-messages-${sizes.records}`, port);
  const { pool } = platform;
  await fillFleet(pool, sizes.vehicles, sizes.users);
  await fillMail(pool, sizes);
  await pool.query('vacuum analyze');
  const samples = (query: string) => samplesOf(pool, query);
  return {
    ...platform,
    campaign: await samples('select id::text as x from msg_activity'),
    user: await samples('select id::text as x from usr_app_user order by hashtext(id::text) limit 500'),
    nickname: await samples('select nickname as x from usr_app_user order by hashtext(id::text) limit 500'),
    order: await samples('select id::text as x from cs_repair_order order by hashtext(id::text) limit 500'),
    orderNo: await samples('select order_no as x from cs_repair_order order by hashtext(id::text) limit 500'),
    waiting: await samples('select id::text as x from cs_repair_order where status = 1 limit 100'),
    vin: await samples(
      'select v.vin as x from cs_repair_order o join veh_vehicle v on v.id = o.vehicle_id order by hashtext(o.id::text) limit 500',
    ),
    alarmVin: await samples('select vin as x from alm_alarm order by hashtext(id::text) limit 500'),
    city: await samples('select city_id as x from usr_app_user group by 1 order by 1'),
    tag: await samples('select id::text as x from usr_tag'),
    model: await samples('select vehicle_type_id::text as x from veh_vehicle group by 1 order by 1'),
    dealer: await samples('select dealer_id::text as x from cs_repair_order group by 1 order by 1 limit 100'),
  };
}
type Side = Awaited<ReturnType<typeof side>>;
type Ask = AskOf<Side>;

const list =
  (base: string, query: (at: Side, i: number) => object = () => ({})): Ask =>
  (at, i) => ({ path: `${base}/list`, body: { query: query(at, i) } });
const [campaign, alarms] = ['/msg/crm/activityMessage', '/msg/crm/alarmMessage'];
const [users, orders] = ['/user/crm/appUser', '/cs/crm/repairOrder'];
const recipients =
  (query: object, page = 1): Ask =>
  (at, i) => ({ path: `${campaign}/recipients`, body: { id: at.campaign(i), query, page } });
const estimate =
  (audience: (at: Side, i: number) => object): Ask =>
  (at, i) => ({ path: `${campaign}/estimate`, body: { audience: audience(at, i) } });

/** @for what becomes of a list as it grows: its time at 10,000 rows and at many, in one run */
const scenarios: Readonly<Record<string, Ask>> = {
  'campaigns: first page': list(campaign),
  'campaigns: detail': (at, i) => ({ path: `${campaign}/detail`, body: { id: at.campaign(i) } }),
  'recipients: first page': recipients({}),
  'recipients: failed': recipients({ status: 4 }),
  'recipients: opened pushes': recipients({ channel: 2, status: 3 }),
  'alarm messages: first page': list(alarms),
  'alarm messages: failed': list(alarms, () => ({ status: '4' })),
  'alarm messages: of a vehicle': list(alarms, (at, i) => ({ vin: at.alarmVin(i) })),
  'users: first page': list(users),
  'users: in use': list(users, () => ({ status: 1 })),
  'users: of a version nobody has': list(users, () => ({ appVersion: '9.9.9' })),
  'users: by nickname': list(users, (at, i) => ({ keyword: at.nickname(i) })),
  'users: detail': (at, i) => ({ path: `${users}/detail`, body: { id: at.user(i) } }),
  'repair orders: first page': list(orders),
  'repair orders: late': list(orders, () => ({ overdue: 1 })),
  'repair orders: of a dealer': list(orders, (at, i) => ({ dealerId: at.dealer(i) })),
  'repair orders: part of a VIN': list(orders, (at, i) => ({ 'vin.like': at.vin(i).slice(9) })),
  'repair orders: by number': list(orders, (at, i) => ({ keyword: at.orderNo(i) })),
  'repair orders: end of a VIN': list(orders, (at, i) => ({ keyword: at.vin(i).slice(-6) })),
  'repair orders: detail': (at, i) => ({ path: `${orders}/detail`, body: { id: at.order(i) } }),
  'repair orders: numbers by state': () => ({ path: `${orders}/counters`, body: {} }),
  'repair orders: dealers to dispatch to': (at, i) => ({ path: `${orders}/dealers`, body: { id: at.waiting(i) } }),
};
/** These read every user, so they grow with them; the limit is a second. */
const counts: Readonly<Record<string, Ask>> = {
  'audience: all': estimate(() => ({ audienceType: 1 })),
  'audience: all from a version': estimate(() => ({ audienceType: 1, minVersion: '5.0.0' })),
  'audience: of a city': estimate((at, i) => ({ audienceType: 4, cityCodes: [at.city(i)] })),
  'audience: of a tag': estimate((at, i) => ({ audienceType: 2, tagIds: [at.tag(i)] })),
  'audience: owners of a model': estimate((at, i) => ({ audienceType: 3, vehicleTypeIds: [at.model(i)] })),
  'audience: owners of a dealer': estimate((at, i) => ({ audienceType: 6, dealerIds: [at.dealer(i)] })),
  'audience: owners of active vehicles': estimate(() => ({ audienceType: 1, activationStatus: 1 })),
  'campaigns: statistics': (at, i) => ({ path: `${campaign}/statistics`, body: { id: at.campaign(i) } }),
};

const small = await side(18_190, few);
const large = await side(18_191, many);

const n = (value: number): string => value.toLocaleString('en-US');
const sides = { small, large, only };
await compareSizes(
  sides,
  `${n(many.records)} push records, ${n(many.users)} users, ${n(many.orders)} repair orders`,
  scenarios,
);
await compareSizes(sides, 'What reads all of them', counts);

await small.stop();
await large.stop();
