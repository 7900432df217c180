import { entityNamed } from '@wheelhouse/entities/registry';
import { packageUrl } from '../../src/modules/ota/service.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addSample } from '../registry/samples.ts';
import type { TestApp } from '../support/app.ts';
import { firmwarePackage, signed } from '../support/firmware-packages.ts';
import { keepPackage, keepReport } from '../support/firmware.ts';

export interface Saved {
  readonly id: string;
  readonly rev: number;
}
export interface Refused {
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** People and packages for tests of firmware. */
export async function firmwareKit(t: TestApp) {
  const modelId = await addSample(t, entityNamed('vehicleType'));
  await addRole(
    t,
    'fw.maker',
    ['query', 'add', 'edit', 'delete', 'test', 'audit', 'disable', 'download'].map((one) => `firmwareManage.${one}`),
  );
  const person = async (username: string) => {
    const id = await addUser(t, { username, roles: ['fw.maker'] });
    return { id, token: await t.login(username, password) };
  };
  const [maker, tester, reviewer] = [await person('fw.maker1'), await person('fw.tester'), await person('fw.reviewer')];
  const call = <Data = Saved & Refused>(path: string, body: object, as: string = maker.token) =>
    t.call<Data>('POST', `/ps/crm/otaFirmware/${path}`, body, { as });
  let patch = 0;
  /** A version that no other package of these tests has. */
  const freshVersion = (minor = 1): string => `V3.${minor}.${++patch}`;
  const formOf = (more: object = {}) => ({
    name: '中控固件',
    deviceType: 1,
    partModel: 'ZK3',
    hardwareVersions: ['V1.2'],
    packageType: 1,
    vehicleTypeIds: [modelId],
    releaseType: 1,
    estimatedMinutes: 6,
    changeLog: '优化低温下的启动速度，修复定位漂移。',
    ...more,
  });
  /** A draft with file and signature. */
  async function draft(more: { version?: string } & object = {}): Promise<Saved & { bytes: Buffer; version: string }> {
    const version = more.version ?? freshVersion();
    const bytes = firmwarePackage({ version });
    const packageFile = await keepPackage(t, bytes, maker.id);
    const { code, data, message } = await call(
      'add',
      formOf({ version, packageFile, signature: signed(bytes), ...more }),
    );
    if (code !== 0) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
    return { ...data, bytes, version };
  }
  const step = (id: string, action: string, as: string, more: object = {}) =>
    call<Refused>('transition', { id, action, ...more }, as);
  const report = (userId: string) => keepReport(t, userId);
  /** Takes a draft to its release, each step by another person. */
  async function release(id: string): Promise<void> {
    const codes = [
      await step(id, 'submitTest', maker.token),
      await step(id, 'testPass', tester.token, { reportFileId: await report(tester.id) }),
      await step(id, 'approve', reviewer.token),
    ].map(({ code }) => code);
    if (codes.some((code) => code !== 0)) throw new Error(`not released: ${codes.join()}`);
  }
  let attempts = 0;
  /** The address of a package for a vehicle that downloads it in a task. @returns it and the execution */
  async function attempt(firmwareId: string, seconds?: number) {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const { rows } = await t.app.pool.query<{ id: string }>(
      `with task as (insert into ota_task (task_no, generation, name, firmware_id, retry_times, status, target_count, vins)
         values ($4, 1, 'Test', $1, 0, 4, 1, '') returning id)
       insert into ota_execution (generation, task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, to_version, stage, position, status, attempt, report_rank)
       select 1, id, $2::bigint, 0, $3, 1, 'V1', 1, 1, 2, 1, 1 from task returning id::text as id`,
      [firmwareId, vehicleId, 1 + (++attempts % 9), `OTAT${attempts}`],
    );
    const executionId = rows[0]?.id ?? '';
    return { executionId, url: packageUrl(t.app, { executionId, attempt: 1 }, seconds) };
  }
  return { attempt, modelId, maker, tester, reviewer, call, freshVersion, formOf, draft, step, report, release };
}

export const fieldsOf = ({ data }: { data: Refused | null }): string[] =>
  (data?.errors ?? []).map(({ field }) => field);
