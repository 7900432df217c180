import { firmwareBin, firmwareVersionCode } from '@wheelhouse/contract/firmware';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import type { App } from '../../../http/context.ts';
import { digestsOf } from '../../../modules/files/service.ts';
import { releaseKeys, signDemo } from '../../../modules/ota/service.ts';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

const { draft, testing, inReview, released, disabled } = machines['SM-Firmware'].states;
const { full, delta } = codes.PackageType;

interface Story {
  readonly name: string;
  readonly part: number;
  readonly model: string;
  readonly version: string;
  /** Present in a delta: the version of its base, which stands above it. */
  readonly base?: string;
  readonly status: number;
  /** Days since it was made. */
  readonly ago: number;
  readonly log: string;
  readonly logEn?: string;
  readonly reason?: string;
  readonly needs?: readonly { readonly deviceType: number; readonly minVersion: string }[];
}

// prettier-ignore
const stories: readonly Story[] = [
  { name: 'ZK3中控固件', part: 1, model: 'ZK3', version: 'V2.3.1', status: released, ago: 160,
    log: '优化蓝牙感应解锁的灵敏度；修复雨天误报震动的问题。', logEn: 'Better hands-free unlock; no more false vibration alarms in the rain.' },
  { name: 'ZK3中控固件', part: 1, model: 'ZK3', version: 'V2.3.2', status: released, ago: 62,
    log: '缩短上电后的定位时间；修复低温下电量显示跳变的问题。', logEn: 'Faster position after power-on; a steadier charge display in the cold.' },
  { name: 'ZK3中控差分包', part: 1, model: 'ZK3', version: 'V2.3.3', base: 'V2.3.2', status: inReview, ago: 5,
    log: '修复长时间停放后偶发的离线问题，升级约需3分钟。' },
  { name: 'ZK3中控固件', part: 1, model: 'ZK3', version: 'V2.4.0', status: testing, ago: 3,
    log: '新增单踏板模式；导航投屏支持路口放大图。', logEn: 'One-pedal mode; junction views on the display.', needs: [{ deviceType: 4, minVersion: 'V1.2.0' }] },
  { name: '电机控制器固件', part: 3, model: 'KZ2000', version: 'V1.8.2', status: released, ago: 90,
    log: '起步更平顺；陡坡缓降时的能量回收更强。' },
  { name: '仪表固件', part: 4, model: 'YB-T5', version: 'V1.2.1', status: released, ago: 75,
    log: '夜间自动降低亮度；修复里程偶尔不刷新的问题。' },
  { name: '仪表固件', part: 4, model: 'YB-T5', version: 'V1.2.0', status: disabled, ago: 130, reason: '部分车辆夜间亮度异常',
    log: '全新的夜间主题；优化转向灯的提示音。' },
  { name: '仪表固件', part: 4, model: 'YB-T5', version: 'V1.3.0', status: draft, ago: 1,
    log: '支持来电提醒；新增三种仪表主题供车主选择。' },
];

export interface FirmwareOptions {
  readonly app: Pick<App, 'config'>;
  readonly secrets: Secrets;
  readonly admin: string | null;
  /** Who works on records, and who judges a colleague's. */
  readonly service: string | null;
  readonly second: string | null;
}

/** A small package: enough to be downloaded in some ranges. */
function packageOf({ part, model, version, base }: Story): Buffer {
  const line = `${model} ${version}\n`;
  const header = {
    packageType: base === undefined ? full : delta,
    deviceType: part,
    partModel: model,
    versionCode: firmwareVersionCode(version) ?? 0,
    baseVersionCode: base === undefined ? 0 : (firmwareVersionCode(base) ?? 0),
  };
  return Buffer.from(firmwareBin(header, Buffer.alloc(base === undefined ? 96 * 1024 : 12 * 1024, line)));
}

/** Keeps a package with what is read from it. */
async function keep(client: PoolClient, now: Date, { app }: FirmwareOptions, name: string, bytes: Buffer) {
  const { id, row } = await keepDemoFile(app, now, {
    biz: 'firmware',
    name,
    contentType: 'application/octet-stream',
    bytes,
  });
  const digests = await digestsOf(Readable.from([bytes]));
  await copyRows(client, 'sys_file', [row]);
  const { md5, crc32, crc16, head } = digests;
  await copyRows(client, 'sys_file_digest', [{ file_id: id, md5, crc32, crc16, head }]);
  return { id, ...digests, size: bytes.length };
}

type Made = Story & { id: string };

async function rowOf(
  client: PoolClient,
  { now, models }: World,
  options: FirmwareOptions,
  { at, baseId, ...one }: Made & { readonly at: number; readonly baseId: string | null },
): Promise<CopyRow> {
  const { admin, service, second, secrets, app } = options;
  const made = officeTime(now, one.ago, at);
  const later = officeTime(now, Math.max(0, one.ago - 1), at);
  const file = await keep(client, now, options, `${one.model}_${one.version}.bin`, packageOf(one));
  const isTested = one.status >= inReview;
  const isReviewed = one.status >= released;
  const key = releaseKeys({ config: app.config, secrets })[0];
  return {
    id: one.id,
    firmware_no: `FW${made.toISOString().slice(0, 10).replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`,
    generation: codes.OtaGeneration.new,
    name: `${one.name} ${one.version}`,
    device_type: one.part,
    part_model: one.model,
    hardware_versions: one.part === 1 ? ['V1.2', 'V1.3'] : ['V1.1'],
    version: one.version,
    version_code: firmwareVersionCode(one.version) ?? 0,
    package_type: one.base === undefined ? full : delta,
    base_version: baseId,
    package_file: file.id,
    file_size: file.size,
    md5: file.md5,
    sha256: file.sha256,
    crc32: file.crc32,
    signature: signDemo({ secrets }, file.sha256),
    sign_key_id: key?.id ?? null,
    vehicle_type_ids: models.filter(({ generation }) => generation === codes.OtaGeneration.new).map(({ id }) => id),
    dependencies: one.needs === undefined ? null : JSON.stringify(one.needs),
    release_type: codes.ReleaseType.formal,
    estimated_minutes: one.base === undefined ? 6 : 3,
    change_log: one.log,
    change_log_en: one.logEn ?? null,
    status: one.status,
    status_reason: one.reason ?? null,
    test_submitter_id: one.status === draft ? null : admin,
    submitter_id: isTested ? service : null,
    submit_time: isTested ? later : null,
    auditor_id: isReviewed ? second : null,
    audit_time: isReviewed ? later : null,
    ...marks(now, admin, made, later),
  };
}

// prettier-ignore
const oldStories = [
  { version: 'ZK1_20250118_A01', ago: 160, log: '修复短信唤醒后定位缓慢的问题，降低静置耗电。' },
  { version: 'ZK1_20250615_A02', ago: 120, log: '修复短信唤醒后偶发的心跳丢失问题。' },
] as const;

const oldName = 'ZK1中控固件';

/** A package of the first platform. */
async function oldRow(
  client: PoolClient,
  { now, models }: World,
  options: FirmwareOptions,
  { version, ago, log, at }: (typeof oldStories)[number] & { readonly at: number },
): Promise<CopyRow | undefined> {
  const vehicleTypeIds = models.filter(({ generation }) => generation === codes.OtaGeneration.old).map(({ id }) => id);
  if (vehicleTypeIds.length === 0) return undefined;
  const file = await keep(client, now, options, `${version}.bin`, Buffer.alloc(48 * 1024, `${version}\n`));
  const made = officeTime(now, ago, at);
  return {
    firmware_no: `FW${made.toISOString().slice(0, 10).replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`,
    generation: codes.OtaGeneration.old,
    name: `${oldName} ${version}`,
    device_type: 1,
    version,
    package_file: file.id,
    file_size: file.size,
    md5: file.md5,
    sha256: file.sha256,
    crc16: file.crc16,
    vehicle_type_ids: vehicleTypeIds,
    change_log: log,
    status: machines['SM-FirmwareOld'].states.released,
    ...marks(now, options.admin, made, made),
  };
}

/** Firmware in every state, signed with the key of the demo; its versions are those that the fleet reports. Needs the models. */
export async function makeFirmware(client: PoolClient, world: World, options: FirmwareOptions): Promise<void> {
  // With keys of its own an installation accepts nothing that the demo has signed.
  if (options.app.config.firmwareKeys !== undefined) return;
  const made = stories.map((story): Made => ({ ...story, id: '' }));
  await giveIds(client, 'ota_firmware', made);
  for (const [at, one] of made.entries()) {
    const base = made.find(({ model, version }) => model === one.model && version === one.base);
    await copyRows(client, 'ota_firmware', [
      await rowOf(client, world, options, { ...one, at, baseId: base?.id ?? null }),
    ]);
  }
  for (const [at, one] of oldStories.entries()) {
    const row = await oldRow(client, world, options, { ...one, at: made.length + at });
    if (row !== undefined) await copyRows(client, 'ota_firmware', [row]);
  }
  await client.query("select setval('seq_ota_firmware', 100)");
}
