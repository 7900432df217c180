import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeApp, createApp } from '../../src/app.ts';
import type { App } from '../../src/http/context.ts';
import { createHttp } from '../../src/http/server.ts';
import { calls, provide } from '../../src/modules/index.ts';
import { fileJobs } from '../../src/modules/files/jobs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { videoOf } from '../support/media.ts';
import { partsOf } from '../support/parts.ts';
import { tempDir } from '../support/temp.ts';
import { addUser, password } from '../access/fixture.ts';

/** Files sent in parts: two processes with one database and one storage take them by turns. */
let t: TestApp;
let second: { readonly app: App; readonly http: FastifyInstance };
beforeAll(async () => {
  t = await createTestApp();
  const { secrets, log } = t.app;
  const config = { ...t.app.config, dataDir: tempDir() };
  const app = await createApp({ config, secrets, databaseUrl: t.databaseUrl, log, provide });
  second = { app, http: await createHttp(app, calls) };
  await second.http.ready();
});
afterAll(async () => {
  await second.http.close();
  await closeApp(second.app);
  await t.stop();
});

const mebibyte = 1024 * 1024;
let names = 0;
async function someone() {
  const username = `parts.user${++names}`;
  const id = await addUser(t, { username });
  return { id, token: await t.login(username, password) };
}
const counted = async (id: string) =>
  (
    await t.app.pool.query<{ use: string; files: number; bytes: number }>(
      'select use, files, bytes::int as bytes from sys_upload_day where uploader_id = $1 order by use',
      [id],
    )
  ).rows;
const uploads = async (id: string) =>
  (await t.app.pool.query('select upload_id from sys_upload where uploader_id = $1', [id])).rows.length;
const storedParts = (uploadId: string) => {
  const dir = join(fileURLToPath(t.app.config.storageUrl), 'parts');
  return existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith(uploadId)) : [];
};
const runJob = async (name: string) => {
  await fileJobs.find((job) => job.name === name)?.run(t.app);
};

test('goes on after a break, in another process, and is shown in ranges', async () => {
  const { id, token } = await someone();
  const [here, there] = [partsOf(t.http, token), partsOf(second.http, token)];
  const video = videoOf('wide', 9 * mebibyte);
  const { data: begun } = await here.begin(video);
  expect(begun).toMatchObject({ partBytes: 4 * mebibyte, parts: [] });
  expect((await here.part(begun.uploadId, 0, here.cut(video, 0, begun))).code).toBe(0);
  // The page is loaded again, and the same file chosen.
  const { data: again } = await there.begin(video);
  expect(again).toEqual({ ...begun, parts: [0] });
  expect((await there.join(begun.uploadId)).code).toBe(1001);
  expect((await there.part(begun.uploadId, 2, there.cut(video, 2, begun))).code).toBe(0);
  expect((await here.part(begun.uploadId, 2, here.cut(video, 2, begun))).code).toBe(0);
  expect((await here.part(begun.uploadId, 1, here.cut(video, 1, begun))).code).toBe(0);
  expect(storedParts(begun.uploadId)).toHaveLength(3);

  const { code, data: file } = await there.join(begun.uploadId);
  expect(code).toBe(0);
  expect(file).toMatchObject({
    name: 'video.mp4',
    contentType: 'video/mp4',
    size: video.length,
    sha256: createHash('sha256').update(video).digest('hex'),
    width: 160,
    height: 90,
    durationMs: 6000,
    codec: 'avc',
  });
  expect((await here.join(begun.uploadId)).data.fileId).toBe(file.fileId);
  expect(storedParts(begun.uploadId)).toEqual([]);
  expect(await counted(id)).toEqual([
    { use: '', files: 1, bytes: video.length },
    { use: 'video', files: 1, bytes: video.length },
  ]);

  const range = await t.http.inject({ method: 'GET', url: file.url, headers: { range: 'bytes=100-299' } });
  expect(range.statusCode).toBe(206);
  expect(range.headers['content-range']).toBe(`bytes 100-299/${video.length}`);
  expect(range.rawPayload.equals(video.subarray(100, 300))).toBe(true);
  expect(range.headers['content-disposition']).toMatch(/^inline/);
  // The same file once more is another upload.
  expect((await here.begin(video)).data.parts).toEqual([]);
});

test('belongs to who began it', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const mine = partsOf(t.http, owner.token);
  const theirs = partsOf(t.http, stranger.token);
  const video = videoOf('wide');
  const { data: begun } = await mine.begin(video);
  expect((await theirs.part(begun.uploadId, 0, video)).code).toBe(1017);
  expect((await theirs.join(begun.uploadId)).code).toBe(1017);
  expect((await theirs.drop(begun.uploadId)).code).toBe(1017);
  expect((await theirs.begin(video)).data.uploadId).not.toBe(begun.uploadId);
  expect((await mine.part(begun.uploadId, 0, video)).code).toBe(0);
  expect((await mine.join(begun.uploadId)).code).toBe(0);
});

test('what its bytes do not keep is removed, and does not count', async () => {
  const { id, token } = await someone();
  const { begin, part, join: finish, send } = partsOf(t.http, token);
  const noVideo = Buffer.alloc(2000, 7);
  const { data: begun } = await begin(noVideo);
  expect((await part(begun.uploadId, 0, noVideo)).code).toBe(0);
  expect((await finish(begun.uploadId)).code).toBe(1031);
  expect((await finish(begun.uploadId)).code).toBe(1017);
  expect(storedParts(begun.uploadId)).toEqual([]);
  expect(await uploads(id)).toBe(0);
  expect((await counted(id)).every(({ files, bytes }) => files === 0 && bytes === 0)).toBe(true);
  // Refused before a byte of it is sent: by its name, and by what its use takes.
  expect((await send(noVideo, 'a.exe')).code).toBe(1031);
  expect((await begin({ length: 200 * mebibyte + 1 } as Buffer)).code).toBe(1032);
});

test('parts have their size, and none comes to what was given up', async () => {
  const { id, token } = await someone();
  const { begin, part, drop } = partsOf(t.http, token);
  const video = videoOf('wide');
  const { data: begun } = await begin(video);
  expect((await part(begun.uploadId, 0, video.subarray(1))).code).toBe(1001);
  expect((await part(begun.uploadId, 1, video)).code).toBe(1001);
  expect((await part(begun.uploadId, 0, video)).code).toBe(0);
  expect((await drop(begun.uploadId)).code).toBe(0);
  expect((await part(begun.uploadId, 0, video)).code).toBe(1017);
  expect(storedParts(begun.uploadId)).toEqual([]);
  expect((await counted(id)).every(({ files, bytes }) => files === 0 && bytes === 0)).toBe(true);
});

test('what its sender has left is removed after a day', async () => {
  const { id, token } = await someone();
  const { begin, part } = partsOf(t.http, token);
  const [left, kept] = [videoOf('wide'), videoOf('tall')];
  const { data: old } = await begin(left);
  const { data: young } = await begin(kept);
  await part(old.uploadId, 0, left);
  await part(young.uploadId, 0, kept);
  await t.app.pool.query(`update sys_upload set update_time = now() - interval '25 hours' where upload_id = $1`, [
    old.uploadId,
  ]);
  await runJob('files.unfinished');
  expect(storedParts(old.uploadId)).toEqual([]);
  expect(storedParts(young.uploadId)).toHaveLength(1);
  expect(await uploads(id)).toBe(1);
  expect(await counted(id)).toMatchObject([
    { files: 1, bytes: kept.length },
    { files: 1, bytes: kept.length },
  ]);
});

test('two starts at once are one upload', async () => {
  const { id, token } = await someone();
  const [here, there] = [partsOf(t.http, token), partsOf(second.http, token)];
  const video = videoOf('tall');
  const begun = await Promise.all([here.begin(video), there.begin(video), here.begin(video), there.begin(video)]);
  expect(new Set(begun.map(({ data }) => data.uploadId)).size).toBe(1);
  expect(await uploads(id)).toBe(1);
  expect((await counted(id))[0]).toMatchObject({ files: 1, bytes: video.length });
});
