import type { TagPreview } from '@wheelhouse/contract/calls/users';
import { codes } from '@wheelhouse/entities/codes';
import { readRule, type TagRule } from '@wheelhouse/entities/users/tag-rule';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { inTime } from '../../../db/in-time.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import { visibleWhere } from '../../../entity/read.ts';
import { scopeWhere } from '../../../entity/scope.ts';
import { inTurn } from '../../../entity/turns.ts';
import type { App, CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { scopeOfAccount } from '../../access/service.ts';
import { usersByRule } from './rule-sql.ts';
import type { Job } from '../../module.ts';

/** Milliseconds that the statement of a rule may take. */
const mostMs = 30_000;
const sampleSize = 20;
const tooComplex = (): AppError => new AppError(9021);

const appUser = entityNamed('appUser');
const anybody = sql`true`;

/** How many users a rule selects among those whom the caller may see, and some of them. @throws AppError 9021, 1019 */
export const previewRule = (ctx: CallContext, rule: TagRule): Promise<TagPreview> =>
  inTurn(ctx, () =>
    ctx.app.reads.run(({ db }) =>
      withTransaction(db, (tx) => inTime(tx, mostMs, tooComplex, () => previewIn(tx, ctx, rule))),
    ),
  );

async function previewIn(tx: Tx, ctx: CallContext, rule: TagRule): Promise<TagPreview> {
  const { rows } = await sql<TagPreview>`
    with hit as materialized (${usersByRule(rule, visibleWhere(appUser, 'u', ctx.user) ?? anybody)})
    select (select count(*)::int from hit) as count, coalesce((select json_agg(x) from (
      select t.id::text as "userId", t.nickname, t.mobile_mask as mobile, t.city_id as "cityId" from hit join usr_app_user t on t.id = hit.user_id
      order by t.id desc limit ${sampleSize}) x), '[]'::json) as sample`.execute(tx);
  return rows[0] ?? { count: 0, sample: [] };
}

/**
 * Users among whom a tag's rule selects: those whom its author may see, whoever refreshes it, also when they are signed in no more. The rules that the
 * platform itself makes select among all.
 */
async function scopeOfRule(tx: Tx, tagId: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{
    by: string | null;
  }>`select rule_by::text as by from usr_tag where id = ${tagId}`.execute(tx);
  const by = rows[0]?.by ?? null;
  return (by === null ? undefined : scopeWhere(appUser, 'u', await scopeOfAccount(tx, by), by)) ?? anybody;
}

/** Makes the members of a tag those whom its rule selects within a scope, and says how many they are as `n`. Who stays keeps their time. */
export const refreshStatement = (
  tagId: string,
  rule: TagRule,
  scope: RawBuilder<unknown> = anybody,
): RawBuilder<{ n: number }> => sql`
  with wanted as materialized (${usersByRule(rule, scope)}),
  gone as (delete from usr_tag_member m where m.tag_id = ${tagId}::bigint and not m.deleted and not exists (select 1 from wanted w where w.user_id = m.user_id)),
  come as (insert into usr_tag_member (tag_id, user_id, source, add_time)
    select ${tagId}::bigint, user_id, ${codes.TagType.rule}::smallint, now() from wanted
    on conflict (tag_id, user_id) where not deleted do nothing)
  select count(*)::int as n from wanted`;

/** Refreshes the users of a tag in one statement. @returns how many it has. @throws AppError 9021 */
export const refreshUsers = (tx: Tx, tagId: string, rule: TagRule): Promise<number> =>
  inTime(tx, mostMs, tooComplex, async () => {
    const statement = refreshStatement(tagId, rule, await scopeOfRule(tx, tagId));
    return (await statement.execute(tx)).rows[0]?.n ?? 0;
  });

/** The same, noting when it was, where no save or action does. */
export async function refreshTag(tx: Tx, tagId: string, rule: TagRule): Promise<number> {
  const count = await refreshUsers(tx, tagId, rule);
  await sql`update usr_tag set last_refresh_time = now() where id = ${tagId}`.execute(tx);
  return count;
}

const due = sql`not deleted and enabled = 1 and tag_type = ${codes.TagType.rule} and refresh_mode = ${codes.TagRefresh.daily} and (expire_time is null or expire_time > now())`;

async function refreshOne(app: App, id: string): Promise<void> {
  await withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ rule: unknown; before: number }>`
      select rule, user_count as before from usr_tag where id = ${id} and ${due} for update skip locked`.execute(tx);
    const [tag] = rows;
    if (!tag) return;
    const after = await refreshTag(tx, id, readRule(tag.rule));
    await sql`
      insert into sys_operation_log (username, action, entity, entity_id, before, after)
      values ('system', 'refresh', 'userTag', ${id}, ${JSON.stringify({ userCount: tag.before })}::jsonb, ${JSON.stringify({ userCount: after })}::jsonb)`.execute(
      tx,
    );
  });
}

/** Refreshes the tags that ask for it, each in a transaction of its own, then notes how many users every tag has. Safe to run again. */
export async function refreshDaily(app: App): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from usr_tag where ${due} and (last_refresh_time is null or last_refresh_time < now() - interval '1 hour') order by id`.execute(
    app.db,
  );
  for (const { id } of rows)
    try {
      await refreshOne(app, id);
    } catch (error) {
      // One tag that cannot be evaluated does not keep the others from their night's refresh.
      app.log.error({ err: error, tag: id }, 'a user tag was not refreshed');
    }
  await noteCounts(app);
}

async function noteCounts({ db }: App): Promise<void> {
  await sql`
    insert into usr_tag_count_day (tag_id, stat_date, user_count) select id, ${today}, user_count from usr_tag where not deleted
    on conflict (tag_id, stat_date) where not deleted do update set user_count = excluded.user_count, update_time = now()`.execute(
    db,
  );
}

export const tagJobs: readonly Job[] = [{ name: 'users.tags', cron: '0 3 * * *', run: refreshDaily }];
