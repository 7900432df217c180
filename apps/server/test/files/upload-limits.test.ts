import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileJobs } from '../../src/modules/files/jobs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { pngOf } from '../support/media.ts';
import { addUser, password } from '../access/fixture.ts';

/** Limits of uploads: how much one user sends on a day, and how full the disk may be. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { UPLOAD_DAILY_MB: '2', UPLOAD_DAILY_FILES: '30' } });
});
afterAll(() => t.stop());

let names = 0;
async function someone(): Promise<{ id: string; token: string }> {
  const username = `upload.user${++names}`;
  const id = await addUser(t, { username });
  return { id, token: await t.login(username, password) };
}

async function send(at: TestApp, as: string, biz: string, name: string, content: Buffer) {
  const form = new FormData();
  form.append('biz', biz);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await at.http.inject({
    method: 'POST',
    url: '/data/crm/upload/single',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${as}` },
  });
  return response.json<{ code: number; message: string }>();
}
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]);
const kept = async (id: string) =>
  (
    await t.app.pool.query<{ files: number; bytes: number }>(
      `select count(*)::int as files, coalesce(sum(size), 0)::int as bytes from sys_file where uploader_type = 'user' and uploader_id = $1`,
      [id],
    )
  ).rows[0];
const counted = async (id: string, use: string) =>
  (
    await t.app.pool.query<{ files: number; bytes: number }>(
      'select files, bytes::int as bytes from sys_upload_day where uploader_id = $1 and use = $2',
      [id, use],
    )
  ).rows[0];

describe('on a day', () => {
  test('uploads at the same time do not pass the limit together', async () => {
    const { id, token } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(t, token, 'pdf', 'a.pdf', pdf(300 * 1024))),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(6);
    expect(codes.filter((code) => code === 1034)).toHaveLength(6);
    expect(answers.find(({ code }) => code === 1034)?.message).toBe('今日上传已达上限2MB，请明天再试');
    expect(await kept(id)).toMatchObject({ files: 6 });
    expect(await counted(id, ''), 'what was announced and what was kept agree').toEqual(await kept(id));
    const another = await someone();
    expect((await send(t, another.token, 'pdf', 'a.pdf', pdf(1000))).code, 'each has their own').toBe(0);
  });

  test('files of a use are counted too, and what is refused is not', async () => {
    const { id, token } = await someone();
    expect((await send(t, token, 'avatar', 'a.pdf', pdf(100))).code).toBe(1031);
    expect(await counted(id, '')).toEqual({ files: 0, bytes: 0 });
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(t, token, 'avatar', 'a.png', pngOf(9, 9))));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(answers.filter(({ code }) => code === 1035)).toHaveLength(4);
    expect(answers.find(({ code }) => code === 1035)?.message).toBe('今日上传已达上限20个文件，请明天再试');
    expect((await send(t, token, 'image', 'a.png', pngOf(9, 9))).code, 'another use').toBe(0);
    expect(await counted(id, '')).toEqual(await kept(id));
    const rest = await Promise.all(Array.from({ length: 12 }, () => send(t, token, 'image', 'a.png', pngOf(9, 9))));
    expect(rest.filter(({ code }) => code === 0)).toHaveLength(9);
    expect(await kept(id)).toMatchObject({ files: 30 });
  });

  test('the next day begins at nothing; old counts go', async () => {
    const { id, token } = await someone();
    await t.app.pool.query(
      `insert into sys_upload_day values ('user', $1, (now() at time zone 'Asia/Shanghai')::date - 1, '', 30, 1), ('user', $1, '2020-01-01', '', 1, 1)`,
      [id],
    );
    expect((await send(t, token, 'image', 'a.png', pngOf(9, 9))).code).toBe(0);
    await fileJobs.find(({ name }) => name === 'files.orphans')?.run(t.app);
    const { rowCount } = await t.app.pool.query('select 1 from sys_upload_day where uploader_id = $1 and use = $2', [
      id,
      '',
    ]);
    expect(rowCount).toBe(2);
  });
});

test('below the floor of free space only uploads are refused', async () => {
  const full = await createTestApp({ env: { UPLOAD_FREE_FLOOR_MB: '100000000' } });
  try {
    const token = await full.login('admin', 'Test-Admin-2026');
    expect(await send(full, token, 'image', 'a.png', pngOf(9, 9))).toMatchObject({
      code: 1036,
      message: '存储空间不足，暂时不能上传文件',
    });
    const saved = await full.call(
      'POST',
      '/veh/crm/vehicleSeries/add',
      { seriesCode: 'FLOOR', name: '地板系列', brand: '1', sort: 1 },
      { as: 'admin' },
    );
    expect(saved.code, saved.message).toBe(0);
  } finally {
    await full.stop();
  }
});
