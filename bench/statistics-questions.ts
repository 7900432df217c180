import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { partsOf } from '@wheelhouse/entities/statistics/define';
import { usualGranularity, type Days } from '@wheelhouse/entities/statistics/period';

const { activated } = machines['SM-VehicleActivation'].states;
const { handled, ignored, autoClosed } = machines['SM-Alarm'].states;
const { deleted } = machines['SM-AppUser'].states;
const { owner } = codes.BindType;
const { sent, delivered, opened } = codes.PushStatus;

/** A question as a call, and as SQL that somebody would write for it by hand. */
export interface Question {
  readonly call: { readonly path: string; readonly body: object };
  readonly sql: string;
}

/** Query of a page for days. */
export const queryOf = ({ from, to }: Days): object => ({ 'date.ge': from, 'date.le': to });

/** The calls by which a page shows a statistic: cards, curves, groups and the first page of tables. */
export function callsOf(statistic: Statistic, days: Days): readonly { readonly path: string; readonly body: object }[] {
  const { base, cards, groups } = statistic;
  const query = queryOf(days);
  const parts = partsOf(statistic).map(({ call, key }) => ({
    path: `${base}/${call}`,
    body: call === groups?.call ? { query, by: key } : { query },
  }));
  return cards.length === 0 ? parts : [{ path: `${base}/summary`, body: { query } }, ...parts];
}

const zone = "'Asia/Shanghai'";
/** Instants of the days of a question. */
const between = (at: string, { from, to }: Days): string =>
  `${at} >= '${from} 00:00:00+08' and ${at} < ('${to}'::date + 1)::timestamp at time zone ${zone}`;
/** What days are counted in. */
const bucket = (day: string, days: Days): string => {
  const unit = usualGranularity(days);
  return unit === 'day' ? day : `date_trunc('${unit}', ${day}::timestamp)`;
};
const dayOf = (at: string): string => `(${at} at time zone ${zone})::date`;

interface ByHand {
  readonly path: string;
  readonly body?: object;
  readonly sql: (days: Days) => string;
}

const counted = (table: string, at: string, values: string, where = 'true', by = ''): ByHand['sql'] => {
  return (days) =>
    `select ${bucket(dayOf(at), days)} as day${by}, ${values} from ${table} where ${where} and ${between(at, days)} group by 1${by === '' ? '' : ', 2'}`;
};

/** One question of each page, by the name of its statistic: what its curves show, or its table. */
const byHand: Readonly<Record<string, ByHand>> = {
  fault: {
    path: '/trend',
    sql: counted('alm_fault_report', 'set_time', 'count(*)', 'not deleted', ', device_type'),
  },
  alarm: {
    path: '/trend',
    sql: counted(
      'alm_alarm',
      'first_time',
      `count(*), count(*) filter (where handle_status in (${handled}, ${ignored}, ${autoClosed}))`,
      'not deleted and suppressed = 0',
      ', alarm_class',
    ),
  },
  repair: {
    path: '/trend',
    sql: (days) =>
      `${counted('cs_repair_order', 'create_time', 'count(*)', 'not deleted')(days)} union all ${counted('cs_repair_order', 'finish_time', 'count(*)', 'not deleted')(days)}`,
  },
  activation: {
    path: '/trend',
    sql: counted('veh_vehicle', 'activation_time', 'count(*)', `not deleted and activation_status = ${activated}`),
  },
  traffic: {
    path: '/trend',
    sql: (days) =>
      `select ${bucket('stat_date', days)}, sum(used_kb), count(distinct iccid) filter (where online_min > 0) from sim_flow_day where stat_date between '${days.from}' and '${days.to}' group by 1`,
  },
  owner: {
    path: '/structure',
    body: { by: 'gender' },
    sql: ({ to }) =>
      `select u.gender, count(distinct b.user_id) from veh_binding b join usr_app_user u on u.id = b.user_id join veh_vehicle t on t.id = b.vehicle_id
       where b.bind_type = ${owner} and not b.deleted and b.bind_time < ('${to}'::date + 1)::timestamp at time zone ${zone}
         and (b.unbind_time is null or b.unbind_time >= ('${to}'::date + 1)::timestamp at time zone ${zone}) and u.status <> ${deleted} and not u.deleted and not t.deleted group by 1`,
  },
  vehicleOwner: {
    path: '/vehicleOwnerTrend',
    sql: (days) =>
      `select ${bucket(dayOf('e.at'), days)}, count(*) from (select min(bind_time) as at from veh_binding where bind_type = ${owner} and not deleted group by user_id) e where ${between('e.at', days)} group by 1`,
  },
  vehicle: {
    path: '/vehicle',
    sql: (days) => {
      const ofModel = (table: string, at: string, values: string, where: string): string =>
        `select ${bucket(at, days)}, t.vehicle_type_id, ${values} from ${table} r join veh_vehicle t on t.id = r.vehicle_id where not t.deleted and ${where} group by 1, 2`;
      const range = `between '${days.from}' and '${days.to}'`;
      return [
        ofModel('stat_active_day', 'r.stat_date', 'count(distinct r.vehicle_id)', `r.active and r.stat_date ${range}`),
        ofModel('veh_mileage_day', 'r.stat_date', 'sum(r.day_km)', `not r.deleted and r.stat_date ${range}`),
        ofModel('veh_trip', dayOf('r.start_time'), 'count(*)', `not r.deleted and ${between('r.start_time', days)}`),
      ].join(' union all ');
    },
  },
  battery: {
    path: '/batteryTrend',
    sql: (days) =>
      `select ${bucket('stat_date', days)}, sum(soh_sum)::float8 / nullif(sum(soh_count), 0), sum(below_80) from stat_battery_day where stat_date between '${days.from}' and '${days.to}' group by 1`,
  },
  serviceMaintenance: {
    path: '/serviceMaintenanceTrend',
    sql: (days) =>
      `${counted('cs_repair_order', 'create_time', 'count(*)', 'not deleted')(days)} union all ${counted('cs_repair_order', 'finish_time', 'count(*)', 'not deleted')(days)}`,
  },
  vehicleNews: {
    path: '/vehicleNewsTrend',
    sql: (days) =>
      `select ${bucket(dayOf('i.create_time'), days)}, count(*) filter (where r.status in (${sent}, ${delivered}, ${opened})), count(*) filter (where r.status in (${delivered}, ${opened})), count(*) filter (where r.status = ${opened})
       from msg_push_record r join msg_inbox i on i.id = r.inbox_id where r.receiver = 1 and ${between('i.create_time', days)} group by 1`,
  },
};

/** The question of a statistic that is asked both ways. */
export function questionOf({ name, base }: Statistic, days: Days): Question {
  const one = byHand[name];
  if (one === undefined) throw new Error(`no SQL for ${name}`);
  return { call: { path: `${base}${one.path}`, body: { query: queryOf(days), ...one.body } }, sql: one.sql(days) };
}

/** What the dashboard asks when it is opened. */
export const dashboardCalls = [
  { path: '/stat/crm/dashboard/summary', body: {} },
  { path: '/stat/crm/dashboard/trend', body: { days: 30 } },
  { path: '/stat/crm/dashboard/map', body: { level: 1 } },
  { path: '/stat/crm/dashboard/todo', body: {} },
  ...['V_ALARM_TOP10_7D', 'V_MODEL_SHARE', 'V_LATEST_ALARM', 'V_LATEST_REPAIR'].map((code) => ({
    path: '/query/queryview',
    body: { 'extend.view.code': code },
  })),
] as const;

/** Vehicles, activated and active ones, as the dashboard counts them. */
export const dashboardSql = `select count(*), count(*) filter (where activation_status = ${activated}), (select count(*) from veh_vehicle_status where online = 1),
    (select count(*) from stat_active_day where active and stat_date > current_date - 30), (select count(*) from usr_app_user where not deleted and status <> ${deleted})
  from veh_vehicle where not deleted`;
