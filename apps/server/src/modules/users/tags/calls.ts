import type { TagImport, TagOption, TagStructure } from '@wheelhouse/contract/calls/users';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { readRule, ruleFault } from '@wheelhouse/entities/users/tag-rule';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import { audit } from '../../../entity/audit.ts';
import { exportRows } from '../../../entity/export/index.ts';
import { filesForUser } from '../../../entity/file-uses.ts';
import { findInScope, idsInScope, list, lockInScope } from '../../../entity/read.ts';
import { withCondition } from '../../../entity/with-condition.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { fileId, id, ids, listQuery } from '../../../http/kit.ts';
import { byRule, removeMembers } from './by-hand.ts';
import { usesOf } from './hooks.ts';
import { addMembers, importUsers } from './members.ts';
import { previewRule } from './refresh.ts';
import { structureOf } from './structure.ts';

const [userTag, userTagMember] = [entityNamed('userTag'), entityNamed('userTagMember')];
const trendDays = 90;
const mostUsers = 1000;

const all = defineCall('POST /user/crm/userTag/all', {
  access: ['userTagsManage.query', 'appuserManager.query', 'noticeManage.query', 'coupon.grant'],
  body: z.object({}),
  effect: 'reads',
  summary: { zh: '可选的用户标签', en: 'Tags that may be chosen' },
  async run({ app }) {
    const { rows } = await sql<TagOption>`
      select id::text as id, tag_code as "tagCode", name, color, group_name as "groupName", tag_type as "tagType", user_count as "userCount" from usr_tag
      where not deleted and enabled = 1 and (expire_time is null or expire_time > now()) order by name`.execute(app.db);
    return rows;
  },
});

const preview = defineCall('POST /user/crm/userTag/preview', {
  access: ['userTagsManage.add', 'userTagsManage.edit'],
  effect: 'reads',
  body: z.object({ rule: z.unknown() }),
  summary: { zh: '规则预览', en: 'Whom a rule selects' },
  run(ctx, { rule }) {
    const fault = ruleFault(rule);
    if (fault) throw refuseField(ctx, 'rule', fault.text, fault.params);
    return previewRule(ctx, readRule(rule));
  },
});

const members = defineCall('POST /user/crm/userTag/members', {
  access: 'userTagsManage.query',
  body: listQuery.extend({ tagId: id.optional() }),
  summary: { zh: '标签的用户', en: 'Users of a tag' },
  run: (ctx, { tagId, ...input }) => list(ctx, userTagMember, withCondition(input, 'tagId', tagId)),
});

const exportMembers = defineCall('POST /user/crm/userTag/export', {
  access: 'userTagsManage.export',
  body: listQuery.extend({ tagId: id.optional() }),
  summary: { zh: '导出标签的用户', en: 'Export the users of a tag' },
  run: (ctx, { tagId, ...input }) => exportRows(ctx, userTagMember, withCondition(input, 'tagId', tagId)),
});

/** A tag whose users people name, locked. @throws AppError 1001 the rule names them */
async function lockByHand(ctx: CallContext, tx: Tx, tagId: string) {
  const tag = await lockInScope(ctx, tx, userTag, tagId, ['id', 'tagType', 'userCount']);
  if (tag.tagType === codes.TagType.rule) throw refuseField(ctx, 'tagId', byRule);
  return tag;
}

const log = (tx: Tx, ctx: CallContext, action: string, tag: Awaited<ReturnType<typeof lockByHand>>, change: number) =>
  audit(tx, ctx, {
    action,
    entity: 'userTag',
    entityId: tag.id,
    functionCode: `userTagsManage.${action}`,
    path: `/user/crm/userTag/${action}`,
    before: { userCount: tag.userCount },
    after: { userCount: tag.userCount + change },
  });

const addUsers = defineCall('POST /user/crm/userTag/addUsers', {
  access: 'userTagsManage.addUsers',
  body: z.object({ tagId: id, userIds: ids(mostUsers).optional(), fileId: fileId.optional() }),
  summary: { zh: '标签加入用户', en: 'Add users to a tag' },
  run: (ctx, { tagId, userIds, fileId: file }): Promise<TagImport> =>
    withTransaction(ctx.app.db, async (tx) => {
      const tag = await lockByHand(ctx, tx, tagId);
      if ((userIds === undefined) === (file === undefined)) throw refuseField(ctx, 'userIds', 'required');
      const taken = file === undefined ? undefined : await filesForUser(tx, ctx, { biz: 'import' }, [file]);
      if (taken?.size === 0) throw new AppError(1017);
      const report =
        file === undefined
          ? await addNamed(ctx, tx, tagId, userIds ?? [])
          : await importUsers(ctx, tx, tagId, file, 'fileId');
      await log(tx, ctx, 'addUsers', tag, report.added);
      return report;
    }),
});

async function addNamed(ctx: CallContext, tx: Tx, tagId: string, userIds: readonly string[]): Promise<TagImport> {
  const { added, known } = await addMembers(ctx, tx, tagId, userIds, codes.TagType.manual);
  if (known.size === 0) throw new AppError(1002);
  const errors = userIds.flatMap((userId, at) =>
    known.has(userId) ? [] : [{ row: at + 1, reason: 'unknown' as const }],
  );
  return { total: userIds.length, added, present: known.size - added, failed: errors.length, errors };
}

const removeUsers = defineCall('POST /user/crm/userTag/removeUsers', {
  access: 'userTagsManage.removeUsers',
  body: z.object({ tagId: id, userIds: ids(mostUsers) }),
  summary: { zh: '标签移除用户', en: 'Remove users from a tag' },
  run: (ctx, { tagId, userIds }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const tag = await lockByHand(ctx, tx, tagId);
      const visible = await idsInScope(tx, entityNamed('appUser'), ctx.user, userIds);
      const removed = await removeMembers(ctx, tx, tagId, [...visible]);
      if (removed === 0) throw new AppError(1002);
      await log(tx, ctx, 'removeUsers', tag, -removed);
      return { removed };
    }),
});

const trend = defineCall('POST /user/crm/userTag/trend', {
  access: 'userTagsManage.query',
  body: z.object({ tagId: id }),
  summary: { zh: '标签用户数趋势', en: 'Users of a tag by day' },
  async run(ctx, { tagId }) {
    const tag = await findInScope(ctx, userTag, tagId);
    const { rows } = await sql<{ statDate: string; userCount: number }>`
      select stat_date::text as "statDate", user_count as "userCount" from usr_tag_count_day
      where tag_id = ${tagId} and not deleted and stat_date > ${today} - ${trendDays}::int and stat_date < ${today}
      union all select ${today}::text, ${tag.userCount}::int order by 1`.execute(ctx.app.db);
    return rows;
  },
});

const structure = defineCall('POST /user/crm/userTag/structure', {
  access: 'userTagsManage.query',
  body: z.object({ tagId: id }),
  summary: { zh: '标签用户结构', en: 'Who the users of a tag are' },
  async run(ctx, { tagId }): Promise<TagStructure> {
    await findInScope(ctx, userTag, tagId);
    return { ...(await structureOf(ctx, tagId)), uses: await usesOf(ctx.app.db, tagId) };
  },
});

export const userTagCalls: readonly Call[] = [
  all,
  preview,
  members,
  exportMembers,
  addUsers,
  removeUsers,
  trend,
  structure,
];
