import { sql } from 'kysely';
import { z } from 'zod';
import { machines } from '@wheelhouse/entities/machines';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';

const { onShelf } = machines['SM-Shelf'].states;

interface AppVideo {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string | null;
  readonly category: string;
  readonly summary: string | null;
  readonly durationSec: number | null;
  readonly playCount: number;
  readonly likeCount: number;
  readonly videoUrl: string | null;
  readonly videoFile: string | null;
  readonly cover: string;
}

const videos = defineAppCall('GET /app/v1/guide/videos', {
  query: z.object({ vehicleTypeId: id.optional(), category: z.string().max(40).optional() }),
  summary: { zh: 'APP：已上架的操作视频', en: 'App: how-to videos on the shelf' },
  async run({ app }, { vehicleTypeId = null, category = null }) {
    // A video without models is for all of them.
    const { rows } = await sql<AppVideo>`
      select id::text as id, title, title_en as "titleEn", category, summary, duration_sec::float8 as "durationSec", play_count as "playCount",
        like_count as "likeCount", video_url as "videoUrl", video_file as "videoFile", cover
      from ps_video where shelf_status = ${onShelf} and not deleted and (${category}::text is null or category = ${category}::text)
        and (${vehicleTypeId}::bigint is null or coalesce(cardinality(vehicle_type_ids), 0) = 0 or vehicle_type_ids @> array[${vehicleTypeId}]::bigint[])
      order by sort, id desc limit 200`.execute(app.db);
    return rows.map(({ videoFile, videoUrl, cover, ...video }) => ({
      ...video,
      url: videoFile === null ? (videoUrl ?? '') : signedUrl(app, videoFile),
      isLink: videoFile === null ? (1 as const) : (0 as const),
      coverUrl: signedUrl(app, cover),
    }));
  },
});

const videoPlay = defineAppCall('POST /app/v1/guide/videoPlay', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ id }),
  summary: { zh: 'APP：播放一次操作视频', en: 'App: a how-to video was played' },
  async run({ app }, input) {
    const { rows } = await sql<{ playCount: number }>`
      update ps_video set play_count = play_count + 1 where id = ${input.id} and shelf_status = ${onShelf} and not deleted
      returning play_count as "playCount"`.execute(app.db);
    if (!rows[0]) throw new AppError(1002);
    return rows[0];
  },
});

/** How-to videos in the owners' app. */
export const videoAppCalls: readonly Call[] = [videos, videoPlay];
