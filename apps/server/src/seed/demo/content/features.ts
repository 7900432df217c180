import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

type Model = World['models'][number];

interface DemoFeature {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  /** D:FeatureGroup. */
  readonly group: string;
  readonly byDefault?: true;
  readonly minAppVersion?: string;
  /** What a model makes of it: a version is the first one that has it; undefined leaves it to the default. */
  readonly on?: (model: Model) => boolean | string | undefined;
  /** Title of the introduction that is about it. */
  readonly introduction?: string;
}

const isModern = ({ ecu }: Model): boolean => ecu === 'ZK3';
const isMotor = ({ category }: Model): boolean => category !== 1;

// prettier-ignore
const features: readonly DemoFeature[] = [
  { code: 'BLE_UNLOCK', name: '蓝牙解锁', nameEn: 'Bluetooth unlock', group: '1', byDefault: true, introduction: '蓝牙无感解锁' },
  { code: 'NFC_KEY', name: 'NFC钥匙', nameEn: 'NFC key', group: '1', on: isModern, introduction: 'NFC钥匙' },
  { code: 'FIND_CAR', name: '鸣笛寻车', nameEn: 'Find my vehicle', group: '1', byDefault: true },
  { code: 'REMOTE_POWER', name: '远程上电', nameEn: 'Remote power', group: '1', on: ({ ecu }) => ecu !== 'ZK1' },
  { code: 'SEAT_OPEN', name: '开座桶', nameEn: 'Open seat', group: '1', on: isMotor },
  { code: 'GEO_FENCE', name: '电子围栏', nameEn: 'Geofence', group: '2', on: ({ ecu }) => ecu !== 'ZK1', introduction: '电子围栏' },
  { code: 'CRASH_SOS', name: '碰撞求助', nameEn: 'Crash help', group: '2', minAppVersion: '2.6.0', on: (model) => (isModern(model) ? '3.2.0' : false), introduction: '碰撞求助' },
  { code: 'TRIP', name: '骑行记录', nameEn: 'Trips', group: '3', byDefault: true },
  { code: 'CRUISE', name: '定速巡航', nameEn: 'Cruise control', group: '3', on: (model) => (isMotor(model) ? isModern(model) : undefined), introduction: '定速巡航' },
  { code: 'SPEED_MODE', name: '骑行模式', nameEn: 'Ride modes', group: '3', on: ({ ecu }) => ecu !== 'ZK1', introduction: '骑行模式' },
  { code: 'SOUND_SETUP', name: '音效设置', nameEn: 'Sounds', group: '4', on: ({ generation }) => generation === 2 },
  { code: 'THEME', name: '仪表主题', nameEn: 'Meter themes', group: '4', minAppVersion: '2.7.0', on: (model) => (isModern(model) ? '3.0.0' : undefined) },
  { code: 'OTA', name: '远程升级', nameEn: 'OTA updates', group: '5', byDefault: true, on: ({ ecu }) => (ecu === 'ZK1' ? false : undefined) },
];

/** Features of the app with what each model makes of them, and the introductions that are about them. Needs those. */
export async function makeFeatures(client: PoolClient, { now, models }: World, by: string | null): Promise<void> {
  // A code is unique: where somebody has begun, the demo stays away.
  const { rowCount } = await client.query('select 1 from ps_functional_feature limit 1');
  if (rowCount !== 0) return;
  const made = features.map((feature) => ({ ...feature, id: '' }));
  await giveIds(client, 'ps_functional_feature', made);
  const rows = made.map((feature, at): CopyRow => ({
    id: feature.id,
    feature_code: feature.code,
    name: feature.name,
    name_en: feature.nameEn,
    group_name: feature.group,
    client_os: ['1', '2', '3'],
    min_app_version: feature.minAppVersion ?? null,
    default_on: feature.byDefault ? 1 : 0,
    enabled: 1,
    ...marks(now, by, officeTime(now, 180 - at * 3, at)),
  }));
  await copyRows(client, 'ps_functional_feature', rows);
  const cells = made.flatMap(({ id, on }, at) =>
    models.flatMap((model): CopyRow[] => {
      const value = on?.(model);
      if (value === undefined) return [];
      const time = officeTime(now, 60 - at, at);
      return [
        {
          feature_id: id,
          vehicle_type_id: model.id,
          state: typeof value === 'string' ? 2 : Number(value),
          min_ecu_version: typeof value === 'string' ? value : null,
          create_by: by,
          create_time: time,
          update_by: by,
          update_time: time,
        },
      ];
    }),
  );
  await copyRows(client, 'ps_feature_model', cells);
  for (const { id, introduction } of made)
    if (introduction !== undefined)
      await client.query(
        'update ps_function_introduce set feature_code = $1 where title = $2 and feature_code is null and not deleted',
        [id, introduction],
      );
}
