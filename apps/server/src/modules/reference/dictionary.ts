import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { isNumericDict } from '../../entity/storage.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { TopicKind } from '../../http/live-stream.ts';

interface CategoryRow {
  readonly category: string;
  readonly categoryDesc: string;
  readonly categoryDescEn: string | null;
  readonly parentCategory: string | null;
  readonly count: number;
  readonly builtIn: 0 | 1;
}

const categories = defineCall('POST /data/crm/itemCode/categories', {
  access: 'dictionary.query',
  body: z.object({}),
  summary: { zh: '字典类别', en: 'Categories of the dictionary' },
  async run(ctx) {
    const { rows } = await sql<CategoryRow>`
      select category, min(category_desc) as category_desc, min(category_desc_en) as category_desc_en, min(parent_category) as parent_category,
        count(*)::int as count, min(built_in)::int as built_in
      from sys_item_code where not deleted group by category order by category
    `.execute(ctx.app.db);
    return rows.map((row) => ({ ...row, fixed: isNumericDict(row.category) ? 1 : 0 }));
  },
});

const refresh = defineCall('POST /data/crm/itemCode/refresh', {
  access: 'dictionary.refresh',
  body: z.object({}),
  summary: { zh: '刷新所有客户端的字典', en: 'Refresh the dictionary of all clients' },
  run: (ctx) =>
    withTransaction(ctx.app.db, async (tx) => {
      const { rows } = await sql<{ version: string }>`select dictionary_raise() as version`.execute(tx);
      await audit(tx, ctx, {
        action: 'refresh',
        entity: 'itemCode',
        entityId: null,
        functionCode: 'dictionary.refresh',
      });
      return { version: rows[0]?.version };
    }),
});

/** `dictionary` with `{version}`: the dictionary changed. Every signed-in user may listen. */
export const dictionaryTopic: TopicKind = { authorize: async (_user, id) => id === '' };

export const dictionaryCalls: readonly Call[] = [categories, refresh];
