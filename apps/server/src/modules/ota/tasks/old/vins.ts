import type { OtaInvalidVin } from '@wheelhouse/contract/calls/ota/tasks';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../../db/pool.ts';
import { scopeWhere } from '../../../../entity/scope.ts';
import type { SessionUser } from '../../../../http/context.ts';
import { vinShape, type Cell } from '../vins.ts';

const vehicle = entityNamed('vehicle');
const shownLength = 40;

/** Vehicles that a list names, by the VIN or frame number that is stored, each once; and what names none. */
interface NamedVehicles {
  readonly vins: readonly string[];
  readonly invalid: readonly OtaInvalidVin[];
}

/** What the entries of a list stand for, in the user's scope: a VIN, else a frame number, else an IMEI. */
async function knownOf(
  tx: Tx,
  { scope, id }: Pick<SessionUser, 'scope' | 'id'>,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const seen = scopeWhere(vehicle, 'v', scope, id) ?? sql`true`;
  const { rows } = await sql<{ entry: string; vin: string }>`
    with l as materialized (select entry from json_array_elements_text(${JSON.stringify(wanted)}::json) as l (entry)),
    found as (
      select l.entry, v.vin as vin, 1 as place from l join veh_vehicle v on v.vin = l.entry where not v.deleted and ${seen}
      union all select l.entry, coalesce(v.vin, v.frame_no), 2 from l join veh_vehicle v on v.frame_no = l.entry where not v.deleted and ${seen}
      union all select l.entry, coalesce(v.vin, v.frame_no), 3 from l join veh_vehicle v on v.imei = l.entry where not v.deleted and ${seen})
    select distinct on (entry) entry, vin from found where vin is not null order by entry, place`.execute(tx);
  return new Map(rows.map(({ entry, vin }) => [entry, vin]));
}

/** Reads a list of VINs, frame numbers and IMEIs. An entry that repeats a vehicle is left out, and reported like one that names none. */
export async function namedVehicles(
  tx: Tx,
  user: Pick<SessionUser, 'scope' | 'id'>,
  cells: readonly Cell[],
): Promise<NamedVehicles> {
  const shaped = cells.filter(({ text }) => vinShape.test(text)).map(({ text }) => text);
  const known = await knownOf(tx, user, [...new Set(shaped)]);
  const vins = new Set<string>();
  const invalid: OtaInvalidVin[] = [];
  for (const { number: row, text } of cells) {
    const vin = known.get(text);
    if (vin !== undefined && !vins.has(vin)) {
      vins.add(vin);
      continue;
    }
    const reason = vin !== undefined ? 'duplicate' : vinShape.test(text) ? 'unknown' : 'format';
    invalid.push({ row, text: text.slice(0, shownLength), reason });
  }
  return { vins: [...vins], invalid };
}

/** The entries of a text, as rows of a file. */
export const cellsOfText = (entries: readonly string[]): readonly Cell[] =>
  entries.map((text, at) => ({ number: at + 1, text }));
