import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ShownIntroduction } from '@wheelhouse/contract/calls/content/publications';
import { inLang } from '../../../db/in-lang.ts';
import { versionNumbers } from '../../../db/version-numbers.ts';
import { signedHtml } from '../../../entity/html.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { signedUrl } from '../../files/service.ts';

const { onShelf } = machines['SM-Shelf'].states;
const mostShown = 20;

interface Page {
  readonly image: string;
  readonly imageEn: string | null;
  readonly text: string | null;
}
type Shown = Omit<ShownIntroduction, 'pages' | 'jumpType'> & {
  readonly pages: readonly Page[] | null;
  readonly jumpType: number | null;
};

/** Public: the app shows its introductions before anybody signs in. */
const intro = defineCall('GET /app/v1/intro', {
  access: 'public',
  query: z.object({
    type: z.string().regex(/^[1-3]$/),
    clientOs: z.string().regex(/^[1-3]$/),
    version: z.string().regex(/^\d{1,3}(\.\d{1,3}){2}$/),
  }),
  summary: { zh: 'APP：已上架的APP介绍', en: 'App: introductions of the app on the shelf' },
  async run({ app, lang }, { type, clientOs, version }) {
    const own = sql`string_to_array(${version}, '.')::int[]`;
    const { rows } = await sql<Shown>`
      select t.id::text as id, ${inLang(lang, 't.title')} as title, t.intro_type as "introType", t.pages,
        ${inLang(lang, 't.content')} as content, t.button_text as "buttonText", t.jump_type as "jumpType", t.jump_target as "jumpTarget"
      from cnt_app_introduce t
      where t.shelf_status = ${onShelf} and not t.deleted and t.intro_type = ${Number(type)} and t.client_os @> array[${clientOs}]::text[]
        and coalesce(${versionNumbers('t.min_version')} <= ${own}, true) and coalesce(${versionNumbers('t.max_version')} >= ${own}, true)
      order by t.sort, t.id desc limit ${mostShown}`.execute(app.db);
    const url = (fileId: string): string => signedUrl(app, fileId);
    return rows.map(({ pages, content, jumpType, ...row }) => ({
      ...row,
      pages: (pages ?? []).map(({ image, imageEn, text }) => ({
        imageUrl: url(lang === 'en' && imageEn !== null ? imageEn : image),
        text,
      })),
      content: content === null ? null : signedHtml(content, url),
      jumpType: jumpType ?? codes.JumpType.none,
    }));
  },
});

/** Introductions in the owners' app. */
export const introductionAppCalls: readonly Call[] = [intro];
