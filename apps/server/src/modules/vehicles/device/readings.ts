import type {
  ClockState,
  ConfigState,
  Connection,
  DeviceTrace,
  Diagnostics,
  Numbering,
  RefusalCount,
  WaitingDownlink,
} from '@wheelhouse/contract/diagnostics';
import { timeSources } from '@wheelhouse/contract/device/payloads';
import { sql } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { run } from '../../../entity/run.ts';
import type { App } from '../../../http/context.ts';
import { wallClock, today } from '../../../db/wall-clock.ts';

type Reader = Pick<App, 'pool'>;

const days = 30;

async function connectionsOf({ pool }: Reader, id: string): Promise<readonly Connection[]> {
  return run<Connection>(
    pool,
    sql`select session::text, ip, ${wallClock('connect_time')} as "connectTime", ${wallClock('disconnect_time')} as "disconnectTime", reason,
      extract(epoch from coalesce(disconnect_time, now()) - connect_time)::int as seconds
    from dev_connection where vehicle_id = ${id} order by connect_time desc limit 20`,
  );
}

async function refusalsOf({ pool }: Reader, id: string): Promise<readonly RefusalCount[]> {
  return run<RefusalCount>(
    pool,
    sql`select reason, sum(count)::int as count, coalesce(sum(count) filter (where day = ${today}), 0)::int as today,
      ${wallClock('max(last_time)')} as "lastTime", (array_agg(sample order by last_time desc))[1] as sample
    from dev_refusal where vehicle_id = ${id} and day > ${today} - ${days}::int
    group by reason order by max(last_time) desc`,
  );
}

/** Without a sample there are no figures. */
type ClockFigures = {
  readonly samples: number;
  readonly least: number | null;
  readonly median: number | null;
  readonly most: number | null;
  readonly tsq: number | null;
};

/** Of the samples of the last day: older ones say nothing about the present clock. */
async function clockOf({ pool }: Reader, id: string): Promise<ClockState | null> {
  const [row] = await run<ClockFigures>(
    pool,
    sql`with recent as (
      select extract(epoch from recv_time - ts) as delay, tsq, ts from veh_telemetry
      where vehicle_id = ${id} and ts > now() - interval '1 day' order by ts desc limit 200)
    select count(*)::int as samples, round(min(delay)::numeric, 1)::float8 as least, round(max(delay)::numeric, 1)::float8 as most,
      round((percentile_cont(0.5) within group (order by delay))::numeric, 1)::float8 as median, (array_agg(tsq order by ts desc))[1] as tsq
    from recent`,
  );
  if (!row || row.least === null || row.median === null || row.most === null) return null;
  const { samples, least, median, most, tsq } = row;
  return { samples, least, median, most, source: tsq === null ? null : (timeSources[tsq] ?? null) };
}

/** Numbers of HTTP reports and events (boots 0 and 1) are series of their own. */
async function numberingOf({ pool }: Reader, id: string): Promise<Numbering | null> {
  const [row] = await run<{
    boot: string | null;
    boots: number;
    lastSeq: string | null;
    firstSeq: string | null;
    stored: string;
  }>(
    pool,
    sql`with blocks as (select boot, seqs from veh_uplink_seen where vehicle_id = ${id}),
      last as (select max(boot) as boot, count(distinct boot)::int as boots from blocks),
      ranges as (select unnest(b.seqs) as r from blocks b join last on last.boot = b.boot)
    select last.boot::text, last.boots, (select max(upper(r)) - 1 from ranges)::text as "lastSeq", (select min(lower(r)) from ranges)::text as "firstSeq",
      (select coalesce(sum(upper(r) - lower(r)), 0) from ranges)::text as stored from last`,
  );
  if (!row || row.boot === null || row.lastSeq === null) return null;
  const { boot, boots, lastSeq } = row;
  const stored = Number(row.stored);
  return { boot, boots, lastSeq, stored, missing: Number(lastSeq) - Number(row.firstSeq) + 1 - stored };
}

async function downlinksOf({ pool }: Reader, deviceId: string | null): Promise<readonly WaitingDownlink[]> {
  if (deviceId === null) return [];
  return run<WaitingDownlink>(
    pool,
    sql`select kind, ${wallClock('create_time')} as "createTime", ${wallClock('expire_time')} as "expireTime" from dev_downlink
    where device_id = ${deviceId} and expire_time > now() order by id limit 20`,
  );
}

async function configOf({ pool }: Reader, id: string): Promise<ConfigState | null> {
  const [row] = await run<{ [K in keyof ConfigState]: ConfigState[K] }>(
    pool,
    sql`select ver, desired, ${wallClock('update_time')} as "desiredTime", reported_ver as "reportedVer", reported, ${wallClock('reported_time')} as "reportedTime"
    from veh_device_config where vehicle_id = ${id}`,
  );
  return row ?? null;
}

interface Head {
  deviceId: string | null;
  hasSecret: boolean;
  online: boolean;
  lastReceived: string | null;
  duplicates: number;
}

async function headOf({ pool }: Reader, id: string): Promise<Head | undefined> {
  const [row] = await run<{ [K in keyof Head]: Head[K] }>(
    pool,
    sql`select v.imei as "deviceId", c.vehicle_id is not null as "hasSecret", ${isTrue('online', 's')} is true as online, ${wallClock('s.recv_time')} as "lastReceived",
      (select coalesce(sum(duplicates), 0)::int from dev_device_day d where d.vehicle_id = v.id and day > ${today} - ${days}::int) as duplicates
    from veh_vehicle v left join veh_vehicle_status s on s.vehicle_id = v.id left join dev_credential c on c.vehicle_id = v.id and c.imei = v.imei
    where v.id = ${id}`,
  );
  return row;
}

/** Health of the connection between a vehicle's device and the platform. Undefined when there is no such vehicle. */
export async function readDiagnostics(app: Reader, id: string): Promise<Diagnostics | undefined> {
  const head = await headOf(app, id);
  if (!head) return undefined;
  const [connections, refusals, clock, numbering, downlinks, config] = await Promise.all([
    connectionsOf(app, id),
    refusalsOf(app, id),
    clockOf(app, id),
    numberingOf(app, id),
    downlinksOf(app, head.deviceId),
    configOf(app, id),
  ]);
  return { ...head, connections, refusals, clock, numbering, downlinks, config };
}

/** Messages kept after `since` (an id of one), newest first. */
export async function readMessages({ pool }: Reader, id: string, since = '0'): Promise<readonly DeviceTrace[]> {
  return run<{ [K in keyof DeviceTrace]: DeviceTrace[K] }>(
    pool,
    sql`select id::text, ${wallClock('recv_time')} as "recvTime", kind, size, outcome, reasons, payload
    from dev_message m where vehicle_id = ${id} and id > ${since} order by m.id desc limit 50`,
  );
}
