import type { VersionStep } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Field, Row } from '@wheelhouse/entities/fields';
import { pictureColumns, rowsOf } from '@wheelhouse/entities/rows-cells';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fileKinds } from '../files.ts';
import { pointersOf } from '../html.ts';
import { run } from '../run.ts';
import { snake } from '../storage.ts';

/** What is kept as a version of a record. */
export interface Kept {
  readonly id: string;
  readonly content: Row;
  /** Empty: the system. */
  readonly userId: string | null;
  /** When it was, where that is not now. */
  readonly time?: string | undefined;
}

interface Keeping {
  readonly why: VersionStep['why'];
  readonly ofNumber?: number;
  /** Keeps nothing where the latest version says the same; `seldom`: nor where it is younger than ten minutes. */
  readonly unless?: 'same' | 'seldom';
}

const seldom = '10 minutes';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Files that a value of a field names. */
export function fileIdsIn(field: Field | undefined, value: unknown): readonly string[] {
  const kind = field?.kind;
  if (field?.kind === 'rows')
    return pictureColumns(field)
      .flatMap((name) => rowsOf(value).map((row) => row[name]))
      .filter(isText);
  if (kind === 'richText' && typeof value === 'string') return Object.values(pointersOf(value).files).flat();
  if (kind === undefined || !fileKinds.has(kind)) return [];
  return [value].flat().filter(isText);
}

/** A version holds its files as the record does: who sees the record may use them again. */
async function holdFiles(
  tx: Tx,
  { fields }: EntityDef,
  versions: readonly { readonly id: string; readonly content: Row }[],
): Promise<void> {
  const held = versions.flatMap(({ id, content }) =>
    Object.entries(content).flatMap(([name, value]) =>
      fileIdsIn(fields[name], value).map((file) => ({ file, column: snake(name), version: id })),
    ),
  );
  if (held.length === 0) return;
  await run(
    tx,
    sql`insert into sys_file_use (file_id, table_name, column_name, record_id)
      select distinct f.file_id, 'sys_version', h."column", h.version
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (file text, "column" text, version bigint) join sys_file f on f.file_id = h.file`,
  );
}

/** Keeps versions of records, which are locked. @returns their numbers, by record; none where the entity has no versions */
export async function keepVersions(
  tx: Tx,
  entity: EntityDef,
  kept: readonly Kept[],
  { why, ofNumber, unless }: Keeping,
): Promise<ReadonlyMap<string, number>> {
  if (entity.publishable !== true || kept.length === 0) return new Map();
  const condition = {
    always: sql`true`,
    same: sql`l.hash is distinct from content_hash(g.content)`,
    seldom: sql`l.hash is distinct from content_hash(g.content) and (l.kept_time < now() - ${seldom}::interval) is not false`,
  }[unless ?? 'always'];
  const made = await run<{ id: string; entityId: string; number: number }>(
    tx,
    sql`insert into sys_version (entity, entity_id, number, why, of_number, user_id, content, time)
      select ${entity.name}, g.id, coalesce(l.number, 0) + 1, ${why}, ${ofNumber ?? null}::int, g."userId", g.content, coalesce(g.time, clock_timestamp())
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as g (id bigint, content jsonb, "userId" bigint, time timestamptz)
      left join lateral (
        select v.number, v.hash, v.kept_time from sys_version v where v.entity = ${entity.name} and v.entity_id = g.id order by v.number desc limit 1) l on true
      where ${condition}
      returning id::text as id, entity_id::text as "entityId", number`,
  );
  const contents = new Map(kept.map(({ id, content }) => [id, content]));
  await holdFiles(
    tx,
    entity,
    made.map(({ id, entityId }) => ({ id, content: contents.get(entityId) ?? {} })),
  );
  return new Map(made.map(({ entityId, number }) => [entityId, number]));
}
