import { listedText } from '@wheelhouse/contract/lang';
import { isPast } from '@wheelhouse/contract/time';
import { isAllowedLink, plainOf } from '@wheelhouse/entities/rich-text';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { hostsOf } from '../../../entity/rich-text.ts';
import {
  type ActionHandlers,
  type HooksOf,
  nextOf,
  only,
  type RefusesOf,
  type SavingOf,
} from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { sensitiveWordsIn } from '../../reference/service.ts';
import { goLive, isLive, leaveLive } from './live.ts';

const mostPinned = 3;
const summaryLength = 60;
const notLeaf = { zh: '请选择没有下级的分类', en: 'Choose a category without others below it' } as const;
const timed = {
  zh: '已设定发布时间，请用「通过(定时)」',
  en: 'It has a time of publishing: use “Approve (timer)”',
} as const;

/** One after the other, so that no two take the last place. @throws AppError 5201 */
async function refuseFourth(tx: Tx, typeId: string, articleId: string | undefined): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('article.pinned'), hashtext(${typeId}::text))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cnt_article
    where type_id = ${typeId} and pinned = 1 and not deleted and id is distinct from ${articleId ?? null}::bigint`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) >= mostPinned) throw new AppError(5201);
}

/** @throws AppError 1001 */
async function refuseBranch({ ctx, tx, old, values: { typeId } }: SavingOf<'article'>): Promise<void> {
  if (typeof typeId !== 'string' || typeId === old?.typeId) return;
  const { rows } =
    await sql`select 1 from cnt_article_type where parent_id = ${typeId} and not deleted limit 1`.execute(tx);
  if (rows.length > 0) throw refuseField(ctx, 'typeId', notLeaf);
}

/** @throws AppError 1001 */
async function refuseLink({ ctx, tx, old, values: { linkUrl } }: SavingOf<'article'>): Promise<void> {
  if (typeof linkUrl !== 'string' || linkUrl === old?.linkUrl) return;
  if (!isAllowedLink(linkUrl, await hostsOf(tx, 'LinkHost'))) throw fieldRefusal(ctx, 'linkUrl', 5003);
}

async function beforeSave(saving: SavingOf<'article'>): Promise<void> {
  const { tx, old, values } = saving;
  await refuseBranch(saving);
  await refuseLink(saving);
  const typeId = nextOf(saving, 'typeId');
  const moves = values.pinned === 1 || (old?.pinned === 1 && values.typeId !== undefined && values.pinned !== 0);
  if (moves && typeof typeId === 'string') await refuseFourth(tx, typeId, old?.id);
  const text = plainOf(String(nextOf(saving, 'content') ?? ''));
  if (!nextOf(saving, 'summary') && text !== '') values.summary = [...text].slice(0, summaryLength).join('');
}

type Article = SavingOf<'article'>['old'] & object;

const textsOf = ({ title, titleEn, author, summary, content, contentEn, shareTitle, tags }: Article): string =>
  [title, titleEn, author, summary, shareTitle, ...(tags ?? []), plainOf(`${content ?? ''} ${contentEn ?? ''}`)].join(
    '\n',
  );

const refuses: RefusesOf<'article'> = {
  pin: each(({ id, typeId }, { tx }) => refuseFourth(tx, typeId, id)),
  submit: each(async (row, { tx }) => {
    const words = await sensitiveWordsIn(tx, textsOf(row), 'company');
    if (words.length > 0) throw new AppError(5202, { words: listedText(words) });
  }),
  approve: each(({ publishTime }, { ctx }) => {
    if (publishTime !== null && !isPast(publishTime)) throw refuseField(ctx, 'publishTime', timed);
  }),
};

const actions: ActionHandlers<'article'> = {
  async approve(action) {
    await goLive(action.tx, only(action).id);
    action.store({ publishTime: new Date() });
  },
  approveTimer: async ({ input, store }) => store({ publishTime: input.publishTime }),
  cancelTimer: async ({ store }) => store({ publishTime: null }),
  async shelfOff(action) {
    await leaveLive(action.tx, only(action).id);
  },
  async shelfOn(action) {
    await goLive(action.tx, only(action).id);
    action.store({ publishTime: new Date() });
  },
  pin: async ({ store }) => store({ pinned: 1 }),
  unpin: async ({ store }) => store({ pinned: 0 }),
};

export const articleHooks: HooksOf<'article'> = {
  computed: {
    live: (t) => `exists (select from cnt_article_live v where v.article_id = ${t}.id)::int`,
    // The version that was kept as it went live.
    liveVersion: (
      t,
    ) => `(select min(k.number) from cnt_article_live v join sys_version k on k.entity = 'article' and k.entity_id = v.article_id
      where v.article_id = ${t}.id and k.why in ('approved', 'published') and k.time >= v.publish_time)`,
  },
  conditions: {
    live: (t, values) =>
      sql`(exists (select from cnt_article_live v where v.article_id = ${sql.ref(`${t}.id`)}))::int::text = any(${[...values]}::text[])`,
    // A category with those below it.
    typeId: (t, values) =>
      sql`${sql.ref(`${t}.type_id`)} in (select c.id from cnt_article_type c where c.id = any(${[...values]}::bigint[]) or c.parent_id = any(${[...values]}::bigint[]))`,
  },
  // What leads to an article leads to one that the app shows.
  offered: (t) => sql`exists (select from cnt_article_live v where v.article_id = ${sql.ref(`${t}.id`)})`,
  beforeSave,
  refuseDelete: async (tx, { id }) => ((await isLive(tx, id)) ? new AppError(5203) : undefined),
  refuses,
  actions,
};
