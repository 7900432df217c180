import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { firmwarePackage, signed } from '../support/firmware-packages.ts';
import { keepPackage } from '../support/firmware.ts';
import { fieldsOf, firmwareKit, type Refused, type Saved } from './firmware-kit.ts';

let t: TestApp;
let kit: Awaited<ReturnType<typeof firmwareKit>>;
beforeAll(async () => {
  t = await createTestApp();
  kit = await firmwareKit(t);
});
afterAll(() => t.stop());

const detail = async (id: string) => (await kit.call<Record<string, unknown>>('detail', { id })).data;
const get = (url: string, headers: Record<string, string> = {}) => t.http.inject({ method: 'GET', url, headers });

describe('the way to a release', () => {
  test('takes a report, and a reviewer who neither made, submitted nor tested the package (3105)', async () => {
    const { id } = await kit.draft();
    expect((await kit.step(id, 'submitTest', kit.maker.token)).code).toBe(0);
    const bare = await kit.step(id, 'testPass', kit.tester.token);
    expect(fieldsOf(bare)).toEqual(['reportFileId']);
    const reportFileId = await kit.report(kit.tester.id);
    expect((await kit.step(id, 'testPass', kit.tester.token, { reportFileId })).code).toBe(0);
    for (const { token } of [kit.maker, kit.tester]) {
      expect((await kit.step(id, 'approve', token)).code).toBe(3105);
      expect((await kit.step(id, 'reject', token, { remark: '版本号不对' })).code).toBe(3105);
    }
    expect((await kit.step(id, 'approve', kit.reviewer.token)).code).toBe(0);
    expect(await detail(id)).toMatchObject({ status: 3, auditorId: kit.reviewer.id, submitterId: kit.tester.id });
  });

  test('who submits a colleague’s draft does not approve it either', async () => {
    const { id } = await kit.draft();
    await kit.step(id, 'submitTest', kit.reviewer.token);
    await kit.step(id, 'testPass', kit.tester.token, { reportFileId: await kit.report(kit.tester.id) });
    expect((await kit.step(id, 'approve', kit.reviewer.token)).code).toBe(3105);
    expect((await kit.step(id, 'approve', 'admin')).code).toBe(0);
  });

  test('nor does who uploaded the package for a colleague’s record', async () => {
    const { data } = await kit.call('add', kit.formOf({ version: kit.freshVersion() }));
    const { version } = (await detail(data.id)) as { version: string };
    const bytes = firmwarePackage({ version });
    const packageFile = await keepPackage(t, bytes, kit.reviewer.id);
    expect(
      (await kit.call('update', { ...data, packageFile, signature: signed(bytes) }, kit.reviewer.token)).code,
    ).toBe(0);
    await kit.step(data.id, 'submitTest', kit.maker.token);
    await kit.step(data.id, 'testPass', kit.tester.token, { reportFileId: await kit.report(kit.tester.id) });
    expect((await kit.step(data.id, 'approve', kit.reviewer.token)).code).toBe(3105);
    expect((await kit.step(data.id, 'approve', 'admin')).code).toBe(0);
  });

  test('goes back to the draft with a reason, and there alone the package changes', async () => {
    const { id, version } = await kit.draft();
    await kit.step(id, 'submitTest', kit.maker.token);
    const other = firmwarePackage({ version, bytes: 9000 });
    const change = async () => {
      const { rev } = (await detail(id)) as { rev: number };
      const packageFile = await keepPackage(t, other, kit.maker.id);
      return kit.call('update', { id, rev, packageFile, signature: signed(other) });
    };
    expect((await change()).code).not.toBe(0);
    expect((await kit.step(id, 'testFail', kit.tester.token)).code, 'without a reason').toBe(1001);
    await kit.step(id, 'testFail', kit.tester.token, { remark: '启动超时' });
    expect(await detail(id)).toMatchObject({ status: 0, statusReason: '启动超时' });
    expect((await change()).code).toBe(0);
    expect(await detail(id)).toMatchObject({ fileSize: other.length });
  });

  test('the database itself keeps a package that has left the draft', async () => {
    const { id } = await kit.draft();
    await kit.step(id, 'submitTest', kit.maker.token);
    for (const change of ["sha256 = repeat('0', 64)", 'signature = null', "version = 'V9.9.9'", 'package_file = null'])
      await expect(t.app.pool.query(`update ota_firmware set ${change} where id = $1`, [id])).rejects.toThrow(
        /the package does not change after the draft/,
      );
  });

  test('drafts alone are deleted', async () => {
    const { id } = await kit.draft();
    await kit.step(id, 'submitTest', kit.maker.token);
    const { data } = await kit.call<{ deleted: number }>('batchDelete', { ids: [id, (await kit.draft()).id] });
    expect(data.deleted).toBe(1);
  });
});

describe('a vehicle', () => {
  test('downloads a package in ranges, by an address that is good for it alone', async () => {
    const { id, bytes } = await kit.draft();
    await kit.release(id);
    const { url, executionId } = await kit.attempt(id);
    expect(
      createHash('sha256')
        .update((await get(url)).rawPayload)
        .digest('hex'),
    ).toBe(createHash('sha256').update(bytes).digest('hex'));
    const parts: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += 1500) {
      const to = Math.min(from + 1499, bytes.length - 1);
      const part = await get(url, { range: `bytes=${from}-${to}` });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to}/${bytes.length}`);
      parts.push(part.rawPayload);
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const outside = await get(url, { range: `bytes=${bytes.length}-` });
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    const head = await t.http.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    expect(head.headers).toMatchObject({ etag, 'accept-ranges': 'bytes', 'content-length': String(bytes.length) });
    // A download that was broken off goes on only with the same package.
    expect((await get(url, { range: 'bytes=9-', 'if-range': etag })).statusCode).toBe(206);
    expect((await get(url, { range: 'bytes=9-', 'if-range': '"another"' })).statusCode).toBe(200);
    const other = await kit.attempt(id);
    const swapped = url.replace(`/${executionId}-`, `/${other.executionId}-`);
    // The first character of the signature: of the last one not all bits count.
    const at = url.lastIndexOf('.') + 1;
    const forged = `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`;
    for (const wrong of [swapped, forged, (await kit.attempt(id, -1)).url])
      expect((await get(wrong)).statusCode, wrong).toBe(403);
    // It is over with its vehicle's attempt, whatever becomes of the others.
    await t.app.pool.query('update ota_execution set status = $2 where id = $1', [
      executionId,
      machines['SM-OtaExecution'].states.cancelled,
    ]);
    expect([(await get(url)).statusCode, (await get(other.url)).statusCode]).toEqual([410, 200]);
  });

  test('gets any part of a package that is larger than what the server reads at once', async () => {
    const version = kit.freshVersion();
    const bytes = firmwarePackage({ version, bytes: 700_000 });
    const packageFile = await keepPackage(t, bytes, kit.maker.id);
    const { data } = await kit.call('add', kit.formOf({ version, packageFile, signature: signed(bytes) }));
    await kit.release(data.id);
    const { url } = await kit.attempt(data.id);
    const { length } = bytes;
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
    const ranges = [
      '0-0',
      '262143-262144',
      '262144-524287',
      '100-699000',
      '524288-',
      '-1',
      '-300000',
      '0-9999999',
      '-9999999',
    ];
    const read = await Promise.all(ranges.map((range) => get(url, { range: `bytes=${range}` })));
    for (const [n, { statusCode, headers, rawPayload }] of read.entries()) {
      const [first = '', last = ''] = ranges[n]?.split('-') ?? [];
      const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
      const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
      expect([statusCode, headers['content-range']], ranges[n]).toEqual([206, `bytes ${from}-${end - 1}/${length}`]);
      expect(rawPayload.equals(bytes.subarray(from, end)), ranges[n]).toBe(true);
    }
    expect((await get(url, { range: 'bytes=-0' })).statusCode).toBe(416);
  });

  test('gets 410 for a draft, from the moment a package is disabled, and until it is enabled', async () => {
    const { id } = await kit.draft();
    const { url } = await kit.attempt(id);
    expect((await get(url)).statusCode).toBe(410);
    await kit.release(id);
    expect((await get(url)).statusCode).toBe(200);
    await kit.step(id, 'disable', kit.maker.token, { remark: '电量显示错误' });
    const refused = await get(url, { range: 'bytes=10-' });
    expect(refused.statusCode).toBe(410);
    expect(refused.json<{ code: number }>().code).toBe(3106);
    await kit.step(id, 'enable', kit.reviewer.token);
    expect((await get(url)).statusCode).toBe(200);
  });

  test('gets nothing that a key has signed which is no longer listed', async () => {
    const { id } = await kit.draft();
    await kit.release(id);
    const { config } = t.app;
    const { url } = await kit.attempt(id);
    const now = config.firmwareKeys;
    Object.assign(config, { firmwareKeys: now?.slice(1) });
    expect((await get(url)).statusCode).toBe(410);
    Object.assign(config, { firmwareKeys: now });
    expect((await get(url)).statusCode).toBe(200);
  });
});

test('staff fetch a package with the right to, and each address is in the log of the record', async () => {
  const { id, bytes } = await kit.draft();
  const { data } = await kit.call<{ url: string; expireTime: string }>('download', { id });
  expect((await get(data.url)).rawPayload.equals(bytes)).toBe(true);
  const { rows } = await t.app.pool.query(
    "select 1 from sys_operation_log where entity = 'firmware' and entity_id = $1 and action = 'download'",
    [id],
  );
  expect(rows).toHaveLength(1);
});

test('the installed base counts the parts of the model by version', async () => {
  const { id, version } = await kit.draft();
  const vehicleId = await addSample(t, entityNamed('vehicle'));
  await t.app.pool.query(
    `insert into veh_ecu (vehicle_id, device_type, sn, model, software_version, reset_count) values ($1, 1, 'ZK-BASE-1', 'ZK3', $2, 0)
     on conflict do nothing`,
    [vehicleId, version],
  );
  const { data } = await kit.call<{ softwareVersion: string; count: number; isThis: boolean }[]>('installedBase', {
    id,
  });
  expect(data).toContainEqual({ softwareVersion: version, count: 1, isThis: true });
});

describe('the old generation', () => {
  const old = <Data = Saved & Refused>(path: string, body: object) =>
    t.call<Data>('POST', `/ps/crm/otaFirmwareOld/${path}`, body, { as: 'admin' });
  async function formOf(version: string, bytes = Buffer.from(`old ${version}`), name = 'zk1.bin') {
    const vehicleType = await addSample(t, entityNamed('vehicleType'));
    await t.app.pool.query('update veh_type set ota_generation = 1 where id = $1', [vehicleType]);
    return {
      name: '旧中控固件',
      deviceType: 1,
      version,
      packageFile: await keepPackage(t, bytes, '1', name),
      md5: createHash('md5').update(bytes).digest('hex').toUpperCase(),
      vehicleTypeIds: [vehicleType],
      changeLog: '修复旧平台的心跳间隔问题。',
    };
  }

  test('compares the typed MD5 with the file (3103), takes .bin alone, and two parts', async () => {
    const form = await formOf('ZK1_20230615_A02');
    const wrong = await old('add', { ...form, md5: 'a'.repeat(32) });
    expect([wrong.code, ...fieldsOf(wrong)]).toEqual([3103, 'md5']);
    expect((await old('add', await formOf('ZK1_20230615_A03', Buffer.from('x'), 'zk1.hex'))).code).toBe(3103);
    expect(fieldsOf(await old('add', { ...form, deviceType: 4 }))).toEqual(['deviceType']);
    expect(fieldsOf(await old('add', { ...form, vehicleTypeIds: [kit.modelId] }))).toEqual(['vehicleTypeIds']);
    const { data } = await old('add', form);
    expect((await old<object>('detail', { id: data.id })).data).toMatchObject({
      md5: form.md5.toLowerCase(),
      status: 0,
    });
    expect((await kit.call('detail', { id: data.id })).code, 'not among the new ones').toBe(1002);
  });

  test('is released, disabled and released again; what is released takes another text only', async () => {
    const { data } = await old('add', await formOf('ZK1_20240101_A01'));
    const turn = (enabled: number) => old<{ changed: number }>('enable', { ids: [data.id], enabled });
    const { url } = await kit.attempt(data.id);
    expect((await turn(1)).data.changed).toBe(1);
    expect((await get(url)).statusCode).toBe(200);
    const { rev } = (await old<{ rev: number }>('detail', { id: data.id })).data;
    expect((await old('update', { id: data.id, rev, name: '别的名字' })).code).not.toBe(0);
    expect((await old('update', { id: data.id, rev, changeLog: '修复旧平台的心跳间隔和对时。' })).code).toBe(0);
    expect((await turn(0)).data.changed).toBe(1);
    expect((await get(url)).statusCode).toBe(410);
    expect((await turn(1)).data.changed).toBe(1);
  });
});
