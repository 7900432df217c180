import type { AppArticle, AppArticleCard } from '@wheelhouse/contract/calls/content/publications';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { signedHtml } from '../../../entity/html.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { App } from '../../../http/context.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { id, paging } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { traces } from './readers.ts';
import { visible } from './visible.ts';

type StoredCard = Omit<AppArticleCard, 'coverUrls'> & { readonly covers: readonly string[] };

const cardOf = (app: App, { covers, ...card }: StoredCard): AppArticleCard => ({
  ...card,
  coverUrls: covers.map((file) => signedUrl(app, file)),
});

const list = defineAppCall('GET /app/v1/article/list', {
  query: z.looseObject({ ...paging({ most: 50 }), typeId: id.optional() }),
  summary: { zh: 'APP：文章列表', en: 'App: articles' },
  async run({ app, appUser, lang }, { typeId = null, page, pageSize }) {
    const { rows } = await sql<StoredCard>`
      select a.id::text as id, ${inLang(lang, 'v.title')} as title, v.summary, v.author, v.cover_style as "coverStyle",
        case v.cover_style when 3 then v.cover_images else array[v.cover] end as covers, coalesce(v.tags, '{}') as tags,
        v.content_type as "contentType", v.link_url as "linkUrl", c.id::text as "typeId", ${inLang(lang, 'c.name')} as "typeName",
        a.pinned, a.recommended, a.view_count as "viewCount", a.like_count as "likeCount", a.comment_count as "commentCount",
        ${wallClock(sql`v.publish_time`)} as "publishTime", ${traces(appUser.id)}
      ${visible} and (${typeId}::bigint is null or ${typeId}::bigint in (c.id, c.parent_id))
        and (coalesce(cardinality(v.vehicle_type_ids), 0) = 0 or exists (
          select from veh_vehicle o where o.owner_user_id = ${appUser.id} and not o.deleted and o.vehicle_type_id = any(v.vehicle_type_ids)))
      order by a.pinned desc, v.publish_time desc, a.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      app.db,
    );
    return rows.map((row) => cardOf(app, row));
  },
});

type Stored = Omit<AppArticle, 'coverUrl' | 'shareImageUrl'> & {
  readonly cover: string;
  readonly shareImage: string | null;
};

const detail = defineAppCall('GET /app/v1/article/detail', {
  query: z.object({ id }),
  summary: { zh: 'APP：一篇文章', en: 'App: an article' },
  async run({ app, appUser, lang }, input): Promise<AppArticle> {
    const { rows } = await sql<Stored>`
      select a.id::text as id, ${inLang(lang, 'v.title')} as title, v.summary, v.author, v.cover, v.content_type as "contentType", v.link_url as "linkUrl",
        ${inLang(lang, 'v.content')} as content, coalesce(v.tags, '{}') as tags, ${inLang(lang, 'c.name')} as "typeName",
        v.allow_comment as "allowComment", v.allow_share as "allowShare", coalesce(v.share_title, ${inLang(lang, 'v.title')}) as "shareTitle",
        v.share_image as "shareImage", a.view_count as "viewCount", a.like_count as "likeCount", a.comment_count as "commentCount",
        ${wallClock(sql`v.publish_time`)} as "publishTime", ${traces(appUser.id)}
      ${visible} and a.id = ${input.id}`.execute(app.db);
    const [found] = rows;
    if (found === undefined) throw new AppError(1002);
    const { cover, shareImage, content, ...row } = found;
    return {
      ...row,
      content: content === null ? null : signedHtml(content, (file) => signedUrl(app, file)),
      coverUrl: signedUrl(app, cover),
      shareImageUrl: signedUrl(app, shareImage ?? cover),
    };
  },
});

/** Articles in the owners' app. */
export const articleAppCalls: readonly Call[] = [list, detail];
