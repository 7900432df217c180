import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { noteAuthor } from '../../../entity/approval/keep.ts';
import { audit } from '../../../entity/audit.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { addMembers } from './members.ts';

export const byRule = { zh: '规则标签的用户由规则决定', en: 'The rule decides who has this tag' } as const;

interface Tag {
  readonly id: string;
  readonly tagType: number;
  readonly userCount: number;
}

/** Locks tags, in the order of their ids so that two calls never wait for each other. @throws AppError 1001 under `field`: a rule names the users */
async function lockTags(
  ctx: CallContext,
  tx: Tx,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<readonly Tag[]> {
  const { rows } = await sql<Tag>`
    select id::text as id, tag_type, user_count from usr_tag where id = any(${[...add, ...remove]}::bigint[]) and not deleted
    order by id for update`.execute(tx);
  const ruled = rows.find(({ tagType }) => tagType === codes.TagType.rule);
  if (ruled) throw refuseField(ctx, add.includes(ruled.id) ? 'addTagIds' : 'removeTagIds', byRule);
  return rows;
}

/** Takes a tag from users. @returns from how many */
export async function removeMembers(
  { user }: Pick<CallContext, 'user'>,
  tx: Tx,
  tagId: string,
  userIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from usr_tag_member where tag_id = ${tagId} and user_id = any(${[...userIds]}::bigint[]) and not deleted returning 1)
    select count(*)::int as n from gone`.execute(tx);
  await noteAuthor(tx, 'userTag', tagId, user.id);
  return rows[0]?.n ?? 0;
}

/** Gives users tags, and takes others from them; the tags' own log says so too. @throws AppError 1001 a tag by rule */
export async function tagUsers(
  ctx: CallContext,
  tx: Tx,
  userIds: readonly string[],
  tags: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<void> {
  for (const { id, userCount } of await lockTags(ctx, tx, tags)) {
    const isAdded = tags.add.includes(id);
    const change = isAdded
      ? (await addMembers(ctx, tx, id, userIds, codes.TagType.manual)).added
      : -(await removeMembers(ctx, tx, id, userIds));
    if (change === 0) continue;
    await audit(tx, ctx, {
      action: isAdded ? 'addUsers' : 'removeUsers',
      entity: 'userTag',
      entityId: id,
      functionCode: 'appuserManager.tag',
      path: '/user/crm/appUser/tag',
      before: { userCount },
      after: { userCount: userCount + change },
    });
  }
}
