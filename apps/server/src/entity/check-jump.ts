import { codes } from '@wheelhouse/entities/codes';
import type { EntityDef } from '@wheelhouse/entities/define';
import { machines } from '@wheelhouse/entities/machines';
import { hostOf, isAllowedLink } from '@wheelhouse/entities/rich-text';
import { hasJumpTarget, jumpsToActivity, jumpsToArticle } from '@wheelhouse/entities/jump';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { labelOf } from '@wheelhouse/entities/registry';
import type { Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { refuseField } from '../http/field-texts.ts';
import { nextOf, type Saving } from './hooks.ts';
import { hostsOf } from './rich-text.ts';

const field = 'jumpTarget';

interface Jump {
  readonly jumpType: unknown;
  readonly jumpTarget: unknown;
  readonly articleId: unknown;
  readonly activityId: unknown;
}

/** What is stored of a form's way: an article or an AR event is the target by its id, and what the way does not lead to leaves nothing behind. */
function storedJump({ jumpType, jumpTarget, articleId, activityId }: Jump): Omit<Jump, 'jumpType'> {
  if (jumpsToArticle({ jumpType })) return { jumpTarget: articleId, articleId, activityId: null };
  if (jumpsToActivity({ jumpType })) return { jumpTarget: activityId, articleId: null, activityId };
  return { jumpTarget: hasJumpTarget({ jumpType }) ? jumpTarget : null, articleId: null, activityId: null };
}

/**
 * Stores where a form leads, and checks a way that is new: links lead to hosts of D:LinkHost, pages are of D:AppPage, articles are published; whether an AR
 * event is on, its reference asks. @throws AppError 1001
 * @for a way to a page, address, article or event that a form names: in `beforeSave`: advertisements, introductions of the app; its rules are in `jump.ts`
 */
export async function saveJump(
  saving: Pick<Saving<Jump, Partial<Jump>>, 'ctx' | 'tx' | 'old' | 'values'>,
  entity: EntityDef,
): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const [jumpType, jumpTarget] = [nextOf(saving, 'jumpType'), nextOf(saving, 'jumpTarget')];
  const [articleId, activityId] = [nextOf(saving, 'articleId'), nextOf(saving, 'activityId')];
  const next = storedJump({ jumpType, jumpTarget, articleId, activityId });
  Object.assign(values, next);
  if (jumpType === old?.jumpType && next.jumpTarget === old?.jumpTarget) return;
  await checkJump(ctx, tx, { jumpType, ...next }, labelOf(entity, field)[ctx.lang]);
}

async function checkJump(
  ctx: CallContext,
  tx: Tx,
  { jumpType, jumpTarget, articleId }: Jump,
  label: string,
): Promise<void> {
  if (jumpsToArticle({ jumpType })) return refuseUnpublished(ctx, tx, articleId);
  if (typeof jumpTarget !== 'string') return;
  if (Number(jumpType) === codes.JumpType.url) {
    if (isAllowedLink(jumpTarget, await hostsOf(tx, 'LinkHost'))) return;
    throw refuseField(ctx, field, validationTexts.linkHost, { label, value: hostOf(jumpTarget) ?? jumpTarget });
  }
  if (Number(jumpType) !== codes.JumpType.appPage) return;
  const { rows } = await sql`
    select 1 from sys_item_code where category = 'AppPage' and code = ${jumpTarget} and enabled = ${machines['SM-Enable'].states.enabled} and not deleted`.execute(
    tx,
  );
  if (rows.length === 0) throw refuseField(ctx, field, { zh: '没有该APP页面', en: 'No such page of the app' });
}

async function refuseUnpublished(ctx: CallContext, tx: Tx, articleId: unknown): Promise<void> {
  const { rows } = await sql`select 1 from cnt_article_live where article_id = ${String(articleId)}::bigint`.execute(
    tx,
  );
  if (rows.length > 0) return;
  throw refuseField(ctx, 'articleId', { zh: '请选择已发布的文章', en: 'Choose a published article' });
}
