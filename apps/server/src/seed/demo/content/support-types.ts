import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import { iconOf } from './functions.ts';
import type { VideoOptions } from './videos.ts';

type Sign = Parameters<typeof iconOf>[1];
interface Type {
  readonly name: string;
  readonly nameEn: string;
  readonly category: string;
  readonly color: Color;
  readonly sign: Sign;
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly disabled?: true;
}

const daily = [1, 2, 3, 4, 5, 6, 7] as const;
const weekdays = [1, 2, 3, 4, 5] as const;

// prettier-ignore
const types: readonly Type[] = [
  { name: '电池与充电', nameEn: 'Battery & charging', category: 'P01', color: [4, 120, 87], sign: 'disc', days: daily, from: '08:00', to: '22:00' },
  { name: '骑行与故障', nameEn: 'Riding & faults', category: 'P02', color: [180, 83, 9], sign: 'ring', days: daily, from: '08:00', to: '22:00' },
  { name: '定位与联网', nameEn: 'Position & network', category: 'P03', color: [14, 116, 144], sign: 'disc', days: daily, from: '09:00', to: '21:00' },
  { name: 'APP与蓝牙', nameEn: 'App & Bluetooth', category: 'P05', color: [59, 130, 246], sign: 'ring', days: daily, from: '09:00', to: '21:00' },
  { name: '账号与绑车', nameEn: 'Account & binding', category: 'P07', color: [109, 40, 217], sign: 'disc', days: weekdays, from: '09:00', to: '18:00' },
  { name: '订单与活动', nameEn: 'Orders & events', category: 'P08', color: [190, 24, 93], sign: 'ring', days: weekdays, from: '09:00', to: '18:00' },
  { name: '意见与建议', nameEn: 'Suggestions', category: 'P09', color: [71, 85, 105], sign: 'disc', days: weekdays, from: '09:00', to: '18:00', disabled: true },
];

/** Types of support with their icons and hours. */
export async function makeSupportTypes(
  client: PoolClient,
  { now }: World,
  { app, admin }: VideoOptions,
): Promise<void> {
  const made = types.map((type) => ({ ...type, id: '' }));
  await giveIds(client, 'cnt_support_type', made);
  const rows: CopyRow[] = [];
  for (const [at, { id, name, nameEn, category, color, sign, days, from, to, disabled }] of made.entries()) {
    const icon = await keepDemoFile(app, now, {
      biz: 'image',
      name: `${name}.png`,
      contentType: 'image/png',
      bytes: await iconOf(color, sign),
      facts: { width: 120, height: 120 },
    });
    await copyRows(client, 'sys_file', [icon.row]);
    rows.push({
      id,
      name,
      name_en: nameEn,
      category_code: category,
      icon: icon.id,
      service_hours: JSON.stringify([{ days, from, to }]),
      sort: (at + 1) * 10,
      enabled: disabled ? 0 : 1,
      ...marks(now, admin, officeTime(now, 110, at)),
    });
  }
  await copyRows(client, 'cnt_support_type', rows);
}
