import type { BleSettings } from '@wheelhouse/contract/device/payloads';
import type { PoolClient } from 'pg';
import { snake } from '../../../db/snake.ts';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { EcuModel } from '../identifiers.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

type Values = Readonly<Record<string, number | string | null | readonly Offset[]>>;
interface Offset {
  readonly phoneModel: string;
  readonly offset: number;
}

interface Story {
  readonly setupName: string;
  readonly ecu: EcuModel;
  /** Codes of the models; absent: all with this control unit. */
  readonly models?: readonly string[];
  readonly enabled: 0 | 1;
  /** What changed from version to version, the first one in full. */
  readonly versions: readonly (Values & { readonly daysAgo: number })[];
}

const usual = {
  namePrefix: 'WH_',
  unlockRssi: -62,
  lockRssi: -75,
  unlockHoldMs: 600,
  lockHoldMs: 3000,
  phoneOffsets: null,
  scanTimeoutSec: 10,
  reconnectTimes: 3,
  intervalMs: 1000,
  mtu: 247,
  advIntervalMs: 200,
  txPower: '0',
  keyValidDays: 7,
  passiveEntry: 0,
  remark: null,
} as const;

const offset = (phoneModel: string, by: number): Offset => ({ phoneModel, offset: by });
const measured = [
  offset('iPhone 15 Pro', 3),
  offset('iPhone 14', 2),
  offset('HUAWEI Mate 60 Pro', -3),
  offset('Xiaomi 14', -1),
  offset('OPPO Find X7', -2),
  offset('vivo X100', 4),
];
const member = { serviceUuid: 'FEE7', writeUuid: 'FEC7', notifyUuid: 'FEC8' } as const;
const own = (part: string): string => `6E400${part}-B5A3-F393-E0A9-E50E24DCCA9E`;

const stories: readonly Story[] = [
  {
    setupName: 'ZK3默认',
    ecu: 'ZK3',
    enabled: 1,
    versions: [
      { ...usual, ...member, protocolVersion: 'V3', phoneOffsets: measured.slice(0, 3), passiveEntry: 1, daysAgo: 210 },
      { unlockRssi: -58, phoneOffsets: measured.slice(0, 5), daysAgo: 96 },
      { lockRssi: -78, lockHoldMs: 4000, phoneOffsets: measured, daysAgo: 12 },
    ],
  },
  {
    setupName: 'ZK2默认',
    ecu: 'ZK2',
    enabled: 1,
    versions: [
      { ...usual, ...member, protocolVersion: 'V2', advIntervalMs: 300, txPower: '4', daysAgo: 320 },
      { scanTimeoutSec: 15, reconnectTimes: 5, daysAgo: 60 },
    ],
  },
  {
    setupName: 'ZK1售后',
    ecu: 'ZK1',
    enabled: 1,
    versions: [
      {
        ...usual,
        serviceUuid: own('001'),
        writeUuid: own('002'),
        notifyUuid: own('003'),
        protocolVersion: 'V1',
        mtu: 23,
        keyValidDays: 30,
        remark: '已停产车型，仅保留手动解锁',
        daysAgo: 400,
      },
    ],
  },
  {
    setupName: '地下车库试点',
    ecu: 'ZK3',
    models: ['E3', 'E5'],
    enabled: 0,
    versions: [
      {
        ...usual,
        ...member,
        protocolVersion: 'V3',
        unlockRssi: -70,
        lockRssi: -82,
        txPower: '4',
        phoneOffsets: measured.slice(0, 2),
        remark: '弱信号环境，验证后再启用',
        daysAgo: 5,
      },
    ],
  },
];

const stored = (value: Values[string] | undefined): CopyRow[string] =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);

interface Version {
  readonly number: number;
  readonly values: Values;
  readonly at: Date;
}

interface Planned {
  id: string;
  readonly story: Story;
  readonly models: World['models'];
  readonly versions: readonly Version[];
}

function plan({ now, models }: World, story: Story, salt: number): Planned {
  let values: Values = {};
  const versions = story.versions.map(({ daysAgo, ...changed }, at): Version => {
    values = { ...values, ...changed };
    return { number: at + 1, values, at: officeTime(now, daysAgo, salt + at) };
  });
  const chosen = models.filter(({ ecu, code }) => story.models?.includes(code) ?? ecu === story.ecu);
  return { id: '', story, models: chosen, versions };
}

/** A seventh of the fleet has not been in touch since the last change. */
const heardOf = 7;

/** What the control units of an enabled setup say they work with. */
async function syncVehicles(client: PoolClient, { id, models, versions }: Planned, now: Date): Promise<void> {
  const last = versions.at(-1);
  if (!last) return;
  const number = (name: string): number => Number(last.values[name]);
  const ble: BleSettings = {
    setup: id,
    version: last.number,
    advIntervalMs: number('advIntervalMs'),
    txPower: number('txPower'),
    unlockHoldMs: number('unlockHoldMs'),
    lockHoldMs: number('lockHoldMs'),
  };
  await client.query(
    `insert into veh_device_config (vehicle_id, ver, desired, reported_ver, reported, reported_time)
      select id, 1, $2::jsonb, 1, $2::jsonb, $3 from veh_vehicle
      where vehicle_type_id = any($1::bigint[]) and imei is not null and not deleted and id % ${heardOf} <> 0
      on conflict (vehicle_id) do nothing`,
    [models.map((model) => model.id), JSON.stringify({ ble }), now],
  );
}

/** Bluetooth setups with their versions, and how far they have reached the fleet. */
export async function makeBluetooth(
  client: PoolClient,
  world: World,
  { admin }: { readonly admin: string | null },
): Promise<void> {
  const { now } = world;
  // A model has one enabled setup: where somebody has begun, the demo stays away.
  const { rowCount } = await client.query('select 1 from veh_bluetooth_setup limit 1');
  if (rowCount !== 0) return;
  const planned = stories.map((story, at) => plan(world, story, 31 + at * 7));
  await giveIds(client, 'veh_bluetooth_setup', planned);
  const rows = planned.flatMap(({ id, story, models, versions }): CopyRow[] => {
    const [first, last] = [versions[0], versions.at(-1)];
    if (!first || !last) return [];
    return [
      {
        id,
        setup_name: story.setupName,
        vehicle_type_ids: models.map((model) => model.id),
        ecu_model: story.ecu,
        enabled: story.enabled,
        version: last.number,
        ...Object.fromEntries(Object.entries(last.values).map(([name, value]) => [snake(name), stored(value)])),
        ...marks(now, admin, first.at, last.at),
      },
    ];
  });
  await copyRows(client, 'veh_bluetooth_setup', rows);
  const history = planned.flatMap(({ id, story, models, versions }) =>
    versions.map(({ number, values, at }): CopyRow => {
      const { setupName, ecu: ecuModel, enabled } = story;
      const scope = {
        vehicleTypeIds: models.map((model) => model.id),
        vehicleTypeIdsName: models.map(({ name }) => name),
      };
      return {
        setup_id: id,
        version: number,
        snapshot: JSON.stringify({ setupName, ...scope, ecuModel, ...values, enabled }),
        ...marks(now, admin, at),
      };
    }),
  );
  await copyRows(client, 'veh_bluetooth_setup_history', history);
  for (const one of planned) if (one.story.enabled === 1) await syncVehicles(client, one, now);
}
