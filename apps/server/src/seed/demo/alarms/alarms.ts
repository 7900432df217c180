import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import { areaById } from '@wheelhouse/entities/areas/areas';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { alarmTypes } from '@wheelhouse/entities/alarms/types';
import type { PoolClient } from 'pg';
import { alarmStories, celsius, type AlarmStory } from './alarm-story.ts';
import { after, day, earlier, hour, later, minute } from '../clock.ts';
import { copyRows, giveIds, type Cell, type CopyRow } from '../copy.ts';
import { faultRows, type Fault } from './faults.ts';
import { round, type Random } from '../random.ts';
import type { World } from '../world.ts';

const errCodes = new Map<string, string>(
  (dictionaries.find(({ category }) => category === 'AlarmType')?.entries ?? []).flatMap((entry) =>
    'alarmErrCode' in entry && typeof entry.alarmErrCode === 'string' ? [[entry.code, entry.alarmErrCode]] : [],
  ),
);
const strange = ['E-77', '40F2', 'SEAT_HEAT'];
/** Its control unit's dialect. */
const strangeOf = ({ vehicle }: AlarmStory): string => strange[Number(vehicle.imei.at(-2)) % strange.length] ?? 'E-77';
const server = new Set(['OVERSPEED', 'SOC_LOW', 'CELL_IMBALANCE', 'OFFLINE_LONG', 'SIM_MISMATCH', 'BATTERY_MISMATCH']);
/** Who handles, by user name. */
const handlers = ['zhang.wei', 'after.sun', 'quality.wu', 'ops.lin'];

function placeOf({ status }: AlarmStory): { readonly city: string | null; readonly address: string | null } {
  const city = status.vehicle.dealer?.city.id;
  const area = areaById.get(city ?? '');
  if (!area) return { city: null, address: null };
  const province = areaById.get(area.parentId)?.name ?? '';
  return { city: area.id, address: province === area.name ? area.name : `${province}${area.name}` };
}

/** Critical, and not finished in its half hour. */
const isOverdue = ({ handling, seed, first }: AlarmStory, now: Date): boolean =>
  handling < 2 && seed.level === 4 && now.getTime() - first.getTime() > 30 * minute;

function snapshotOf(random: Random, story: AlarmStory, batterySn: string | undefined): string {
  const { status, seed, soc, vehicle } = story;
  const tempMaxC = celsius(random, seed.type);
  const speedKmh =
    seed.type === 'OVERSPEED'
      ? round(vehicle.model.speedKmh * random.between(1.11, 1.25), 1)
      : seed.alarmClass === 5
        ? round(random.between(8, 38), 1)
        : 0;
  const voltageV = round(status.voltageV + random.normal(0, 0.8), 1);
  return JSON.stringify({
    reportTime: formatInstant(story.first),
    soc,
    voltageV,
    currentA: round(speedKmh > 0 ? -random.between(4, 16) : status.currentA, 1),
    tempMaxC,
    tempMinC: round(tempMaxC - random.between(1, 3), 1),
    speedKmh,
    odometerKm: Math.max(1, round(status.odometerKm - random.between(0, 40), 1)),
    acc: speedKmh > 0 ? 1 : 0,
    armed: seed.alarmClass === 1 ? 1 : 0,
    locked: speedKmh > 0 ? 0 : 1,
    csq: status.csq,
    satellites: status.satellites,
    ...(batterySn !== undefined &&
      seed.alarmClass === 2 && {
        batteries: [
          {
            batterySn,
            slot: 1,
            soc,
            soh: status.soh,
            voltageV,
            tempMaxC,
            cellDiffMv: seed.type === 'CELL_IMBALANCE' ? random.int(310, 420) : random.int(8, 60),
          },
        ],
      }),
  });
}

interface AlarmContext {
  readonly n: number;
  readonly now: Date;
  readonly staff: readonly (string | null)[];
  readonly batterySn: string | undefined;
}

function alarmRow(random: Random, story: AlarmStory, { n, now, staff, batterySn }: AlarmContext): CopyRow {
  const { vehicle, status, seed, note } = story;
  const { city, address } = placeOf(story);
  const handler = story.handler === null ? null : (staff[story.handler] ?? null);
  const code = seed.type === 'UNKNOWN' ? strangeOf(story) : (errCodes.get(seed.type) ?? null);
  const touched = later(story.handled ?? story.claimed ?? story.last, story.recovered ?? story.last);
  const overdue = isOverdue(story, now);
  return {
    id: story.id,
    alarm_no: `AL${formatDay(story.first).replaceAll('-', '')}${String(n).padStart(6, '0')}`,
    level: seed.level,
    alarm_type: seed.type,
    alarm_class: seed.alarmClass,
    alarm_err_code: code,
    vehicle_id: vehicle.id,
    vin: vehicle.vin,
    frame_no: vehicle.frameNo,
    imei: vehicle.imei,
    vehicle_type_id: vehicle.model.id,
    user_id: vehicle.owner?.id ?? null,
    dealer_id: vehicle.dealer?.id ?? null,
    city_code: city,
    address,
    lng: round(status.place.lng + random.normal(0, 0.004), 6),
    lat: round(status.place.lat + random.normal(0, 0.004), 6),
    first_time: story.first,
    last_time: story.last,
    recover_time: story.recovered,
    count: story.count,
    recover_status: story.recovered === null ? 0 : 1,
    handle_status: story.handling,
    handler_id: handler,
    claim_time: story.claimed,
    handle_time: story.handled,
    handle_result: note?.result ?? null,
    ignore_reason: note?.ignore ?? null,
    contacted_owner: note?.contacted ?? null,
    contact_result: note?.contact ?? null,
    handle_remark: note?.remark ?? null,
    next_action: story.handling === 2 ? 0 : null,
    escalated: overdue ? 1 : 0,
    suppressed: story.suppressed ? 1 : 0,
    rule_version: 1,
    snapshot: snapshotOf(random, story, batterySn),
    create_time: story.first,
    update_time: touched,
  };
}

function logRows(story: AlarmStory, now: Date, staff: readonly (string | null)[]): CopyRow[] {
  const handler = story.handler === null ? null : (staff[story.handler] ?? null);
  const row = (
    action: string,
    time: Date | null,
    [from, to]: readonly [Cell, Cell],
    operator: Cell,
    remark: Cell,
  ): CopyRow[] =>
    time === null
      ? []
      : [
          {
            alarm_id: story.id,
            action,
            from_status: from,
            to_status: to,
            operator_id: operator,
            remark,
            time,
            create_time: time,
            update_time: time,
          },
        ];
  const end = { 2: 'handle', 3: 'ignore', 4: 'autoClose' }[Number(story.handling)];
  return [
    ...row('raise', story.first, [null, 0], null, server.has(story.seed.type) ? 'server' : 'device'),
    ...(story.seed.pushOwner === 1 && !story.suppressed && story.vehicle.owner
      ? row('push', after(story.first, 1_000), [null, null], null, 'push')
      : []),
    ...row('recover', story.recovered, [null, null], null, null),
    ...row('claim', story.claimed, [0, 1], handler, null),
    ...(isOverdue(story, now)
      ? row('escalate', after(story.first, 30 * minute), [story.handling, story.handling], null, null)
      : []),
    ...(end === undefined
      ? []
      : row(end, story.handled, [story.handling === 4 ? 0 : 1, story.handling], handler, story.note?.remark ?? null)),
  ];
}

/** The device's own words, for alarms that devices raise. */
function eventRows(random: Random, stories: readonly AlarmStory[]): CopyRow[] {
  return stories.flatMap((story, n) => {
    if (server.has(story.seed.type)) return [];
    const code = story.seed.type === 'UNKNOWN' ? strangeOf(story) : story.seed.type;
    const say = (state: 'raise' | 'clear', ts: Date, seq: number): CopyRow => {
      const data = { g: round(random.between(1.2, 3.9), 1) };
      const pos = { lat: story.status.place.lat, lng: story.status.place.lng };
      const payload = { v: 1, mid: `1-${seq}`, ts: ts.getTime(), code, state, ref: `d${n}`, pos, data };
      return {
        vehicle_id: story.vehicle.id,
        kind: 'event',
        ts,
        recv_time: after(ts, 400),
        boot: 1,
        seq,
        code,
        state,
        ref: `d${n}`,
        lat: pos.lat,
        lng: pos.lng,
        payload: JSON.stringify(payload),
      };
    };
    const raised = story.count > 1 ? [story.first, story.last] : [story.first];
    return [
      ...raised.map((ts, at) => say('raise', ts, 100_000 + n * 4 + at)),
      ...(story.recovered === null || story.seed.clears === 'handled'
        ? []
        : [say('clear', story.recovered, 100_000 + n * 4 + 3)]),
    ];
  });
}

/** Messages to owners as the delivery would have left them. */
const pushes = `with pushed as (
    insert into msg_inbox (user_id, kind, title_zh, title_en, body_zh, body_en, route, vehicle_id, ref_type, ref_id, dedupe_key, create_time)
    select a.user_id, 'alarm', i.name, coalesce(i.name_en, i.name), '您的车辆（尾号' || right(coalesce(a.vin, a.frame_no), 6) || '）发生' || i.name || '，请及时查看。',
      'Your vehicle (…' || right(coalesce(a.vin, a.frame_no), 6) || ') reported: ' || coalesce(i.name_en, i.name), 'alarm', a.vehicle_id, 'alarm', a.id::text, 'alarm ' || a.id, a.first_time
    from alm_alarm a join sys_item_code i on i.category = 'AlarmType' and i.code = a.alarm_type
    where a.alarm_type = any($1) and a.user_id is not null and a.suppressed = 0 order by a.id returning id, user_id, ref_id, create_time)
  insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, status, attempts, next_time, sent_time, delivered_time)
  select id, user_id, 'alarm', ref_id, 2, case when id % 23 = 0 then 1 else 2 end, 1, null, create_time + interval '2 seconds', case when id % 23 <> 0 then create_time + interval '4 seconds' end from pushed`;

interface Scenario {
  readonly stories: readonly AlarmStory[];
  readonly faults: readonly Fault[];
}

/**
 * Alarms in the order they were raised, and fault records with the alarm of each. A vehicle has at most one unrecovered alarm of a type, whether its
 * fault records or anything else raised it.
 */
export function planAlarms(random: Random, all: World): Scenario {
  const world = { ...all, statuses: all.statuses.filter(({ vehicle }) => vehicle !== all.lost) };
  const faults = faultRows(random, world.now, world);
  const open = new Map<string, AlarmStory>();
  const once = (story: AlarmStory): AlarmStory => {
    if (story.recovered !== null) return story;
    const key = `${story.vehicle.imei} ${story.seed.type}`;
    const first = open.get(key) ?? story;
    open.set(key, first);
    return first;
  };
  const others = alarmStories(random, world.now, world.statuses).map(once);
  const linked = faults.map(({ row, story }) => ({ row, story: story && once(story) }));
  const stories = new Set([...others, ...linked.flatMap(({ story }) => story ?? [])]);
  return { stories: [...stories].sort((a, b) => a.first.getTime() - b.first.getTime()), faults: linked };
}

/** Two months of alarms and faults of the fleet: notified, handled and recovered, or waiting. */
export async function makeAlarms(client: PoolClient, world: World): Promise<void> {
  const random = world.random.fork('alarms');
  const { now } = world;
  const { rows } = await client.query<{ username: string; id: string }>(
    'select username, id::text as id from sys_user where username = any($1) and not deleted',
    [handlers],
  );
  const staff = handlers.map((name) => rows.find(({ username }) => username === name)?.id ?? rows[0]?.id ?? null);
  const { stories, faults } = planAlarms(random, world);
  const packs = new Map(
    world.batteries.flatMap(({ vehicle, slot, sn }) => (vehicle && slot === 1 ? [[vehicle, sn] as const] : [])),
  );
  await giveIds(client, 'alm_alarm', stories);
  await copyRows(
    client,
    'alm_alarm',
    stories.map((story, n) => alarmRow(random, story, { n: n + 1, now, staff, batterySn: packs.get(story.vehicle) })),
  );
  await copyRows(
    client,
    'alm_alarm_log',
    stories.flatMap((story) => logRows(story, now, staff)),
  );
  await client.query("select setval('alm_alarm_no', $1)", [stories.length + 1]);
  await copyRows(client, 'veh_device_event', eventRows(random, stories));
  for (let back = 0; back <= 3; back++)
    await client.query('select alm_fault_report_partition($1::date)', [
      formatDay(earlier(now, after(now, -back * 30 * day))),
    ]);
  await copyRows(
    client,
    'alm_fault_report',
    faults.map(({ row, story }) => ({ ...row, alarm_id: story?.id ?? null })),
  );
  const pushed = alarmTypes.filter(({ pushOwner }) => pushOwner === 1).map(({ type }) => type);
  await client.query(pushes, [pushed]);
  await client.query('insert into alm_presence values ($1, $2) on conflict do nothing', [
    after(now, -100 * 24 * hour),
    now,
  ]);
}
