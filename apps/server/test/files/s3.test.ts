import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { storageOf } from '../../src/adapters/storage/index.ts';
import { fileJobs } from '../../src/modules/files/jobs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { tempDir } from '../support/temp.ts';
import { addUser, password } from '../access/fixture.ts';
import { s3Keys, type S3Server, startS3 } from './s3-server.ts';

let server: S3Server;
let t: TestApp;
const environment = (more: Record<string, string> = {}) => ({
  STORAGE_URL: 's3://wheelhouse-files/production',
  S3_ENDPOINT: server.endpoint,
  S3_REGION: s3Keys.region,
  S3_ACCESS_KEY: s3Keys.accessKey,
  S3_SECRET_KEY: s3Keys.secretKey,
  ...more,
});

beforeAll(async () => {
  server = await startS3();
  t = await createTestApp({ env: environment() });
});
afterAll(async () => {
  await t.stop();
  await server.stop();
});

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(3_000_000, 7)]);
async function upload(as: string) {
  const form = new FormData();
  form.append('biz', 'image');
  form.append('file', new Blob([new Uint8Array(png)]), '照片.png');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await t.http.inject({
    method: 'POST',
    url: '/data/crm/upload/single',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${as}` },
  });
  return { status: response.statusCode, ...response.json<{ code: number; data: { url: string } }>() };
}

test('uploads and downloads go to the bucket, signed, under its prefix', async () => {
  await addUser(t, { username: 's3.user', roles: ['ops'] });
  const token = await t.login('s3.user', password);
  const { data, code } = await upload(token);
  expect(code).toBe(0);
  const [key = ''] = [...server.objects.keys()];
  expect(key).toMatch(/^\/wheelhouse-files\/production\/files\/\d{4}\/\d\d\/[\w-]{22}$/);
  expect(server.objects.get(key)?.equals(png)).toBe(true);
  const shown = await t.http.inject({ method: 'GET', url: data.url });
  expect(shown.statusCode).toBe(200);
  expect(shown.rawPayload.equals(png)).toBe(true);
  const { data: made } = await t.call<{ fileName: string }>(
    'POST',
    '/data/crm/dealerUser/export',
    { query: {} },
    { as: token },
  );
  const before = server.objects.size;
  expect(
    (
      await t.http.inject({
        method: 'GET',
        url: `/common/download?fileName=${encodeURIComponent(made.fileName)}&delete=true`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).rawPayload
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await expect.poll(() => server.objects.size).toBe(before - 1);
});

test('a download whose object cannot be removed is removed later, and keeps no other', async () => {
  const token = await t.login('s3.user', password);
  const made = async () =>
    (await t.call<{ fileName: string }>('POST', '/data/crm/dealerUser/export', { query: {} }, { as: token })).data;
  const fetch = (fileName: string) => t.call('GET', '/common/download', { fileName, delete: 'true' }, { as: token });
  const issued = () => [...server.objects.keys()].filter((key) => key.includes('/issued/')).length;
  const rows = async () => (await t.app.pool.query('select 1 from sys_issued_file')).rowCount;
  const clean = async () => {
    await t.app.pool.query(`update sys_issued_file set expire_time = now() - interval '11 minutes'`);
    await fileJobs[0]?.run(t.app);
  };
  await clean();
  const { fileName } = await made();
  await made();
  server.refusedRemovals = 1;
  expect((await fetch(fileName)).status).toBe(200);
  await expect.poll(() => server.refusedRemovals).toBe(0);
  expect(await fetch(fileName)).toMatchObject({ status: 404, code: 1017 });
  expect([issued(), await rows()]).toEqual([2, 2]);
  server.refusedRemovals = 1;
  await clean();
  expect([issued(), await rows()]).toEqual([1, 1]);
  await clean();
  expect([issued(), await rows()]).toEqual([0, 0]);
});

describe('the storage itself', () => {
  const storage = () => storageOf(t.app.config);
  const spooled = (content: string) => {
    const path = join(tempDir(), 'x');
    writeFileSync(path, content);
    return path;
  };

  test('takes a file away, gives it back, forgets it', async () => {
    const path = spooled('内容');
    await storage().put('files/2026/a', path);
    expect(existsSync(path)).toBe(false);
    const opened = await storage().open('files/2026/a');
    if (!('content' in opened)) throw new Error('no stream');
    expect(opened.size).toBe(6);
    expect(Buffer.concat(await opened.content.toArray()).toString()).toBe('内容');
    await storage().remove('files/2026/a');
    await storage().remove('files/2026/a');
    await expect(storage().open('files/2026/a')).rejects.toMatchObject({ code: 1017, status: 404 });
  });

  test.each(['../x', 'a', 'a//b', '/a/b', 'a/../b', 'a/b?x', ''])(
    'refuses the key %j before asking anybody',
    async (key) => {
      const asked = server.seen.length;
      await expect(storage().open(key)).rejects.toThrow(/malformed/);
      expect(server.seen).toHaveLength(asked);
    },
  );

  test('a service that refuses or is away is a clear refusal; nothing is lost', async () => {
    const token = await t.login('s3.user', password);
    server.failWith = 403;
    try {
      const path = spooled('stays');
      await expect(storage().put('files/2026/b', path)).rejects.toMatchObject({ code: 1020 });
      expect(existsSync(path)).toBe(true);
      expect(await upload(token)).toMatchObject({ status: 503, code: 1020 });
    } finally {
      server.failWith = undefined;
    }
    const away = storageOf(readConfig(environment({ STORAGE_URL: 's3://away/x', S3_ENDPOINT: 'http://127.0.0.1:9' })));
    await expect(away.open('files/2026/c')).rejects.toMatchObject({ code: 1020, status: 503 });
  });

  test('another secret is refused by the service', async () => {
    const stranger = storageOf(
      readConfig(environment({ STORAGE_URL: 's3://wheelhouse-files/elsewhere', S3_SECRET_KEY: 'wrong' })),
    );
    await expect(stranger.put('files/2026/d', spooled('x'))).rejects.toMatchObject({ code: 1020 });
  });
});

test.each([
  [{ S3_ENDPOINT: '' }, 'S3_ENDPOINT'],
  [{ S3_ACCESS_KEY: '' }, 'S3_ACCESS_KEY'],
  [{ S3_SECRET_KEY: '' }, 'S3_SECRET_KEY'],
  [{ S3_REGION: 'no region' }, 'S3_REGION'],
  [{ S3_ENDPOINT: 'ftp://x' }, 'S3_ENDPOINT'],
  [{ STORAGE_URL: 's3:///prefix' }, 'STORAGE_URL'],
  [{ LOG_RETENTION_DAYS: '30' }, 'LOG_RETENTION_DAYS'],
])('a start with %j says what is wrong, without the secret', (more, name) => {
  expect(() => readConfig(environment(more))).toThrow(ConfigError);
  expect(() => readConfig(environment(more))).toThrow(new RegExp(`^${name}`));
  expect(() => readConfig(environment(more))).not.toThrow(/test\/secret/);
});
