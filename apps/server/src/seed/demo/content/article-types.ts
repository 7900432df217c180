import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import { iconOf, type Sign } from './functions.ts';
import type { VideoOptions } from './videos.ts';

interface Category {
  readonly name: string;
  readonly nameEn: string;
  readonly icon?: { readonly color: Color; readonly sign: Sign };
  readonly shown?: 0;
  readonly enabled?: 0;
  readonly children?: readonly Category[];
}

// prettier-ignore
const categories: readonly Category[] = [
  { name: '新手指南', nameEn: 'Getting started', icon: { color: [37, 99, 235], sign: 'disc' }, children: [
    { name: '首次上路', nameEn: 'First ride' },
    { name: 'APP与蓝牙', nameEn: 'App and Bluetooth' },
    { name: '充电与续航', nameEn: 'Charging and range' },
  ] },
  { name: '骑行安全', nameEn: 'Riding safely', icon: { color: [217, 119, 6], sign: 'cross' }, children: [
    { name: '交通法规', nameEn: 'Traffic rules' },
    { name: '雨雪天骑行', nameEn: 'Rain and snow' },
    { name: '防盗与停放', nameEn: 'Theft and parking' },
  ] },
  { name: '保养维护', nameEn: 'Care', icon: { color: [5, 150, 105], sign: 'bars' }, children: [
    { name: '电池养护', nameEn: 'Battery care' },
    { name: '刹车与轮胎', nameEn: 'Brakes and tyres' },
  ] },
  { name: '活动资讯', nameEn: 'News', icon: { color: [219, 39, 119], sign: 'ring' }, children: [
    { name: '官方公告', nameEn: 'Announcements' },
    { name: '车友活动', nameEn: 'Rider events' },
  ] },
  // Kept for the next season; the app does not show it.
  { name: '夏日骑行季', nameEn: 'Summer season', enabled: 0 },
  { name: '内部培训', nameEn: 'For dealers', shown: 0 },
];

/** Categories of articles, two levels of them. */
export async function makeArticleTypes(
  client: PoolClient,
  { now }: World,
  { app, admin }: VideoOptions,
): Promise<void> {
  const iconFile = async (name: string, { color, sign }: NonNullable<Category['icon']>): Promise<string> => {
    const file = await keepDemoFile(app, now, {
      biz: 'image',
      name: `${name}.png`,
      contentType: 'image/png',
      bytes: await iconOf(color, sign),
      facts: { width: 120, height: 120 },
    });
    await copyRows(client, 'sys_file', [file.row]);
    return file.id;
  };
  const rows: CopyRow[] = [];
  const add = async (list: readonly Category[], parent: string | null): Promise<void> => {
    const made = list.map((one) => ({ ...one, id: '' }));
    await giveIds(client, 'cnt_article_type', made);
    for (const [at, { id, name, nameEn, icon, shown = 1, enabled = 1, children = [] }] of made.entries()) {
      rows.push({
        id,
        name,
        name_en: nameEn,
        parent_id: parent,
        icon: icon === undefined ? null : await iconFile(name, icon),
        show_in_app: shown,
        sort: (at + 1) * 10,
        enabled,
        ...marks(now, admin, officeTime(now, 130, at), officeTime(now, 60, at)),
      });
      await add(children, id);
    }
  };
  await add(categories, null);
  await copyRows(client, 'cnt_article_type', rows);
}
