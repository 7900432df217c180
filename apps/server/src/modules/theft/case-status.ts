import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import type { Lang } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import type { App, SessionUser } from '../../http/context.ts';
import { readStatus, statusFor } from '../fleet/status/service.ts';
import { locating, mayLocate } from './place.ts';

/** What live pages and links need of a case. */
export interface WatchedCase {
  readonly id: string;
  readonly caseNo: string;
  readonly vehicleId: string;
  readonly status: number;
  readonly stolenTime: Date;
  readonly guardLng: number | null;
  readonly guardLat: number | null;
  readonly guardRadiusM: number | null;
}

export async function watchedCase(app: Pick<App, 'db'>, id: string): Promise<WatchedCase | undefined> {
  const { rows } = await sql<WatchedCase>`
    select id::text as id, case_no, vehicle_id::text as vehicle_id, status, stolen_time, guard_lng::float8 as guard_lng, guard_lat::float8 as guard_lat, guard_radius_m
    from veh_stolen_case where id = ${id} and not deleted`.execute(app.db);
  return rows[0];
}

/** The vehicle's live state as a user may see it in this case; undefined when it never reported. */
export async function statusInCase(
  app: App,
  { user, lang }: { readonly user: SessionUser; readonly lang: Lang },
  watched: WatchedCase,
): Promise<VehicleStatus | undefined> {
  const [row] = await readStatus(app, [watched.vehicleId]);
  return row && statusFor(mayLocate(user, watched.status) ? locating(user) : user, row, lang);
}
