import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import type { Fragment } from '../../entity/scope.ts';
import type { SessionUser } from '../../http/context.ts';
import { alarm, battery, counted, dealer, feedback, otaTask, repairOrder, simCard, vehicle } from './scoped.ts';
import { startOfDay, today, wallClock } from '../../db/wall-clock.ts';

/** How a value of a `where` key is checked and asked. */
interface WhereKey {
  readonly kind: 'id' | 'area' | 'whole' | 'name';
  readonly sql: (value: string) => Fragment;
}

/** A named read-only view of `/query/queryview`: who may read it, what it can be narrowed by, its rows in their order. */
export interface View {
  /** Right to the page it leads to. */
  readonly access: string;
  readonly where: Readonly<Record<string, WhereKey>>;
  /** Values of `where` keys that are not given. */
  readonly defaults?: Readonly<Record<string, string>>;
  /**
   * Rows in their order, keys as on the wire.
   * @param conditions true, or the and-ed conditions of the `where` keys
   */
  readonly rows: (user: SessionUser, conditions: Fragment) => Fragment;
}

const { notStarted, installing, succeeded, rolledBack, failed } = machines['SM-OtaExecution'].states;
const { cancelled } = machines['SM-Sim'].states;
const { inUse } = machines['SM-Battery'].states;
const status: WhereKey = { kind: 'whole', sql: (value) => sql`t.status = ${value}::int` };
/** Views of the latest or next records end here. */
const most = sql.raw('limit 500');
/** Top of this many models; the rest is "other". */
const topModels = 8;
/** Bands of the battery report. */
const bands = [
  [90, 101],
  [80, 90],
  [70, 80],
  [0, 70],
] as const;

/** Every view, by code. */
export const views: Readonly<Record<string, View>> = {
  /** Activated vehicles by model, the largest first, the rest as one row without an id. */
  V_MODEL_SHARE: {
    access: 'vehicleManage.query',
    where: {},
    rows: (user) => sql`
      with models as (select t.vehicle_type_id as id, count(*)::int as n, row_number() over (order by count(*) desc, t.vehicle_type_id) as place
        from veh_vehicle t where ${counted(vehicle, user)} and ${isTrue('activated', 't')} group by 1),
      shown as (select case when m.place <= ${sql.raw(String(topModels))} then m.id end as id, sum(m.n)::int as n, min(m.place) as place from models m group by 1)
      select s.id::text as "vehicleTypeId", y.name as "vehicleTypeName", y.name_en as "vehicleTypeNameEn", s.n as count,
        round(100.0 * s.n / sum(s.n) over (), 2)::float8 as rate
      from shown s left join veh_type y on y.id = s.id order by s.id is null, s.place`,
  },
  /** Vehicles and those online, by the city of their dealer. */
  V_VEHICLE_ONLINE_CITY: {
    access: 'vehicleManage.query',
    where: { cityId: { kind: 'area', sql: (value) => sql`d.city_id = ${value}` } },
    rows: (user, conditions) => sql`
      select d.city_id as "cityId", a.name as "cityName", a.name_en as "cityNameEn", count(*)::int as count, count(*) filter (where ${isTrue('online', 's')})::int as online
      from veh_vehicle t join dlr_dealer d on d.id = t.dealer_id join sys_area a on a.id = d.city_id join veh_type y on y.id = t.vehicle_type_id
        left join veh_vehicle_status s on s.vehicle_id = t.id
      where ${counted(vehicle, user)} and ${conditions} group by 1, 2, 3 order by 4 desc, 1`,
  },
  /** Vehicles that wait at dealers, and those sold. */
  V_DEALER_STOCK: {
    access: 'dealerManage.query',
    where: { dealerId: { kind: 'id', sql: (value) => sql`t.id = ${value}` } },
    rows: (user, conditions) => sql`
      select t.id::text as "dealerId", t.dealer_code as "dealerCode", t.name as "dealerName", t.city_id as "cityId", a.name as "cityName",
        count(v.id) filter (where not ${isTrue('activated', 'v')})::int as stock, count(v.id) filter (where ${isTrue('activated', 'v')})::int as sold
      from dlr_dealer t join sys_area a on a.id = t.city_id left join veh_vehicle v on v.dealer_id = t.id and not v.deleted
      where ${counted(dealer, user)} and ${conditions} group by t.id, a.name order by stock desc, t.id`,
  },
  /** Batteries in use by state of health. Bands are always all there. */
  V_BATTERY_SOH_BAND: {
    access: 'batteryManage.query',
    where: {
      vehicleTypeId: {
        kind: 'id',
        sql: (value) =>
          sql`t.vehicle_id in (select v.id from veh_vehicle v where v.vehicle_type_id = ${value} and not v.deleted)`,
      },
    },
    rows: (user, conditions) => sql`
      select b.band, b.low as "sohGe", b.high - 1 as "sohLe", count(t.id)::int as count
      from (values ${sql.join(bands.map(([low, high], i) => sql.raw(`(${i}, ${low}, ${high}, '${low === 0 ? `<${high}` : high > 100 ? `≥${low}` : `${low}–${high}`}')`)))}) b(place, low, high, band)
        left join (select t.id, t.soh from veh_battery t where ${counted(battery, user)} and t.status = ${sql.lit(inUse)} and t.soh is not null and ${conditions}) t on t.soh >= b.low and t.soh < b.high
      group by b.place, b.low, b.high, b.band order by b.place`,
  },
  /** Alarms that people should look at, the latest first. */
  V_LATEST_ALARM: {
    access: 'alarmManage.query',
    where: {
      'level.ge': { kind: 'whole', sql: (value) => sql`t.level >= ${value}::int` },
      handleStatus: { kind: 'whole', sql: (value) => sql`t.handle_status = ${value}::int` },
    },
    rows: (user, conditions) => sql`
      select t.id::text as id, t.alarm_no as "alarmNo", t.alarm_type as "alarmType", t.alarm_class as "alarmClass", t.level, coalesce(t.vin, t.frame_no) as vin,
        t.vehicle_id::text as "vehicleId", ${wallClock('t.first_time')} as "firstTime",
        ${wallClock('t.last_time')} as "lastTime", t.count, t.recover_status as "recoverStatus", t.handle_status as "handleStatus",
        t.city_code as "cityCode", t.address
      from alm_alarm t where ${counted(alarm, user)} and t.suppressed = 0 and ${conditions} order by t.last_time desc, t.id desc ${most}`,
  },
  /** Types of alarms of the last seven days, today among them, by number, those of codes nobody knows among them. */
  V_ALARM_TOP10_7D: {
    access: 'alarmManage.query',
    where: { 'level.ge': { kind: 'whole', sql: (value) => sql`t.level >= ${value}::int` } },
    rows: (user, conditions) => sql`
      select t.alarm_type as "alarmType", max(t.level) as level, count(*)::int as count, count(distinct t.vehicle_id)::int as vehicles
      from alm_alarm t where ${counted(alarm, user)} and t.suppressed = 0 and t.first_time >= ${startOfDay(sql`(${today} - 6)`)} and ${conditions}
      group by t.alarm_type order by count desc, t.alarm_type limit 10`,
  },
  /** Feedback of users of the app, the latest first. */
  V_LATEST_FEEDBACK: {
    access: 'appFeedbackManage.query',
    where: { status },
    rows: (user, conditions) => sql`
      select t.id::text as id, t.feedback_no as "feedbackNo", t.category_code as "categoryCode", t.sub_code as "subCode", left(t.content, 100) as content,
        t.status, t.priority, t.handler_id::text as "handlerId", ${wallClock('t.create_time')} as "createTime"
      from cs_feedback t where ${counted(feedback, user)} and ${conditions} order by t.create_time desc, t.id desc ${most}`,
  },
  /** Repair orders, the latest first. */
  V_LATEST_REPAIR: {
    access: 'repairListsManage.query',
    where: { status },
    rows: (user, conditions) => sql`
      select t.id::text as id, t.order_no as "orderNo", t.vehicle_id::text as "vehicleId", coalesce(v.vin, v.frame_no) as vin, t.fault_category as "faultCategory",
        t.fault_sub as "faultSub", t.service_type as "serviceType", t.priority, t.status, t.dealer_id::text as "dealerId", d.name as "dealerName",
        ${wallClock('t.due_time')} as "dueTime", ${wallClock('t.create_time')} as "createTime"
      from cs_repair_order t join veh_vehicle v on v.id = t.vehicle_id left join dlr_dealer d on d.id = t.dealer_id
      where ${counted(repairOrder, user)} and ${conditions} order by t.create_time desc, t.id desc ${most}`,
  },
  /** OTA tasks that have started and how far they are, the latest first. */
  V_OTA_PROGRESS: {
    access: 'taskList.query',
    where: { taskNo: { kind: 'name', sql: (value) => sql`t.task_no = ${value}` } },
    rows: (user, conditions) => sql`
      select t.id::text as id, t.task_no as "taskNo", t.name, t.status, t.current_stage as "currentStage", t.target_count as "targetCount",
        c.succeeded as "successCount", c.bad as "failedCount", c.running as "runningCount", c.not_started as "notStartedCount",
        round(100.0 * c.succeeded / nullif(c.succeeded + c.bad, 0), 1)::float8 as "successRate", ${wallClock('t.actual_start_time')} as "startTime"
      from ota_task t cross join lateral (
        select coalesce(sum(n) filter (where e.status = ${succeeded}), 0)::int as succeeded, coalesce(sum(n) filter (where e.status in (${rolledBack}, ${failed})), 0)::int as bad,
          coalesce(sum(n) filter (where e.status > ${notStarted} and e.status <= ${installing}), 0)::int as running, coalesce(sum(n) filter (where e.status = ${notStarted}), 0)::int as not_started
        from ota_execution_count e where e.task_id = t.id) c
      where ${counted(otaTask, user)} and t.actual_start_time is not null and ${conditions} order by t.actual_start_time desc, t.id desc ${most}`,
  },
  /** SIM cards in use whose service ends within some days, those that end first first. */
  V_SIM_EXPIRING: {
    access: 'simIndex.query',
    where: { days: { kind: 'whole', sql: (value) => sql`t.expire_time <= ${today} + least(${value}::int, 3650)` } },
    defaults: { days: '30' },
    rows: (user, conditions) => sql`
      select t.id::text as id, t.iccid, t.carrier, t.package_code as "packageCode", t.sim_status as "simStatus", t.expire_time::text as "expireTime",
        t.expire_time - ${today} as "daysLeft", v.id::text as "vehicleId", coalesce(v.vin, v.frame_no) as vin
      from sim_card t left join veh_vehicle v on v.iccid = t.iccid and not v.deleted
      where ${counted(simCard, user)} and t.sim_status <> ${cancelled} and ${conditions} order by t.expire_time, t.id ${most}`,
  },
};
