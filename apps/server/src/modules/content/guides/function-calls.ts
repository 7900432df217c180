import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { signedHtml } from '../../../entity/html.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { modelHasFeature } from '../features/matrix.ts';

const { onShelf } = machines['SM-Shelf'].states;
const { enabled } = machines['SM-Enable'].states;
const mostShown = 200;

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly classificationId: string;
  readonly classificationName: string;
  readonly classificationIcon: string | null;
  readonly icon: string;
  readonly images: readonly string[] | null;
  readonly content: string;
  readonly videoId: string | null;
  readonly viewCount: number;
}

const functions = defineAppCall('GET /app/v1/guide/functions', {
  query: z.object({ vehicleTypeId: id.optional() }),
  summary: { zh: 'APP：已上架的功能介绍', en: 'App: function introductions on the shelf' },
  async run({ app, lang }, { vehicleTypeId = null }) {
    // An introduction without models is for all of them.
    const { rows } = await sql<Shown>`
      select f.id::text as id, ${inLang(lang, 'f.title')} as title, c.id::text as "classificationId", c.name as "classificationName",
        c.icon as "classificationIcon", f.icon, f.images, f.content, v.id::text as "videoId", f.view_count as "viewCount"
      from ps_function_introduce f join ps_function_classification c on c.id = f.classification_id and not c.deleted and c.enabled = ${enabled}
        left join ps_video v on v.id = f.video_id and not v.deleted and v.shelf_status = ${onShelf}
      where f.shelf_status = ${onShelf} and not f.deleted
        and (${vehicleTypeId}::bigint is null or coalesce(cardinality(f.vehicle_type_ids), 0) = 0 or f.vehicle_type_ids @> array[${vehicleTypeId}]::bigint[])
        and (${vehicleTypeId}::bigint is null or f.feature_code is null or ${modelHasFeature('f.feature_code', vehicleTypeId)})
      order by c.sort, c.id, f.sort, f.id desc limit ${mostShown}`.execute(app.db);
    const url = (fileId: string): string => signedUrl(app, fileId);
    return rows.map(({ classificationIcon, icon, images, content, ...row }) => ({
      ...row,
      classificationIconUrl: classificationIcon === null ? null : url(classificationIcon),
      iconUrl: url(icon),
      imageUrls: (images ?? []).map(url),
      content: signedHtml(content, url),
    }));
  },
});

const functionView = defineAppCall('POST /app/v1/guide/functionView', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ id }),
  summary: { zh: 'APP：查看一次功能介绍', en: 'App: a function introduction was read' },
  async run({ app }, input) {
    const { rows } = await sql<{ viewCount: number }>`
      update ps_function_introduce set view_count = view_count + 1 where id = ${input.id} and shelf_status = ${onShelf} and not deleted
      returning view_count as "viewCount"`.execute(app.db);
    if (!rows[0]) throw new AppError(1002);
    return rows[0];
  },
});

/** Function introductions in the owners' app. */
export const functionAppCalls: readonly Call[] = [functions, functionView];
