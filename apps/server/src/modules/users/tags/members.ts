import { setImmediate } from 'node:timers/promises';
import type { TagImport, TagImportFault } from '@wheelhouse/contract/calls/users';
import { codes } from '@wheelhouse/entities/codes';
import { formats } from '@wheelhouse/entities/formats';
import { entityNamed } from '@wheelhouse/entities/registry';
import { mostImported } from '@wheelhouse/entities/users/user-tag';
import { idPattern } from '@wheelhouse/contract/text';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { noteAuthor } from '../../../entity/approval/keep.ts';
import { visibleWhere } from '../../../entity/read.ts';
import { hashesOfList } from '../../../entity/sealed-lookup.ts';
import type { CallContext } from '../../../http/context.ts';
import { firstColumn } from '../../files/service.ts';
import { taggable } from './rule-sql.ts';

const mostFaults = 500;
/** Rows read before others get their turn on the event loop. */
const atOnce = 1000;

/** Users of the ids that a tag can hold and the caller may see. */
const seen = (ctx: CallContext) =>
  sql`${taggable} and ${visibleWhere(entityNamed('appUser'), 'u', ctx.user) ?? sql`true`}`;

/** Adds users to a tag. @returns how many are new, and the ids that could be added or were there */
export async function addMembers(
  ctx: CallContext,
  tx: Tx,
  tagId: string,
  userIds: readonly string[],
  source: number,
): Promise<{ readonly added: number; readonly known: ReadonlySet<string> }> {
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from usr_app_user u where u.id = any(${[...userIds]}::bigint[]) and ${seen(ctx)}`.execute(
    tx,
  );
  const { rows: added } = await sql<{ n: number }>`
    with come as (insert into usr_tag_member (tag_id, user_id, source, add_time, create_by, update_by)
      select ${tagId}::bigint, x, ${source}::smallint, now(), ${ctx.user.id}::bigint, ${ctx.user.id}::bigint from unnest(${rows.map(({ id }) => id)}::bigint[]) x
      on conflict (tag_id, user_id) where not deleted do nothing returning 1)
    select count(*)::int as n from come`.execute(tx);
  await noteAuthor(tx, 'userTag', tagId, ctx.user.id);
  return { added: added[0]?.n ?? 0, known: new Set(rows.map(({ id }) => id)) };
}

/** A row that names a user by one of both. */
interface Wanted {
  readonly row: number;
  readonly mobile?: string;
  readonly id?: string;
}

/** What a cell names: a mobile number, or a user's id. */
function readCell(row: number, text: string): Wanted | TagImportFault {
  const found = formats.mobile.check(text);
  if ('value' in found) return { row, mobile: String(found.value) };
  return idPattern.test(text) ? { row, id: text } : { row, reason: 'format' };
}

async function readCells(cells: Awaited<ReturnType<typeof firstColumn>>) {
  const read: (Wanted | TagImportFault)[] = [];
  for (const [at, { number, text }] of cells.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate();
    read.push(readCell(number, text));
  }
  return read;
}

/** Ids of users by their mobile numbers. @throws AppError 1001 under `field`, 1122 */
async function byMobile(
  ctx: CallContext,
  tx: Tx,
  wanted: readonly Wanted[],
  field: string,
): Promise<ReadonlyMap<string, string>> {
  const mobiles = [...new Set(wanted.flatMap(({ mobile }) => mobile ?? []))];
  if (mobiles.length === 0) return new Map();
  const of = { entity: entityNamed('appUser'), name: 'mobile', field, purpose: '用户标签' };
  const hashes = await hashesOfList(ctx, tx, of, mobiles);
  const { rows } = await sql<{ mobile: string; id: string }>`
    select g.mobile, u.id::text as id from unnest(${mobiles}::text[], ${[...hashes]}::bytea[]) g(mobile, hash)
    join usr_app_user u on u.mobile_hash = g.hash where ${seen(ctx)}`.execute(tx);
  return new Map(rows.map(({ mobile, id }) => [mobile, id]));
}

/**
 * Adds the users that a file names; a user who stands twice is added once. Rows that name nobody are left out: those with an id are reported, of
 * mobile numbers only how many they are.
 * The caller has found that the file is the user's to use.
 * @param field names the file in refusals
 * @throws AppError 1016 too many rows, 1001 unreadable, or a list of numbers that may not be looked up; 1122
 */
export async function importUsers(
  ctx: CallContext,
  tx: Tx,
  tagId: string,
  fileId: string,
  field: string,
): Promise<TagImport> {
  const cells = await firstColumn(ctx, tx, fileId, mostImported, field);
  const read = await readCells(cells);
  const faults = read.filter((one): one is TagImportFault => 'reason' in one);
  const wanted = read.filter((one): one is Wanted => !('reason' in one));
  const mobiles = await byMobile(ctx, tx, wanted, field);
  const ids = new Map(
    wanted.flatMap((one): [number, string][] => {
      const id = one.id ?? mobiles.get(one.mobile ?? '');
      return id === undefined ? [] : [[one.row, id]];
    }),
  );
  const { added, known } = await addMembers(ctx, tx, tagId, [...new Set(ids.values())], codes.TagType.import);
  const left = wanted.filter(({ row }) => !known.has(ids.get(row) ?? ''));
  for (const { row, mobile } of left) if (mobile === undefined) faults.push({ row, reason: 'unknown' });
  faults.sort((one, two) => one.row - two.row);
  return {
    total: cells.length,
    added,
    present: known.size - added,
    failed: cells.length - wanted.length + left.length,
    errors: faults.slice(0, mostFaults),
  };
}
