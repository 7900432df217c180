import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { testKeys } from '../support/firmware-keys.ts';
import { firmwarePackage, signed } from '../support/firmware-packages.ts';
import { keepPackage } from '../support/firmware.ts';
import { partsOf } from '../support/parts.ts';
import { fieldsOf, firmwareKit } from './firmware-kit.ts';

let t: TestApp;
let kit: Awaited<ReturnType<typeof firmwareKit>>;
beforeAll(async () => {
  t = await createTestApp();
  kit = await firmwareKit(t);
});
afterAll(() => t.stop());

const hashed = (name: string, bytes: Buffer): string => createHash(name).update(bytes).digest('hex');

describe('a package', () => {
  test('sent in parts is measured and hashed as it is stored', async () => {
    const version = kit.freshVersion();
    const bytes = firmwarePackage({ version, bytes: 5 * 1024 * 1024 });
    const { code, data } = await partsOf(t.http, kit.maker.token).send(bytes, 'zk3.bin', 'firmware');
    expect(code).toBe(0);
    const form = kit.formOf({ version, packageFile: data.fileId, signature: signed(bytes) });
    const { data: saved } = await kit.call('add', form);
    const { data: row } = await kit.call<Record<string, unknown>>('detail', { id: saved.id });
    expect(row).toMatchObject({
      fileSize: bytes.length,
      md5: hashed('md5', bytes),
      sha256: hashed('sha256', bytes),
      crc32: crc32(bytes).toString(16).padStart(8, '0'),
      versionCode: Number(version.split('.')[2]) + 3_001_000,
      status: 0,
    });
    expect(row['firmwareNo']).toMatch(/^FW\d{12}$/);
    expect(JSON.stringify(row), 'who reads a record gets no address of its file').not.toContain('/common/file/');
  });

  test.each([
    ['of another part model', { partModel: 'ZK9' }],
    ['of another part', { deviceType: 2 }],
    ['of another version', { version: 'V9.9.9' }],
    ['that is a delta', { base: 'V1.0.0' }],
  ])('%s is refused (3103)', async (_name, other) => {
    const version = kit.freshVersion();
    const bytes = firmwarePackage({ version, ...other });
    const packageFile = await keepPackage(t, bytes, kit.maker.id);
    const answer = await kit.call('add', kit.formOf({ version, packageFile, signature: signed(bytes) }));
    expect(answer.code).toBe(3103);
    expect(fieldsOf(answer)).toEqual(['packageFile']);
  });

  test('that was cut off, or has no header, is refused (3103)', async () => {
    const version = kit.freshVersion();
    for (const bytes of [firmwarePackage({ version }).subarray(0, 900), Buffer.alloc(2048, 'x')]) {
      const packageFile = await keepPackage(t, bytes, kit.maker.id);
      const answer = await kit.call('add', kit.formOf({ version, packageFile, signature: signed(bytes) }));
      expect(answer.code).toBe(3103);
    }
  });

  test('has a version that its part model has once (3101), with or without a V, also when two are saved at once', async () => {
    const version = kit.freshVersion();
    const forms = [version, version.slice(1)].map((one) => kit.call('add', kit.formOf({ version: one })));
    expect((await Promise.all(forms)).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 3101]);
    expect((await kit.call('add', kit.formOf({ version, partModel: 'ZK5' }))).code).toBe(0);
  });

  test('needs a file and a signature before it is tested', async () => {
    const version = kit.freshVersion();
    const { data } = await kit.call('add', kit.formOf({ version }));
    expect((await kit.step(data.id, 'submitTest', kit.maker.token)).code).toBe(3103);
    const packageFile = await keepPackage(t, firmwarePackage({ version }), kit.maker.id);
    expect((await kit.call('update', { ...data, packageFile })).code).toBe(0);
    expect((await kit.step(data.id, 'submitTest', kit.maker.token)).code).toBe(3104);
  });
});

describe('a signature', () => {
  const add = async (signature: (bytes: Buffer) => string) => {
    const version = kit.freshVersion();
    const bytes = firmwarePackage({ version });
    const packageFile = await keepPackage(t, bytes, kit.maker.id);
    return kit.call('add', kit.formOf({ version, packageFile, signature: signature(bytes) }));
  };

  test('counts with either of two keys, so that one can follow the other', async () => {
    const answers = await Promise.all(
      [testKeys.present, testKeys.next].map((key) => add((bytes) => signed(bytes, key))),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    const ids = await Promise.all(
      answers.map(
        async ({ data }) => (await kit.call<{ signKeyId: string }>('detail', { id: data.id })).data.signKeyId,
      ),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test.each([
    ['a key that is over', (bytes: Buffer) => signed(bytes, testKeys.over)],
    ['a key that nobody listed', (bytes: Buffer) => signed(bytes, testKeys.foreign)],
    ['another file', (bytes: Buffer) => signed(Buffer.concat([bytes, Buffer.from([0])]))],
    ['a file with one changed byte', (bytes: Buffer) => signed(bytes.with(bytes.length - 1, 1))],
  ])('of %s is refused (3104)', async (_name, signature) => {
    const answer = await add(signature);
    expect(answer.code).toBe(3104);
    expect(fieldsOf(answer)).toEqual(['signature']);
  });

  test('is checked again when the package is submitted and approved: keys expire meanwhile', async () => {
    const { id } = await kit.draft();
    await kit.step(id, 'submitTest', kit.maker.token);
    await kit.step(id, 'testPass', kit.tester.token, { reportFileId: await kit.report(kit.tester.id) });
    const { config } = t.app;
    const now = config.firmwareKeys ?? [];
    const set = (firmwareKeys: typeof now) => Object.assign(config, { firmwareKeys });
    set(now.map((key) => ({ ...key, until: new Date('2026-01-02') })));
    expect((await kit.step(id, 'approve', kit.reviewer.token)).code).toBe(3104);
    set(now);
    expect((await kit.step(id, 'approve', kit.reviewer.token)).code).toBe(0);
  });
});

describe('a delta', () => {
  test('has a released full package of the same model with a lower version as its base (3102)', async () => {
    const base = await kit.draft();
    const version = kit.freshVersion(2);
    const bytes = firmwarePackage({ version, base: base.version });
    const form = async (baseVersion: string | undefined) =>
      kit.formOf({
        version,
        packageType: 2,
        baseVersion,
        packageFile: await keepPackage(t, bytes, kit.maker.id),
        signature: signed(bytes),
      });
    expect((await kit.call('add', await form(undefined))).code).toBe(3102);
    expect((await kit.call('add', await form(base.id))).code, 'a draft').toBe(3102);
    await kit.release(base.id);
    const higher = await kit.draft({ version: kit.freshVersion(3) });
    await kit.release(higher.id);
    expect((await kit.call('add', await form(higher.id))).code, 'a higher version').toBe(3102);
    expect((await kit.call('add', await form(base.id))).code).toBe(0);
  });
});

test('what a package needs may not need the package first', async () => {
  const version = kit.freshVersion(5);
  const meter = kit.formOf({
    version: 'V7.0.0',
    deviceType: 4,
    partModel: 'YB2',
    dependencies: [{ deviceType: 1, minVersion: version }],
  });
  expect((await kit.call('add', meter)).code).toBe(0);
  const circular = await kit.call(
    'add',
    kit.formOf({ version, dependencies: [{ deviceType: 4, minVersion: 'V7.0.0' }] }),
  );
  expect(fieldsOf(circular)).toEqual(['dependencies']);
  const own = await kit.call('add', kit.formOf({ version, dependencies: [{ deviceType: 1, minVersion: 'V1.0.0' }] }));
  expect(fieldsOf(own)).toEqual(['dependencies[0].deviceType']);
  expect(
    (await kit.call('add', kit.formOf({ version, dependencies: [{ deviceType: 4, minVersion: 'V6.0.0' }] }))).code,
    'a later one needs it',
  ).not.toBe(0);
  expect(
    (await kit.call('add', kit.formOf({ version, dependencies: [{ deviceType: 2, minVersion: 'V1.0.0' }] }))).code,
  ).toBe(0);
});

test('parts may be updated in turn: a version needs the other part as it is, not as it will be', async () => {
  const part = (deviceType: number, version: string, needs: number, minVersion: string) =>
    kit.call(
      'add',
      kit.formOf({ version, deviceType, partModel: 'LD1', dependencies: [{ deviceType: needs, minVersion }] }),
    );
  const codes = [
    await part(5, 'V1.0.0', 2, 'V1.0.0'),
    await part(3, 'V1.1.0', 5, 'V1.0.0'),
    await part(5, 'V2.0.0', 3, 'V1.1.0'),
    await part(3, 'V2.1.0', 5, 'V2.0.0'),
  ].map(({ code }) => code);
  expect(codes).toEqual([0, 0, 0, 0]);
});

test('of two packages that need each other and are saved at once, one is refused', async () => {
  const pair = [
    { version: 'V1.0.0', deviceType: 6, partModel: 'CY1', dependencies: [{ deviceType: 7, minVersion: 'V1.0.0' }] },
    { version: 'V1.0.0', deviceType: 7, partModel: 'CY1', dependencies: [{ deviceType: 6, minVersion: 'V1.0.0' }] },
  ];
  const answers = await Promise.all(pair.map((form) => kit.call('add', kit.formOf(form))));
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1001]);
});
