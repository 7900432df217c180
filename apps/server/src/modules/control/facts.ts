import type { ControlCommand } from '@wheelhouse/entities/control/control-commands';
import type { ErrorCode } from '@wheelhouse/contract/errors';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { type OpenCase, openStolenCase, stolen, withUpdate } from '../fleet/shared/service.ts';

/** Facts of a vehicle that decide whether a command may be sent. */
export interface Facts {
  readonly vehicleId: string;
  /** VIN or frame number. */
  readonly name: string;
  readonly imei: string | null;
  readonly ownerUserId: string | null;
  readonly bound: boolean;
  readonly stopped: boolean;
  readonly maxSpeedKmh: number;
  readonly online: boolean;
  /** The latest status was measured within the last minute. */
  readonly fresh: boolean;
  readonly speedKmh: number | null;
  readonly acc: number | null;
}

/** A status older than this is not used. */
const freshSec = 60;
/** Slower than this is standstill: GPS noise of a parked vehicle. */
export const standingKmh = 1;

/** Facts of a vehicle now; undefined when there is none. */
export async function readFacts(db: Db | Tx, vehicleId: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select v.id::text as "vehicleId", coalesce(v.vin, v.frame_no, '') as name, v.imei, v.owner_user_id::text as "ownerUserId", ${isTrue('bound', 'v')} as bound,
      ${isTrue('stopped', 'v')} as stopped, y.max_speed_kmh as "maxSpeedKmh",
      ${isTrue('online', 't')} is true as online,
      coalesce(abs(extract(epoch from now() - t.report_time)) <= ${freshSec}, false) as fresh, t.speed_kmh::float8 as "speedKmh", t.acc
    from veh_vehicle v join veh_type y on y.id = v.vehicle_type_id left join veh_vehicle_status t on t.vehicle_id = v.id
    where v.id = ${vehicleId} and not v.deleted`.execute(db);
  return rows[0];
}

/** Whether a status of the last minute says that the vehicle is being ridden. */
export async function isRiding(db: Db | Tx, vehicleId: string): Promise<boolean> {
  const facts = await readFacts(db, vehicleId);
  return facts?.fresh === true && (facts.speedKmh ?? 0) >= standingKmh;
}

export type Verdict = 'go' | 'ask' | 'moving' | 'unknown';

/**
 * Whether a command may be sent by the known facts; `ask` = the status must be queried first.
 * @param asked the status was just queried: facts still unknown stay unknown
 */
export function judge(
  command: ControlCommand,
  known: Pick<Facts, 'fresh' | 'speedKmh' | 'acc'>,
  asked = false,
): Verdict {
  const needs = command.needs;
  if (!needs.includes('standing') && !needs.includes('power')) return 'go';
  const unknown = !known.fresh || known.speedKmh === null || (needs.includes('power') && known.acc === null);
  if (unknown) return asked ? 'unknown' : 'ask';
  return needs.includes('standing') && (known.speedKmh ?? 0) >= standingKmh ? 'moving' : 'go';
}

/** How long a firmware job may have been silent and still count as running. */
const upgradeSilence = '15 minutes';

/** Whether an update of the vehicle is under way, or its last firmware report says so: one that no task here knows of reports too. */
export async function isUpgrading(db: Db | Tx, vehicleId: string): Promise<boolean> {
  if ((await withUpdate(db, [vehicleId])).size > 0) return true;
  const { rows } = await sql<{ busy: boolean }>`
    select coalesce(state in ('downloading', 'downloaded', 'verified', 'installing', 'rebooting'), false) as busy from veh_device_event
    where vehicle_id = ${vehicleId} and kind = 'ota' and recv_time > now() - ${upgradeSilence}::interval order by ts desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.busy === true;
}

/** The open stolen case, as far as commands go by it: one that is only reported allows nothing yet. */
export async function openCaseOf(tx: Tx, vehicleId: string): Promise<OpenCase | undefined> {
  const open = await openStolenCase(tx, vehicleId);
  if (!open || open.status === stolen.toVerify) return undefined;
  // After the search, power may only be restored.
  return open.status === stolen.monitoring ? open : { ...open, policeReportNo: null };
}

export const refusalOf: Readonly<Record<'moving' | 'unknown', { readonly error: ErrorCode; readonly result: string }>> =
  {
    moving: { error: 2404, result: 'MOVING' },
    unknown: { error: 2406, result: 'UNKNOWN_STATE' },
  };
