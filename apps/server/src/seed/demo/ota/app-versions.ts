import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { apkOf } from './apk.ts';
import { after, hour, officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { VideoOptions } from '../content/videos.ts';
import type { World } from '../world.ts';

const { draft, published, withdrawn } = machines['SM-AppVersion'].states;
const { android, ios, harmony } = codes.ClientOs;
const { optional, popup, forced } = codes.UpdateType;
const minSdk = 26;

interface Release {
  /** The build number is its digits. */
  readonly version: string;
  readonly daysAgo: number;
  readonly updateType: number;
  /** Oldest build that still works. */
  readonly oldest?: number;
  readonly gray?: number;
  readonly status?: number;
  readonly notes: string;
  readonly notesEn: string;
}

// prettier-ignore
const releases: readonly Release[] = [
  { version: '4.9.8', daysAgo: 240, updateType: optional, notes: '修复蓝牙解锁偶发失败的问题。', notesEn: 'Fixes occasional failures of Bluetooth unlocking.' },
  { version: '5.0.2', daysAgo: 170, updateType: forced, oldest: 480, notes: '全新界面；账号安全升级，旧版本将无法登录。', notesEn: 'A new look, and safer accounts: very old versions can no longer sign in.' },
  { version: '5.1.0', daysAgo: 110, updateType: popup, notes: '新增骑行轨迹分享。\n新增一键报修。', notesEn: 'Share your rides.\nReport a repair in one step.' },
  { version: '5.1.3', daysAgo: 62, updateType: optional, notes: '优化耗电，修复消息角标不清零。', notesEn: 'Uses less power, and message badges are cleared.' },
  { version: '5.2.0', daysAgo: 21, updateType: popup, notes: '新增防盗围栏。\n骑行模式切换更快。', notesEn: 'Anti-theft fences.\nRide modes switch faster.' },
];

/** Of Android alone: one that was taken back, one that a part of the users gets, and the next. */
// prettier-ignore
const androidReleases: readonly Release[] = [
  { version: '5.2.1', daysAgo: 12, updateType: optional, status: withdrawn, notes: '优化地图加载速度，减少卡顿。', notesEn: 'Maps load faster and stutter less.' },
  { version: '5.2.2', daysAgo: 4, updateType: optional, gray: 20, notes: '修复部分机型地图闪退的问题。', notesEn: 'Fixes maps that closed on some phones.' },
  { version: '5.3.0', daysAgo: 1, updateType: popup, status: draft, notes: '新增车辆共享给家人的时段设置。', notesEn: 'Set the hours in which your family may ride.' },
];

// prettier-ignore
const sources = [
  { os: android, channel: ['official', 'huawei', 'xiaomi', 'oppo', 'vivo', 'tencent'], store: null, list: [...releases, ...androidReleases] },
  { os: ios, channel: ['appstore'], store: 'https://apps.apple.com/cn/app/id1600000000', list: releases },
  { os: harmony, channel: ['huawei'], store: 'https://appgallery.huawei.com/app/detail?id=com.example.wheelhouse', list: releases.slice(2) },
] as const;

/** Versions of the app on each platform. Packages are real ones that do nothing. */
export async function makeAppVersions(client: PoolClient, { now }: World, { app, admin }: VideoOptions): Promise<void> {
  const rows: CopyRow[] = [];
  for (const { os, channel, store, list } of sources)
    for (const [at, release] of list.entries()) {
      const { version, daysAgo, updateType, oldest, gray, status = published, notes, notesEn } = release;
      const code = Number(version.replaceAll('.', ''));
      const out = officeTime(now, daysAgo, at);
      const file = store === null ? await packageOf(client, app, now, version, code) : undefined;
      rows.push({
        client_os: os,
        version_name: version,
        version_code: code,
        channel: [...channel],
        store_url: store,
        update_type: updateType,
        min_support_code: oldest ?? null,
        gray_percent: gray ?? 100,
        gray_tag_ids: null,
        release_notes: notes,
        release_notes_en: notesEn,
        publish_time: status === draft ? null : out,
        ...(file ?? { package_file: null, package_name: null, min_os_version: null, file_size: null, sha256: null }),
        status,
        revoke_reason: status === withdrawn ? '部分机型地图闪退' : null,
        ...marks(now, admin, after(out, -26 * hour), out),
      });
    }
  await copyRows(client, 'ota_app_version', rows);
}

async function packageOf(client: PoolClient, app: VideoOptions['app'], now: Date, version: string, code: number) {
  const packageName = 'com.example.wheelhouse';
  const bytes = await apkOf({ packageName, versionName: version, versionCode: code, minSdk });
  const { id, row } = await keepDemoFile(app, now, {
    biz: 'apk',
    name: `wheelhouse-${version}.apk`,
    contentType: 'application/vnd.android.package-archive',
    bytes,
  });
  await copyRows(client, 'sys_file', [row]);
  return {
    package_file: id,
    package_name: packageName,
    min_os_version: 'Android 8.0',
    file_size: 0.01,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
