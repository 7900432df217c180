import type { SupportType } from '@wheelhouse/contract/calls/content/content';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import type { HooksOf } from '../../../entity/hooks.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { signedUrl } from '../../files/service.ts';
import { isOpenAt } from '../../repairs/service.ts';

const { enabled } = machines['SM-Enable'].states;
const { onShelf } = machines['SM-Shelf'].states;

export const supportTypeHooks: HooksOf<'supportType'> = {
  computed: {
    faqCount: (t) =>
      `(select count(*)::int from cnt_faq q where q.category_code = ${t}.category_code and q.shelf_status = ${onShelf} and not q.deleted)`,
  },
};

type Stored = Omit<SupportType, 'iconUrl' | 'openNow'> & { readonly icon: string };

const list = defineAppCall('GET /app/v1/faq/types', {
  query: z.object({}),
  summary: { zh: 'APP：支持类型', en: 'App: types of support' },
  async run({ app, lang }) {
    const { rows } = await sql<Stored>`
      select s.id::text as id, ${inLang(lang, 's.name')} as name, s.category_code as "categoryCode", s.icon, s.service_hours as "serviceHours"
      from cnt_support_type s where s.enabled = ${enabled} and not s.deleted order by s.sort, s.id`.execute(app.db);
    return rows.map(({ icon, ...row }) => ({
      ...row,
      iconUrl: signedUrl(app, icon),
      openNow: isOpenAt(row.serviceHours, new Date()) ? 1 : 0,
    }));
  },
});

/** Types of support in the owners' app. */
export const supportTypeCalls: readonly Call[] = [list];
