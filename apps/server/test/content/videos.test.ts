import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityNamed } from '@wheelhouse/entities/registry';
import { addUser, password } from '../access/fixture.ts';
import { addSample, sampleFile, sampleForm } from '../registry/samples.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { videoOf } from '../support/media.ts';
import { addAppUser } from '../support/app-user.ts';
import { partsOf } from '../support/parts.ts';

let t: TestApp;
let admin: ReturnType<typeof partsOf>;
beforeAll(async () => {
  t = await createTestApp();
  admin = partsOf(t.http, await t.login('admin', 'Test-Admin-2026'));
});
afterAll(() => t.stop());

interface Told {
  id: string;
  rev: number;
  errors: { field: string; message: string }[];
}
const post = <Data = Told>(path: string, body: object) =>
  t.call<Data>('POST', `/ps/crm/guide/${path}`, body, { as: 'admin' });
const add = async (more: object = {}) => post('add', { ...(await sampleForm(t, entityNamed('guideVideo'))), ...more });
const upload = async (video: Buffer) => (await admin.send(video)).data.fileId;
const detail = async (id: string) => (await post<Record<string, unknown> & Told>('detail', { id })).data;
const withFile = async (video: Buffer) => add({ videoUrl: null, videoFile: await upload(video) });

describe('the file of a video', () => {
  test('tells its length and size', async () => {
    const { data, code } = await withFile(videoOf('wide', 1024 * 1024));
    expect(code).toBe(0);
    const row = await detail(data.id);
    expect(row).toMatchObject({ durationSec: 6, sizeMb: 1, playCount: 0, shelfStatus: 0 });
    expect(row['videoFileUrl']).toMatch(/^\/common\/file\//);
    const { code: changed } = await post('update', {
      id: data.id,
      rev: row.rev,
      videoFile: null,
      videoUrl: 'https://m.example.com/v',
    });
    expect(changed).toBe(0);
    expect(await detail(data.id)).toMatchObject({ durationSec: null, sizeMb: null });
    expect((await withFile(videoOf('tall'))).code).toBe(0);
  });

  test.each([
    ['another codec', 'hevc', '视频的视频编码须为H.264，所选为H.265'],
    ['too short', 'short', '视频的时长须为5–900秒，所选为3秒'],
    ['too long', 'long', '视频的时长须为5–900秒，所选为950秒'],
    ['another shape', 'square', '视频的画面比例须为16:9 / 9:16，所选为96×96'],
  ] as const)('is refused: %s', async (_what, name, message) => {
    expect(await withFile(videoOf(name))).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'videoFile', message }] },
    });
  });

  test('is refused when its end is missing, or it only begins like one', async () => {
    const message = '视频不是可识别的MP4视频，或文件不完整';
    const video = videoOf('wide');
    const like = Buffer.concat([video.subarray(0, 40), Buffer.alloc(3000, 1)]);
    for (const bad of [video.subarray(0, video.length - 300), like])
      expect(await withFile(bad)).toMatchObject({ code: 1001, data: { errors: [{ field: 'videoFile', message }] } });
  });

  test("is not another user's", async () => {
    await addUser(t, { username: 'video.stranger' });
    const { send } = partsOf(t.http, await t.login('video.stranger', password));
    const { data } = await send(videoOf('wide'));
    expect(await add({ videoUrl: null, videoFile: data.fileId })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'videoFile' }] },
    });
  });
});

test('a file or a link, not both', async () => {
  const videoFile = await upload(videoOf('wide'));
  for (const both of [{ videoFile }, { videoUrl: null }])
    expect(await add(both)).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'videoFile', message: '请上传视频或填写链接（二选一）' }] },
    });
});

test('a link leads to an allowed host, by https', async () => {
  expect(await add({ videoUrl: 'https://elsewhere.test/v' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'videoUrl', message: '视频外链中的链接域名不在白名单：elsewhere.test' }] },
  });
  for (const videoUrl of ['http://m.example.com/v', 'javascript:alert(1)', '/systemManage'])
    expect(await add({ videoUrl })).toMatchObject({ code: 1001, data: { errors: [{ field: 'videoUrl' }] } });
});

test('a cover has its shape and size', async () => {
  const cover = await sampleFile(t, 'image', '1', 'user', { width: 300, height: 300 });
  expect(await add({ cover })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'cover', message: '封面的画面比例须为16:9，所选为300×300' }] },
  });
  const heavy = await sampleFile(t, 'image', '1', 'user', { width: 1600, height: 900 });
  await t.app.pool.query('update sys_file set size = 1048577 where file_id = $1', [heavy]);
  expect(await add({ cover: heavy })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'cover', message: '封面不能超过1MB' }] },
  });
});

test('on the shelf it keeps its video and is not deleted', async () => {
  const { data } = await withFile(videoOf('wide'));
  const shelf = (shelfStatus: number) => post<{ changed: number }>('shelf', { ids: [data.id], shelfStatus });
  expect((await shelf(1)).data.changed).toBe(1);
  const { rev } = await detail(data.id);
  expect(await post('update', { id: data.id, rev, videoFile: await upload(videoOf('tall')) })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'videoFile' }] },
  });
  expect((await post('update', { id: data.id, rev, summary: '新的简介', sort: 1 })).code).toBe(0);
  const refused = await post<{ deleted: number; skipped: { code: number }[] }>('batchDelete', { ids: [data.id] });
  expect(refused.data).toMatchObject({ deleted: 0, skipped: [{ code: 1004 }] });
  expect((await shelf(2)).data.changed).toBe(1);
  expect((await post<{ deleted: number }>('batchDelete', { ids: [data.id] })).data.deleted).toBe(1);
});

describe('in the app', () => {
  interface Shown {
    id: string;
    title: string;
    url: string;
    isLink: number;
    playCount: number;
  }
  const added = async (more: object): Promise<string> => (await add(more)).data.id;
  const shelve = (id: string, shelfStatus: number) => post('shelf', { ids: [id], shelfStatus });

  test('shows what is on the shelf, for a model and a category, in order; plays are counted', async () => {
    const token = await issueAppToken(t.app, await addAppUser(t));
    const inApp = async (query: object) =>
      (await t.call<Shown[]>('GET', '/app/v1/guide/videos', query, { as: token })).data.map(({ id }) => id);
    const [mine, other] = [
      await addSample(t, entityNamed('vehicleType')),
      await addSample(t, entityNamed('vehicleType')),
    ];
    const forAll = await added({ category: '5', sort: 30, videoUrl: null, videoFile: await upload(videoOf('wide')) });
    const forMine = await added({ category: '5', sort: 20, vehicleTypeIds: [mine] });
    const forOther = await added({ category: '5', sort: 10, vehicleTypeIds: [other] });
    const draft = await added({ category: '5', sort: 1 });
    for (const id of [forAll, forMine, forOther]) await shelve(id, 1);
    expect(await inApp({ category: '5' })).toEqual([forOther, forMine, forAll]);
    expect(await inApp({ category: '5', vehicleTypeId: mine })).toEqual([forMine, forAll]);
    expect(await inApp({ category: '4' })).toEqual([]);
    await post('sort', { items: [{ id: forAll, sort: 0 }] });
    expect(await inApp({ category: '5' })).toEqual([forAll, forOther, forMine]);

    const { data } = await t.call<Shown[]>('GET', '/app/v1/guide/videos', { category: '5' }, { as: token });
    expect(data[0]).toMatchObject({ isLink: 0, durationSec: 6, playCount: 0 });
    expect(data[1]).toMatchObject({ isLink: 1, url: expect.stringMatching(/^https:/) as string });
    expect((await t.http.inject({ method: 'GET', url: data[0]?.url ?? '' })).statusCode).toBe(200);

    const play = (id: string, as = token) =>
      t.call<{ playCount: number }>('POST', '/app/v1/guide/videoPlay', { id }, { as });
    await Promise.all([play(forAll), play(forAll), play(forAll)]);
    expect((await detail(forAll))['playCount']).toBe(3);
    expect((await play(draft)).code).toBe(1002);
    await shelve(forAll, 2);
    expect((await play(forAll)).code).toBe(1002);
    expect((await play(forMine, 'no token')).status).toBe(401);
  });
});
