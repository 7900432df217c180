import { readFile } from 'node:fs/promises';
import type { PoolClient } from 'pg';
import type { App } from '../../../http/context.ts';
import { officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface Clip {
  /** Of its files below `assets/videos`. */
  readonly file: 'first' | 'ride' | 'charge' | 'app';
  readonly title: string;
  readonly titleEn: string;
  readonly category: string;
  readonly summary: string;
  readonly seconds: number;
  readonly isTall?: true;
  /** D:ShelfStatus. */
  readonly shelf: 0 | 1 | 2;
  readonly plays: number;
  readonly likes: number;
}

// prettier-ignore
const clips: readonly Clip[] = [
  { file: 'first', title: '新车到手的第一步', titleEn: 'First steps with your new scooter', category: '1', seconds: 8, shelf: 1, plays: 1284, likes: 96,
    summary: '开箱检查、绑定车辆与首次解锁。' },
  { file: 'ride', title: '骑行模式与动能回收', titleEn: 'Ride modes and energy recovery', category: '2', seconds: 8, shelf: 1, plays: 867, likes: 71,
    summary: '三档骑行模式的区别，以及下坡时如何多回收电量。' },
  { file: 'charge', title: '正确充电与电池保养', titleEn: 'Charging and battery care', category: '3', seconds: 9, shelf: 1, plays: 652, likes: 40,
    summary: '充电环境、充电时长与长期停放时的保养。' },
  { file: 'app', title: '用手机解锁和共享车辆', titleEn: 'Unlock and share with your phone', category: '4', seconds: 7, isTall: true, shelf: 0, plays: 0, likes: 0,
    summary: '蓝牙解锁、家人共享与临时授权。' },
];

export interface VideoOptions {
  readonly app: Pick<App, 'config'>;
  readonly admin: string | null;
}

const assets = new URL('../../assets/videos/', import.meta.url);

/** How-to videos: small films of the fleet's own vehicles, and a link. Needs the models. */
export async function makeVideos(
  client: PoolClient,
  { now, models }: World,
  { app, admin }: VideoOptions,
): Promise<void> {
  const rows: CopyRow[] = [];
  for (const [at, clip] of clips.entries()) {
    const [film, picture] = await Promise.all(
      ['mp4', 'jpg'].map((ending) => readFile(new URL(`${clip.file}.${ending}`, assets))),
    );
    if (film === undefined || picture === undefined) continue;
    const [width, height] = clip.isTall ? [360, 640] : [640, 360];
    const facts = { width, height, durationMs: clip.seconds * 1000 };
    const video = await keepDemoFile(app, now, {
      biz: 'video',
      name: `${clip.title}.mp4`,
      contentType: 'video/mp4',
      bytes: film,
      facts,
    });
    const cover = await keepDemoFile(app, now, {
      biz: 'image',
      name: `${clip.title}.jpg`,
      contentType: 'image/jpeg',
      bytes: picture,
      facts: { width: 640, height: 360 },
    });
    await copyRows(client, 'sys_file', [video.row, cover.row]);
    rows.push({
      title: clip.title,
      title_en: clip.titleEn,
      category: clip.category,
      // What is about one thing of all of them has no models.
      vehicle_type_ids:
        clip.file === 'ride'
          ? models
              .filter(({ shelf }) => shelf === 1)
              .map(({ id }) => id)
              .slice(0, 4)
          : null,
      video_file: video.id,
      cover: cover.id,
      summary: clip.summary,
      sort: (at + 1) * 10,
      duration_sec: clip.seconds,
      size_mb: Math.max(0.01, Number((film.length / 1024 / 1024).toFixed(2))),
      play_count: clip.plays,
      like_count: clip.likes,
      shelf_status: clip.shelf,
      ...marks(now, admin, officeTime(now, 90 - at * 12, at)),
    });
  }
  await copyRows(client, 'ps_video', rows);
}
