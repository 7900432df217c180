import type { ArticleTypeNode } from '@wheelhouse/contract/calls/content/publications';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { column } from '../../../entity/scope.ts';
import { updateIn } from '../../../entity/update.ts';
import { saveOne } from '../../../entity/write.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';

const entity = entityNamed('articleType');
const notPng = { zh: '图标须为png图片', en: 'The icon must be a png picture' };
/** Numbers between two categories, where there is room for them. */
const widestStep = 10;
const lastPlace = 9999;

/** @throws AppError 1001 */
async function checkIcon({ ctx, tx, old, values: { icon } }: SavingOf<'articleType'>): Promise<void> {
  if (typeof icon !== 'string' || icon === old?.icon) return;
  const { rows } = await sql`select 1 from sys_file where file_id = ${icon} and content_type = 'image/png'`.execute(tx);
  if (rows.length === 0) throw refuseField(ctx, 'icon', notPng);
}

/** Categories of articles. */
export const articleTypeHooks: HooksOf<'articleType'> = {
  computed: {
    articleCount: (t) =>
      `(select count(*)::int from cnt_article a where not a.deleted and a.type_id in (select c.id from cnt_article_type c where ${t}.id in (c.id, c.parent_id)))`,
  },
  // An article stands in a category that has none below it.
  offered: (t, field) =>
    field === 'article.typeId'
      ? sql`not exists (select from cnt_article_type c where c.parent_id = ${column(t, 'id')} and not c.deleted)`
      : undefined,
  beforeSave: checkIcon,
  beforeSaveOf: ['icon'],
};

interface TreeRow extends Omit<ArticleTypeNode, 'iconUrl' | 'children'> {
  readonly icon: string | null;
  readonly parentId: string | null;
}

const tree = defineCall('POST /ps/crm/articleType/tree', {
  access: ['articleCategory.query', 'article.query'],
  effect: 'reads',
  body: z.object({}),
  summary: { zh: '文章分类树', en: 'Tree of article categories' },
  async run({ app }) {
    const { rows } = await sql<TreeRow>`
      select id::text as id, rev, parent_id::text as "parentId", name, name_en as "nameEn", icon, sort, show_in_app as "showInApp", enabled
      from cnt_article_type where not deleted order by sort, id`.execute(app.db);
    const below = (parent: string | null): ArticleTypeNode[] =>
      rows
        .filter(({ parentId }) => parentId === parent)
        .map(({ icon, parentId: _above, ...row }) => ({
          ...row,
          iconUrl: icon === null ? null : signedUrl(app, icon),
          children: below(row.id),
        }));
    return below(null);
  },
});

interface Sibling {
  readonly id: string;
  readonly sort: number;
}

/** Those below a category, without the one that moves, in their order. Moves wait for each other here, as the tree makes them wait. */
async function lockSiblings(tx: Tx, parentId: string | null, moved: string): Promise<Sibling[]> {
  await sql`select pg_advisory_xact_lock(hashtext('tree.cnt_article_type'))`.execute(tx);
  const { rows } = await sql<Sibling>`
    select id::text as id, sort from cnt_article_type
    where parent_id is not distinct from ${parentId}::bigint and id <> ${moved} and not deleted order by sort, id`.execute(
    tx,
  );
  return rows;
}

const move = defineCall('POST /ps/crm/articleType/move', {
  access: 'articleCategory.edit',
  body: z.object({ id, parentId: id.nullable(), beforeId: id.nullish() }),
  summary: { zh: '移动文章分类', en: 'Move an article category' },
  run: (ctx, { id: moved, parentId, beforeId }) =>
    saveOne(ctx, entity, {}, () =>
      withTransaction(ctx.app.db, async (tx) => {
        const others = await lockSiblings(tx, parentId, moved);
        const at = beforeId ? others.findIndex((one) => one.id === beforeId) : others.length;
        if (at < 0) throw new AppError(1002);
        const step = Math.min(widestStep, Math.floor(lastPlace / (others.length + 1)));
        const placed = others.map(({ id: other, sort }, index) => ({
          other,
          sort,
          place: step * (index + (index < at ? 1 : 2)),
        }));
        for (const { other, sort, place } of placed)
          if (sort !== place) await updateIn(ctx, tx, entity, { key: other, input: { sort: place } });
        return updateIn(ctx, tx, entity, { key: moved, input: { parentId, sort: step * (at + 1) } });
      }),
    ),
});

export const articleTypeCalls: readonly Call[] = [tree, move];
