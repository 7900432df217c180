import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

const { onShelf, offShelf } = machines['SM-Theme'].states;

interface Replaced {
  /** Ids of the versions that left the shelf. */
  readonly others: readonly string[];
  /** How often the theme was put on, which the version in its place goes on counting. */
  readonly downloads: number;
}

/**
 * Lets a version take the place of the others of its theme: they leave the shelf, and whoever had one of them has this one.
 * @for what was reviewed changes by a new version: each version is a record with the number of the first, `fixed` after the draft; `newVersion` makes
 * the next draft, the shelf takes the one before off
 */
export async function replaceOthers(tx: Tx, id: string, by: string | null): Promise<Replaced> {
  // Two versions that are put on at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('cnt_app_theme'), hashtext(theme_no)) from cnt_app_theme where id = ${id}`.execute(
    tx,
  );
  const others = sql`select o.id from cnt_app_theme o join cnt_app_theme t on t.theme_no = o.theme_no where t.id = ${id} and o.id <> t.id`;
  const { rows } = await sql<{ id: string }>`
    update cnt_app_theme set status = ${offShelf}, rev = rev + 1, update_by = ${by}, update_time = now()
    where id in (${others}) and status = ${onShelf} and not deleted returning id::text as id`.execute(tx);
  await sql`update cnt_user_theme set theme_id = ${id} where theme_id in (${others}) and not deleted`.execute(tx);
  const counted = await sql<{ downloads: number }>`
    select max(o.downloads) as downloads from cnt_app_theme o join cnt_app_theme t on t.theme_no = o.theme_no
    where t.id = ${id} and not o.deleted`.execute(tx);
  return { others: rows.map((row) => row.id), downloads: counted.rows[0]?.downloads ?? 0 };
}
