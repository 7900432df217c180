import type { OutputOf } from '@wheelhouse/entities/calls';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { signedHtml } from '../../../entity/html.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { ownModel } from '../own-model.ts';
import { vinInput } from '../../fleet/shared/service.ts';

const { onShelf } = machines['SM-Shelf'].states;
const mostShown = 200;
/** Answers without their tags. */
const plainText = "regexp_replace(concat_ws(' ', q.answer, q.answer_en), '<[^>]*>', '', 'g')";

type Shown = OutputOf<'GET /app/v1/faq/list'>[number];

const list = defineAppCall('GET /app/v1/faq/list', {
  query: z.object({
    category: z.string().max(40).optional(),
    sub: z.string().max(40).optional(),
    keyword: z.string().trim().min(1).max(40).optional(),
    vin: vinInput.optional(),
  }),
  summary: { zh: 'APP：已上架的常见问题', en: 'App: frequent questions on the shelf' },
  async run(ctx, { category = null, sub = null, keyword, vin }) {
    const { app, appUser, lang } = ctx;
    const model = vin === undefined ? null : await ownModel(ctx, vin);
    const part = keyword === undefined ? null : keyword.toLowerCase();
    const text = sql.raw(`concat_ws(' ', q.question, q.question_en, array_to_string(q.keywords, ' '), ${plainText})`);
    const { rows } = await sql<Shown>`
      select q.id::text as id, q.category_code as "categoryCode", q.sub_code as "subCode", ${inLang(lang, 'q.question')} as question,
        ${inLang(lang, 'q.answer')} as answer, q.hot, n.id::text as "videoId", q.helpful, q.unhelpful, v.helpful as vote
      from cnt_faq q left join ps_video n on n.id = q.video_id and not n.deleted and n.shelf_status = ${onShelf}
        left join cnt_faq_vote v on v.faq_id = q.id and v.user_id = ${appUser.id}
      where q.shelf_status = ${onShelf} and not q.deleted
        and (${category}::text is null or q.category_code = ${category}) and (${sub}::text is null or q.sub_code = ${sub})
        and (${model}::bigint is null or coalesce(cardinality(q.vehicle_type_ids), 0) = 0 or q.vehicle_type_ids @> array[${model}]::bigint[])
        and (${part}::text is null or strpos(lower(${text}), ${part}) > 0)
      order by q.hot desc, q.sort, q.id desc limit ${mostShown}`.execute(app.db);
    return rows.map(({ answer, ...row }) => ({ ...row, answer: signedHtml(answer, (file) => signedUrl(app, file)) }));
  },
});

/** Locks a question on the shelf. @throws AppError 1002 */
async function lockShown(tx: Tx, faqId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from cnt_faq where id = ${faqId} and shelf_status = ${onShelf} and not deleted for update`.execute(tx);
  if (rows.length === 0) throw new AppError(1002);
}

const vote = defineAppCall('POST /app/v1/faq/vote', {
  limit: { most: 60, within: 'minute' },
  body: z.object({ id, helpful: z.union([z.literal(0), z.literal(1)]) }),
  summary: { zh: 'APP：评价常见问题', en: 'App: say whether an answer helped' },
  run: ({ app, appUser }, input) =>
    withTransaction(app.db, async (tx) => {
      await lockShown(tx, input.id);
      const own = sql`faq_id = ${input.id} and user_id = ${appUser.id}`;
      const before = await sql<{ helpful: number }>`select helpful from cnt_faq_vote where ${own}`.execute(tx);
      await sql`
        insert into cnt_faq_vote (faq_id, user_id, helpful) values (${input.id}, ${appUser.id}, ${input.helpful})
        on conflict (faq_id, user_id) do update set helpful = excluded.helpful, vote_time = now()`.execute(tx);
      const change = (of: 0 | 1): number => Number(input.helpful === of) - Number(before.rows[0]?.helpful === of);
      const { rows } = await sql<{ helpful: number; unhelpful: number }>`
        update cnt_faq set helpful = helpful + ${change(1)}, unhelpful = unhelpful + ${change(0)} where id = ${input.id}
        returning helpful, unhelpful`.execute(tx);
      const [counted] = rows;
      if (counted === undefined) throw new AppError(1002);
      return counted;
    }),
});

const view = defineAppCall('POST /app/v1/faq/view', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ id }),
  summary: { zh: 'APP：查看一次常见问题', en: 'App: a frequent question was opened' },
  async run({ app }, input) {
    const { rows } = await sql`
      update cnt_faq set view_count = view_count + 1 where id = ${input.id} and shelf_status = ${onShelf} and not deleted returning id`.execute(
      app.db,
    );
    if (rows.length === 0) throw new AppError(1002);
  },
});

/** Frequent questions in the owners' app. */
export const faqAppCalls: readonly Call[] = [list, vote, view];
