import { partTypes, otherPartType } from '@wheelhouse/contract/device/fields';
import { idPattern } from '@wheelhouse/contract/text';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { DeviceMessage, UplinkHandler } from '../../../gateway/service.ts';
import { lockExecutions, type Changed, type Execution } from './rows.ts';
import { afterReport, type Report } from './steps.ts';
import { saveExecutions } from './store.ts';

/** A report and what it claims to be about. */
export interface Claim extends Report {
  readonly vehicleId: string;
  readonly executionId: string;
  /** Undefined: the one that was under way at `saidAt`. */
  readonly attempt: number | undefined;
  /** When it was said, ms since epoch; where neither this nor the attempt is known, it counts while there is only one. */
  readonly saidAt?: number | undefined;
  /** D:DeviceType; undefined where the report does not say. */
  readonly deviceType: number | undefined;
  /** Bytes that have arrived. */
  readonly bytes: number | undefined;
}

/** The execution and its attempt as vehicles name them. */
export const jobOf = (executionId: string, attempt: number): string => `${executionId}.${attempt}`;

export function readJob(job: unknown): { executionId: string; attempt: number } | undefined {
  const [executionId = '', attempt = '', more] = typeof job === 'string' ? job.split('.') : [];
  if (!idPattern.test(executionId) || !/^\d{1,6}$/.test(attempt) || more !== undefined) return undefined;
  return { executionId, attempt: Number(attempt) };
}

const short = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;

function claimOf({ vehicleId, payload }: DeviceMessage): Claim[] {
  const { job: named, st, ecu, bytes, err, msg } = payload;
  const job = readJob(named);
  if (job === undefined || typeof st !== 'string' || typeof ecu !== 'string') return [];
  return [
    {
      ...job,
      vehicleId,
      st,
      deviceType: partTypes[ecu] ?? otherPartType,
      bytes: typeof bytes === 'number' && Number.isFinite(bytes) ? bytes : undefined,
      progress: null,
      code: short(err),
      text: short(msg),
    },
  ];
}

function percentOf({ bytes, progress }: Claim, size: number | null): number | null {
  if (bytes === undefined) return progress;
  return Math.max(0, Math.min(100, Math.floor((bytes * 100) / Math.max(1, size ?? 0))));
}

/** Whether a report is about the present attempt: what was said before it went out is about an earlier one. */
function isOfAttempt({ attempt, saidAt }: Claim, row: Execution): boolean {
  if (attempt !== undefined) return attempt === row.attempt;
  return row.attempt === 1 || (saidAt !== undefined && row.sentTime !== null && saidAt >= row.sentTime);
}

/** Takes reports in their order. Those of another vehicle, of another part or of an earlier attempt change nothing. @returns how many did */
export async function takeReports(db: Db | Tx, claims: readonly Claim[]): Promise<number> {
  if (claims.length === 0) return 0;
  const ids = [...new Set(claims.map(({ executionId }) => executionId))];
  const rows = await lockExecutions(db, { where: sql`x.id = any(${ids}::bigint[])`, most: ids.length });
  const known = new Map<string, Changed>(rows.map((row) => [row.id, { row, entries: [] }]));
  let taken = 0;
  for (const claim of claims) {
    const found = known.get(claim.executionId);
    if (found === undefined) continue;
    const { row, entries } = found;
    const isForeign =
      row.vehicleId !== claim.vehicleId ||
      !isOfAttempt(claim, row) ||
      (claim.deviceType ?? row.deviceType) !== row.deviceType;
    const after = isForeign ? undefined : afterReport(row, { ...claim, progress: percentOf(claim, row.size) });
    if (after === undefined) continue;
    taken++;
    known.set(row.id, { row: after.row, entries: [...entries, ...after.entries] });
  }
  await saveExecutions(
    db,
    [...known.values()].filter(({ entries }) => entries.length > 0),
  );
  return taken;
}

/** `up/ota`, in the transaction that stores it. */
export const takeOtaUplinks: UplinkHandler = async (db, messages) => {
  await takeReports(db, messages.flatMap(claimOf));
};
