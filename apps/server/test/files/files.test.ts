import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueFile } from '../../src/modules/files/issue.ts';
import { fileJobs } from '../../src/modules/files/jobs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addUser, password } from '../access/fixture.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  await addUser(t, { username: 'file.user' });
  token = await t.login('file.user', password);
});
afterAll(() => t.stop());

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200, 1)]);
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom'), Buffer.alloc(100)]);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const zipOf = (...names: string[]) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.from(names.join(' '))]);

interface Stored {
  fileId: string;
  url: string;
  name: string;
  size: number;
  sha256: string;
  contentType: string;
}

async function upload(content: Buffer, name: string, biz: string | undefined, as: string | undefined = token) {
  const form = new FormData();
  if (biz !== undefined) form.append('biz', biz);
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await t.http.inject({
    method: 'POST',
    url: '/data/crm/upload/single',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
    },
  });
  return { status: response.statusCode, ...response.json<{ code: number; data: Stored }>() };
}
const get = (url: string, headers: Record<string, string> = {}) => t.http.inject({ method: 'GET', url, headers });

test('an upload is kept and shown by a signed address, also in parts', async () => {
  const answer = await upload(png, '车 照片.PNG', 'image');
  expect(answer).toMatchObject({
    code: 0,
    data: {
      name: '车 照片.PNG',
      size: png.length,
      contentType: 'image/png',
      sha256: createHash('sha256').update(png).digest('hex'),
    },
  });
  const shown = await get(answer.data.url);
  expect(shown.statusCode).toBe(200);
  expect(shown.rawPayload.equals(png)).toBe(true);
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(shown.headers['content-disposition']).toMatch(/^inline/);
  const part = await get(answer.data.url, { range: 'bytes=8-11' });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload.equals(png.subarray(8, 12))).toBe(true);
  const { etag = '' } = shown.headers;
  const head = await t.http.inject({ method: 'HEAD', url: answer.data.url });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  expect(head.headers).toMatchObject({ etag, 'accept-ranges': 'bytes', 'content-length': String(png.length) });
  expect(etag).toMatch(/^"[\w-]+"$/);
  for (const [ifRange, status] of [
    [etag, 206],
    ['"another"', 200],
  ] as const)
    expect((await get(answer.data.url, { range: 'bytes=8-11', 'if-range': ifRange })).statusCode).toBe(status);
  const outside = await get(answer.data.url, { range: `bytes=${png.length}-` });
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${png.length}`]);
});

test('addresses that were altered, are over or were made elsewhere show nothing', async () => {
  const { data } = await upload(png, 'a.png', 'image');
  const url = new URL(data.url, 'http://x');
  const other = (await upload(png, 'b.png', 'image')).data.fileId;
  const later = String(Number(url.searchParams.get('e')) + 3600);
  for (const bad of [
    `/common/file/${other}${url.search}`,
    `${url.pathname}?e=${later}&s=${url.searchParams.get('s')}`,
    `${url.pathname}?e=1&s=${url.searchParams.get('s')}`,
    `${url.pathname}?e=${url.searchParams.get('e')}&s=AAAA`,
  ])
    expect(await get(bad)).toMatchObject({ statusCode: 404 });
  expect((await get(url.pathname)).json()).toMatchObject({ code: 1001 });
  expect((await get('/common/file/..%2f..%2fsecret.key?e=1&s=x')).statusCode).toBeLessThan(500);
});

test.each([
  ['html named png', html, 'a.png', 'image'],
  ['svg', svg, 'a.svg', 'image'],
  ['svg named png', svg, 'a.png', 'image'],
  ['png named html', png, 'a.html', 'image'],
  ['png as a video', png, 'a.png', 'video'],
  ['mp4 as a picture', mp4, 'a.mp4', 'image'],
  ['a zip that is no app', zipOf('x.txt'), 'a.apk', 'apk'],
  ['html as firmware', html, 'a.bin', 'firmware'],
  ['a script as firmware', Buffer.from('#!/bin/sh\n'), 'a.bin', 'firmware'],
  ['webp as an avatar', Buffer.from('RIFF0000WEBP'), 'a.webp', 'avatar'],
])('refuses %s', async (_what, content, name, biz) => {
  expect((await upload(content, name, biz)).code).toBe(1031);
});

test.each([
  ['mp4', mp4, 'a.mp4', 'video', 'video/mp4'],
  ['mp3', Buffer.from('ID3\u0004'), 'a.mp3', 'audio', 'audio/mpeg'],
  ['apk', zipOf('AndroidManifest.xml'), 'a.apk', 'apk', 'application/vnd.android.package-archive'],
  ['firmware', Buffer.from([1, 2, 3, 0]), 'a.bin', 'firmware', 'application/octet-stream'],
  [
    'Intel hex',
    Buffer.from(':10010000214601360121470136007EFE09D2190140\n'),
    'a.hex',
    'firmware',
    'application/octet-stream',
  ],
  ['pdf', Buffer.from('%PDF-1.7\n'), 'a.pdf', 'pdf', 'application/pdf'],
])('takes %s, to be saved unless it is played', async (_what, content, name, biz, contentType) => {
  const answer = await upload(content, name, biz);
  expect(answer).toMatchObject({ code: 0, data: { contentType } });
  expect((await get(answer.data.url)).headers['content-disposition']).toMatch(
    /^(video|audio)\//.test(contentType) ? /^inline/ : /^attachment/,
  );
});

test('size, use and presence are checked; names lose their path', async () => {
  expect(await upload(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'a.png', 'avatar')).toMatchObject({
    code: 1032,
  });
  expect(await upload(png, 'a.png', 'nothing')).toMatchObject({ code: 1001, data: { errors: [{ field: 'biz' }] } });
  expect(await upload(png, 'a.png', undefined)).toMatchObject({ code: 1001, data: { errors: [{ field: 'biz' }] } });
  expect(await upload(Buffer.alloc(0), 'a.png', 'image')).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'file' }] },
  });
  expect((await upload(png, '..\\..\\etc\\passwd.png', 'image')).data.name).toBe('passwd.png');
  expect((await upload(png, 'a.png', 'image', '')).status).toBe(401);
});

describe('issued downloads', () => {
  const issue = async (as: string, content: string) => {
    const user = await t.app.sessions.authenticate(as, undefined);
    return issueFile({ app: t.app, user }, '车辆/列表.xlsx', Readable.from([content]));
  };
  const fetch = (fileName: string, as: string, remove = 'true') =>
    t.call<string>('GET', '/common/download', { fileName, delete: remove }, { as });

  test('are for their user, once when deleted', async () => {
    const name = await issue(token, 'one');
    expect(name).toMatch(/^车辆_列表_\d{14}_[0-9a-f]{6}\.xlsx$/);
    expect(await fetch(name, 'admin')).toMatchObject({ status: 404, code: 1017 });
    expect(await fetch(name, token, 'false')).toMatchObject({ status: 200, data: 'one' });
    const answer = await fetch(name, token);
    expect(answer).toMatchObject({ status: 200, data: 'one' });
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent(name));
    expect(await fetch(name, token)).toMatchObject({ status: 404, code: 1017 });
  });

  test('end after 30 minutes', async () => {
    const name = await issue(token, 'old');
    await t.app.pool.query(`update sys_issued_file set expire_time = now() - interval '11 minutes'`);
    expect(await fetch(name, token)).toMatchObject({ code: 1017 });
    await fileJobs[0]?.run(t.app);
    expect((await t.app.pool.query('select 1 from sys_issued_file')).rowCount).toBe(0);
  });

  test.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    'a\\b',
    'C:x',
    '.',
    '..',
    '',
    'a\nb',
    'x'.repeat(300),
  ])('refuses %j', async (fileName) => {
    const answer = await fetch(fileName, token);
    expect(answer.code).toBe(1001);
  });
});
