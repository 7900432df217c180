import { createHash, randomUUID } from 'node:crypto';
import { crc16, crc16Start, crc16Text } from '@wheelhouse/contract/crc16';
import { keepPackage } from '../support/firmware.ts';
import type { OtaKit, OtaVehicle } from './tasks-kit.ts';

interface Saved {
  readonly id: string;
  readonly rev: number;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

export const from = 'ZK1_20230615_A02';
let day = 0;

/** Vehicles, packages and tasks of the first platform, on the rig of the others. */
export function oldPlatform(kit: OtaKit) {
  const call = <Data = Saved>(path: string, body: object, as: string = kit.people.maker.token) =>
    kit.t.call<Data>('POST', `/ps/crm/otaTaskOld/${path}`, body, { as });
  const addVehicles = (n: number, more: { software?: string } = {}) =>
    kit.addVehicles(n, { software: from, typeId: 3, ...more });
  /** A version above those before. */
  const freshVersion = (): string => `ZK1_2025${String(++day).padStart(4, '0')}_A01`;

  async function addFirmware(version: string, status = 1) {
    const bytes = Buffer.from(`old ${version} `.repeat(40));
    const fileId = await keepPackage(kit.t, bytes, kit.people.maker.userId, 'zk1.bin');
    const md5 = createHash('md5').update(bytes).digest('hex');
    const crc = crc16Text(crc16(bytes, crc16Start));
    const [row] = await kit.rows<{ id: string }>(
      `insert into ota_firmware (firmware_no, generation, name, device_type, version, package_file, file_size, md5, sha256, crc16, vehicle_type_ids,
         change_log, status) values ($1, 1, '旧中控固件', 1, $2, $3, $4, $5, $6, $7, '{3}', '修复旧平台的心跳间隔问题。', $8) returning id::text as id`,
      [
        `FW${randomUUID().slice(0, 12)}`,
        version,
        fileId,
        bytes.length,
        md5,
        createHash('sha256').update(bytes).digest('hex'),
        crc,
        status,
      ],
    );
    return { id: row?.id ?? '', version, md5, crc16: crc, bytes };
  }

  const formOf = (firmwareId: string, vehicles: readonly OtaVehicle[], more: object = {}) => ({
    name: '旧平台升级',
    firmwareId,
    vins: vehicles.map(({ vin }) => vin).join('\n'),
    retryTimes: 0,
    ...more,
  });
  async function addTask(form: object): Promise<string> {
    const { code, data, message } = await call('add', form);
    if (code !== 0) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
    return data.id;
  }
  const step = (id: string, action: string, more: object = {}, as?: string) =>
    call('transition', { id, action, ...more }, as);
  /** A task that runs: its vehicles are fixed, and no job is out. */
  async function startTask(n: number, more: object = {}) {
    const [firmware, vehicles] = [await addFirmware(freshVersion()), await addVehicles(n)];
    const id = await addTask(formOf(firmware.id, vehicles, more));
    const { code, message } = await step(id, 'start');
    if (code !== 0) throw new Error(`${code} ${message}`);
    return { id, firmware, vehicles };
  }
  const rowOf = async (id: string) =>
    (await call<Saved & { status: number; vins: string; [name: string]: unknown }>('detail', { id })).data;
  const update = async (id: string, change: object) => call('update', { id, rev: (await rowOf(id)).rev, ...change });

  return { call, addVehicles, freshVersion, addFirmware, formOf, addTask, step, startTask, rowOf, update };
}

export const fieldsOf = ({ data }: { readonly data: Saved | null }): string[] =>
  (data?.errors ?? []).map(({ field }) => field);
