import { setImmediate } from 'node:timers/promises';
import type { GrantReport, GrantSkip } from '@wheelhouse/contract/calls/prizes/coupons';
import { idPattern } from '@wheelhouse/contract/text';
import { formats } from '@wheelhouse/entities/formats';
import { mostGranted } from '@wheelhouse/entities/prizes/coupon';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import type { Tx } from '../../../db/pool.ts';
import { filesForUser } from '../../../entity/file-uses.ts';
import { findInScope, visibleWhere } from '../../../entity/read.ts';
import { maskOf } from '../../../entity/seal.ts';
import { hashesOfList, leastOfList } from '../../../entity/sealed-lookup.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { firstColumn } from '../../files/service.ts';

const mostSkipped = 1_000;
/** Rows read before others get their turn on the event loop. */
const atOnce = 1_000;
const [appUser, userTag] = [entityNamed('appUser'), entityNamed('userTag')];

/** Whom a grant names: by numbers or ids, by a file of them, or by a tag. */
export interface Asked {
  readonly mobiles?: readonly string[] | undefined;
  readonly fileId?: string | undefined;
  readonly tagId?: string | undefined;
}

/** A row of a grant. */
interface Named {
  readonly row: number;
  readonly mobile?: string;
  readonly userId?: string;
  readonly skip?: GrantSkip;
}

/** Users of a grant, each once in their order, and the rows that name none. */
export interface Resolved {
  readonly rows: readonly Named[];
  /** Whether what is left out may tell whose number is known: then only its number is said. */
  readonly isList: boolean;
}

/** Users who may have coupons and whom the caller may see, over `u`. */
const seen = ({ user }: CallContext) =>
  sql`not u.deleted and ${isTrue('livingUser', 'u')} and ${visibleWhere(appUser, 'u', user) ?? sql`true`}`;

function readText(row: number, text: string): Named {
  const found = formats.mobile.check(text);
  if ('value' in found) return { row, mobile: String(found.value) };
  return idPattern.test(text) ? { row, userId: text } : { row, skip: 'format' };
}

async function readTexts(cells: readonly { readonly row: number; readonly text: string }[]): Promise<Named[]> {
  const read: Named[] = [];
  for (const { row, text } of cells) {
    if (read.length % atOnce === atOnce - 1) await setImmediate();
    read.push(readText(row, text.trim()));
  }
  return read;
}

/** Ids of users by number, among those whom the caller may see. @throws AppError 1001 under `field`, 1122 */
async function byMobile(ctx: CallContext, tx: Tx, mobiles: readonly string[], field: string) {
  if (mobiles.length === 0) return new Map<string, string>();
  const of = { entity: appUser, name: 'mobile', field, purpose: '发放优惠券' };
  const hashes = await hashesOfList(ctx, tx, of, mobiles);
  const { rows } = await sql<{ mobile: string; id: string }>`
    select g.mobile, u.id::text as id from unnest(${[...mobiles]}::text[], ${[...hashes]}::bytea[]) g (mobile, hash)
    join usr_app_user u on u.mobile_hash = g.hash where ${seen(ctx)}`.execute(tx);
  return new Map(rows.map(({ mobile, id }) => [mobile, id]));
}

/** A join: a plan made for a short list, kept for a long one, would compare each user with each id. */
async function knownIds(ctx: CallContext, tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from unnest(${[...ids]}::bigint[]) g (id) join usr_app_user u on u.id = g.id where ${seen(ctx)}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Rows with the users that they name; whoever stands twice is named once. */
async function resolve(ctx: CallContext, tx: Tx, read: readonly Named[], field: string): Promise<Resolved> {
  const mobiles = [...new Set(read.flatMap(({ mobile }) => mobile ?? []))];
  const found = await byMobile(ctx, tx, mobiles, field);
  const known = await knownIds(ctx, tx, [...new Set(read.flatMap(({ userId }) => userId ?? []))]);
  const taken = new Set<string>();
  const rows = read.map((one): Named => {
    if (one.skip !== undefined) return one;
    const named = one.userId ?? one.mobile ?? '';
    const userId = one.mobile === undefined ? [named].find((id) => known.has(id)) : found.get(named);
    if (taken.has(named) || (userId !== undefined && taken.has(userId))) return { ...one, skip: 'duplicate' };
    taken.add(named);
    if (userId === undefined) return { ...one, skip: 'unknown' };
    taken.add(userId);
    return { ...one, userId };
  });
  return { rows, isList: mobiles.length >= leastOfList };
}

async function ofTag(ctx: CallContext, tx: Tx, tagId: string): Promise<Resolved> {
  await findInScope(ctx, userTag, tagId, tx);
  const { rows } = await sql<{ userId: string }>`
    select u.id::text as user_id from usr_tag_member m join usr_app_user u on u.id = m.user_id
    where m.tag_id = ${tagId}::bigint and not m.deleted and ${seen(ctx)} order by u.id limit ${mostGranted + 1}`.execute(
    tx,
  );
  if (rows.length > mostGranted) throw new AppError(1016, { n: mostGranted });
  return { rows: rows.map(({ userId }, at) => ({ row: at + 1, userId })), isList: false };
}

/** The users whom a grant names. @throws AppError 1001 none or several ways to name them, what `hashesOfList` refuses; 1016 too many, 1017 no file of the caller's */
export async function readGrant(ctx: CallContext, tx: Tx, { mobiles, fileId, tagId }: Asked): Promise<Resolved> {
  if ([mobiles, fileId, tagId].filter((one) => one !== undefined).length !== 1)
    throw refuseField(ctx, 'mobiles', 'required');
  if (tagId !== undefined) return ofTag(ctx, tx, tagId);
  if (fileId !== undefined) {
    const [taken] = await filesForUser(tx, ctx, { biz: 'import' }, [fileId]);
    if (taken === undefined) throw new AppError(1017);
    const cells = await firstColumn(ctx, tx, fileId, mostGranted, 'fileId');
    const texts = cells.map(({ number: row, text }) => ({ row, text }));
    return resolve(ctx, tx, await readTexts(texts), 'fileId');
  }
  const texts = (mobiles ?? []).map((text, at) => ({ row: at + 1, text }));
  return resolve(ctx, tx, await readTexts(texts), 'mobiles');
}

/** Ids of those who are named, in their order. */
export const usersIn = ({ rows }: Resolved): readonly string[] =>
  rows.flatMap(({ skip, userId }) => (skip === undefined && userId !== undefined ? [userId] : []));

/** What a list says of nobody in particular. */
const tellsNothing: readonly GrantSkip[] = ['format'];

/** What became of the rows; `why` has the users who got none. */
export async function reportOf(
  tx: Tx,
  { rows, isList }: Resolved,
  why: ReadonlyMap<string, GrantSkip>,
): Promise<GrantReport> {
  const left = rows.flatMap(({ row, mobile, userId, skip }) => {
    const reason = skip ?? why.get(userId ?? '');
    return reason === undefined ? [] : [{ row, mobile, userId, reason }];
  });
  const counts: Partial<Record<GrantSkip, number>> = {};
  for (const { reason } of left) counts[reason] = (counts[reason] ?? 0) + 1;
  const told = left
    .filter(({ reason, mobile }) => !isList || mobile === undefined || tellsNothing.includes(reason))
    .slice(0, mostSkipped);
  const masks = await masksOf(
    tx,
    told.flatMap(({ mobile, userId, reason }) =>
      mobile === undefined && userId !== undefined && reason !== 'unknown' ? [userId] : [],
    ),
  );
  const skipped = told.map(({ row, mobile, userId, reason }) => ({
    row,
    mobile: mobile === undefined ? (masks.get(userId ?? '') ?? null) : maskOf('mobile', mobile),
    reason,
  }));
  return { total: rows.length, granted: rows.length - left.length, skipped, counts };
}

async function masksOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; mobile: string }>`
    select id::text as id, mobile_mask as mobile from usr_app_user where id = any(${[...userIds]}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, mobile }) => [id, mobile]));
}
