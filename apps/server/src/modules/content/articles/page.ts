import { codes } from '@wheelhouse/entities/codes';
import type { Lang, Text } from '@wheelhouse/contract/lang';
import { idPattern } from '@wheelhouse/contract/text';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { cleanHtml, signedHtml } from '../../../entity/html.ts';
import { defineCall, PageReply, type Call } from '../../../http/call.ts';
import type { App } from '../../../http/context.ts';
import { escapeHtml } from '../../../http/page.ts';
import { signedUrl } from '../../files/service.ts';
import { visible } from './visible.ts';

const gone: { readonly title: Text; readonly text: Text } = {
  title: { zh: '文章不存在', en: 'No such article' },
  text: { zh: '文章已下架或链接有误。', en: 'The article was taken off, or the address is wrong.' },
};
const open: Text = { zh: '打开原文', en: 'Open the page' };
/** What the page is called in the other language, in that language. */
const other: Readonly<Record<Lang, { readonly lang: Lang; readonly label: string }>> = {
  zh: { lang: 'en', label: 'Read in English' },
  en: { lang: 'zh', label: '阅读中文版' },
};

interface Stored {
  readonly title: string;
  readonly author: string;
  readonly summary: string | null;
  readonly cover: string;
  readonly contentType: number;
  readonly linkUrl: string | null;
  readonly content: string | null;
  readonly published: string;
  /** There is a text in both languages. */
  readonly both: boolean | null;
}

async function shownArticle({ db }: App, lang: Lang, articleId: string): Promise<Stored | undefined> {
  if (!idPattern.test(articleId)) return undefined;
  const { rows } = await sql<Stored>`
    select ${inLang(lang, 'v.title')} as title, v.author, v.summary, v.cover, v.content_type as "contentType", v.link_url as "linkUrl",
      ${inLang(lang, 'v.content')} as content, left(${wallClock(sql`v.publish_time`)}, 10) as published, char_length(v.content_en) > 0 as both
    ${visible} and a.id = ${articleId}`.execute(db);
  return rows[0];
}

/** Cleaned again as it is read: what is allowed may have become less since it was written. */
function htmlOf(app: App, { cover, contentType, content, summary }: Stored): string {
  const picture = `<p><img src="${escapeHtml(signedUrl(app, cover))}" alt=""></p>`;
  const text =
    contentType === codes.ContentType.richText
      ? signedHtml(cleanHtml(content ?? ''), (file) => signedUrl(app, file))
      : `<p>${escapeHtml(summary ?? '')}</p>`;
  return picture + text;
}

const page = defineCall('GET /app/article/:id', {
  access: 'public',
  query: z.looseObject({ lang: z.enum(['zh', 'en']).optional().catch(undefined) }),
  summary: { zh: '文章的网页，无需脚本', en: 'An article as a page that runs no script' },
  async run({ app, params, ...ctx }, input) {
    const lang = input.lang ?? ctx.lang;
    const { id: articleId = '' } = params;
    const article = await shownArticle(app, lang, articleId);
    if (article === undefined)
      return new PageReply({ lang, status: 404, title: gone.title[lang], text: gone.text[lang], links: [] });
    const { title, author, published, both, contentType, linkUrl } = article;
    const isLink = contentType === codes.ContentType.link;
    return new PageReply({
      lang,
      status: 200,
      title,
      text: `${author} · ${published}`,
      html: htmlOf(app, article),
      links: [
        ...(isLink && linkUrl !== null ? [{ label: open[lang], url: linkUrl }] : []),
        ...(both === true
          ? [{ label: other[lang].label, url: `/app/article/${articleId}?lang=${other[lang].lang}` }]
          : []),
      ],
    });
  },
});

/** Articles for whoever has their address. */
export const articlePages: readonly Call[] = [page];
