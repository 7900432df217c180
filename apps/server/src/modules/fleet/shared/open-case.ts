import { machines } from '@wheelhouse/entities/machines';
import type { Db, Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';

export const stolen = machines['SM-Stolen'].states;
/** States in which a case keeps its vehicle from being unbound, transferred or stopped. */
export const openCases = [stolen.toVerify, stolen.monitoring, stolen.recovered, stolen.notFound];

export interface OpenCase {
  readonly id: string;
  readonly caseNo: string;
  /** D:StolenStatus. */
  readonly status: number;
  readonly policeReportNo: string | null;
}

/** The vehicle's case that is not closed; there is at most one. */
export async function openStolenCase(tx: Db | Tx, vehicleId: string): Promise<OpenCase | undefined> {
  const found = await tx
    .selectFrom('veh_stolen_case')
    .select(['id', 'caseNo', 'status', 'policeReportNo'])
    .where('vehicleId', '=', vehicleId)
    .where('status', 'in', openCases)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return found && { ...found, status: Number(found.status) };
}

/** Ids among `vehicleIds` with a case that is not closed. */
export async function withOpenCase(tx: Tx, vehicleIds: readonly string[]): Promise<Set<string>> {
  if (vehicleIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('veh_stolen_case')
    .select('vehicleId')
    .where('vehicleId', 'in', [...vehicleIds])
    .where('status', 'in', openCases)
    .where('deleted', '=', false)
    .execute();
  return new Set(rows.map((row) => row.vehicleId));
}

/** @throws AppError 2303 (or another refusal) while a case of the vehicle is not closed */
export async function refuseStolen(tx: Tx, vehicleId: string, code: 2019 | 2303 = 2303): Promise<void> {
  if (await openStolenCase(tx, vehicleId)) throw new AppError(code);
}

/** Whether a user is the owner in a case that is not closed. */
export async function openCaseOfOwner(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('veh_stolen_case')
    .select('id')
    .where('ownerUserId', '=', userId)
    .where('status', 'in', openCases)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}
