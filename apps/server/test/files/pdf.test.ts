import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileJobs } from '../../src/modules/files/jobs.ts';
import { storageOf } from '../../src/adapters/storage/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addUser, password } from '../access/fixture.ts';
import { lockedTrailer, pdfFrom } from '../support/pdf.ts';

let t: TestApp;
let token: string;
let other: string;
beforeAll(async () => {
  t = await createTestApp();
  [token, other] = await senders(t);
});
afterAll(() => t.stop());

/** Tokens of two users who may send documents. */
async function senders(on: TestApp): Promise<[string, string]> {
  await addUser(on, { username: 'pdf.user' });
  await addUser(on, { username: 'pdf.other' });
  return [await on.login('pdf.user', password), await on.login('pdf.other', password)];
}

/** A document of pages 72 × 144 points, red in their lower half. */
function pdfOf(pages: number, trailer = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, i) => `${4 + i} 0 R`).join(' ')}] >>`,
  ];
  const drawing = '1 0 0 rg 0 0 72 72 re f';
  objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
  for (let i = 0; i < pages; i++)
    objects.push('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 144] /Contents 3 0 R >>');
  return pdfFrom(objects, trailer);
}

async function upload(content: Buffer, name = 'a.pdf', biz = 'pdf', as = token, on = t): Promise<string> {
  const form = new FormData();
  form.append('biz', biz);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await on.http.inject({
    method: 'POST',
    url: '/data/crm/upload/single',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${as}` },
  });
  const answer = response.json<{ code: number; data: { fileId: string } }>();
  expect(answer.code).toBe(0);
  return answer.data.fileId;
}
interface Pages {
  pages: { page: number; url: string; fileId: string; width: number; height: number }[];
}
const convert = (fileId: string, more: object = {}, as = token, on = t) =>
  on.call<Pages>('POST', '/data/crm/upload/pdfToImage', { fileId, ...more }, { as });

/** Colour of a pixel of a picture that was drawn by rows of differences. */
function pixel(png: Buffer, width: number, x: number, y: number): number[] {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const sum = [0, 0, 0];
  for (let row = 0; row <= y; row++)
    for (let part = 0; part < 3; part++)
      sum[part] = ((sum[part] ?? 0) + (raw[row * (width * 3 + 1) + 1 + x * 3 + part] ?? 0)) & 0xff;
  return sum;
}

describe('pictures of a PDF', () => {
  test('every page, in its size at the resolution asked for', async () => {
    const { code, data } = await convert(await upload(pdfOf(3)));
    expect(code).toBe(0);
    expect(data.pages.map(({ page, width, height }) => ({ page, width, height }))).toEqual(
      [1, 2, 3].map((page) => ({ page, width: 150, height: 300 })),
    );
    const shown = await t.http.inject({ method: 'GET', url: data.pages[1]?.url ?? '' });
    expect(shown.headers['content-type']).toBe('image/png');
    expect(pixel(shown.rawPayload, 150, 75, 20)).toEqual([255, 255, 255]);
    expect(pixel(shown.rawPayload, 150, 75, 280)).toEqual([255, 0, 0]);
  });

  test('are drawn once for a resolution', async () => {
    const fileId = await upload(pdfOf(2));
    const [first, again, finer] = [await convert(fileId), await convert(fileId), await convert(fileId, { dpi: 300 })];
    expect(again.data.pages.map((page) => page.fileId)).toEqual(first.data.pages.map((page) => page.fileId));
    expect(finer.data.pages[0]).toMatchObject({ width: 300, height: 600 });
    expect(finer.data.pages[0]?.fileId).not.toBe(first.data.pages[0]?.fileId);
  });

  test('only of documents, of one’s own, unlocked, whole, of at most 200 pages', async () => {
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)]);
    expect((await convert(await upload(png, 'a.png', 'image'))).code).toBe(1031);
    const own = await upload(pdfOf(1));
    expect((await convert(own, {}, other)).code).toBe(1002);
    expect((await convert(own, {}, 'admin')).code, 'in no record yet: the uploader’s alone').toBe(1002);
    expect((await convert(own)).code).toBe(0);
    expect(await convert(await upload(pdfOf(1, lockedTrailer)))).toMatchObject({
      code: 1033,
      message: '加密PDF不支持',
    });
    expect((await convert(await upload(Buffer.from('%PDF-1.7\nnothing else')))).code).toBe(1031);
    expect(await convert(await upload(pdfOf(201)))).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'fileId', message: '不能超过200页' }] },
    });
    expect((await convert('no-such-file-at-all-00')).code).toBe(1002);
    for (const [more, field] of [
      [{ dpi: 9000 }, 'dpi'],
      [{ dpi: '150' }, 'dpi'],
      [{ fileId: '../../etc/passwd' }, 'fileId'],
    ] as const)
      expect(await convert(own, more)).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
  });

  test('of a font that the document only names are refused: its text would be missing', async () => {
    const cid = (more: string) =>
      pdfFrom([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 144] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        '<< /Length 39 >>\nstream\nBT /F1 36 Tf 60 700 Td <753552a8> Tj ET\nendstream',
        '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
        `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> ${more} >>`,
        '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 >>',
      ]);
    for (const more of ['/DW 1000', '/FontDescriptor 7 0 R'])
      expect(await convert(await upload(cid(more), 'a.pdf', 'pdf', other), {}, other), more).toMatchObject({
        code: 1001,
        data: { errors: [{ field: 'fileId', message: '文档有字体未嵌入，文字无法显示，请嵌入字体后重新导出' }] },
      });
    const own = await readFile(new URL('../../src/seed/assets/manuals/user-zh.pdf', import.meta.url));
    expect((await convert(await upload(own, 'a.pdf', 'pdf', other), { dpi: 36 }, other)).data.pages).toHaveLength(6);
  });

  test('a poster is drawn coarser, not endlessly', async () => {
    const poster = Buffer.from(pdfOf(1).toString('latin1').replace('[0 0 72 144]', '[0 0 9999 9999]'), 'latin1');
    const { data } = await convert(await upload(poster), { dpi: 300 });
    const { width = 0, height = 0 } = data.pages[0] ?? {};
    expect(width * height).toBeLessThanOrEqual(12_100_000);
  });
});

/** A page that draws a form that draws another ten times, and so on: small to send, endless to draw. */
function endlessPdf(): Buffer {
  const depth = 9;
  const form = (i: number) => {
    const drawing = i === depth ? '0 0 1 1 re f' : '/F Do '.repeat(10);
    const inner = i === depth ? '' : `/XObject << /F ${5 + i} 0 R >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 72 144] /Resources << ${inner} >> /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`;
  };
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 144] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>';
  return pdfFrom([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    page,
    '<< /Length 5 >>\nstream\n/F Do\nendstream',
    ...Array.from({ length: depth }, (_, i) => form(i + 1)),
  ]);
}

describe('a document that never ends', () => {
  test('is refused, and others get their turn before its sender’s next one', async () => {
    const quick = await createTestApp({ env: { PDF_PAGE_SECONDS: '4' } });
    onTestFinished(() => quick.stop());
    const [sender, neighbour] = await senders(quick);
    const uploadAs = (as: string, content: Buffer) => upload(content, 'b.pdf', 'pdf', as, quick);
    const endless = await Promise.all([0, 1, 2, 3].map(() => uploadAs(sender, endlessPdf())));
    const short = await uploadAs(neighbour, pdfOf(3));
    const done: string[] = [];
    const send = async (who: string, fileId: string, as: string) => {
      const answer = await convert(fileId, {}, as, quick);
      done.push(who);
      return answer;
    };
    const hostile = endless.map((fileId) => send('hostile', fileId, sender));
    const honest = await send('honest', short, neighbour);
    expect(honest).toMatchObject({ code: 0, data: { pages: [{ page: 1 }, { page: 2 }, { page: 3 }] } });
    const answers = await Promise.all(hostile);
    expect(
      answers.map(({ code }) => code).toSorted((a, b) => a - b),
      'a fourth at the same time waits for nobody',
    ).toEqual([1001, 1001, 1001, 1037]);
    for (const answer of answers.filter(({ code }) => code === 1001))
      expect(answer).toMatchObject({ data: { errors: [{ field: 'fileId', message: '文档过于复杂' }] } });
    // The one that is refused at once, and at most one that was being drawn.
    expect(done.indexOf('honest'), done.join()).toBeLessThanOrEqual(2);
    const next = await uploadAs(sender, pdfOf(1));
    expect((await convert(next, {}, sender, quick)).code, 'its sender may go on').toBe(0);
  });
});

describe('orphans', () => {
  const png = (n: number) =>
    Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100, n)]);
  const there = async (fileId: string) =>
    ((await t.app.pool.query('select 1 from sys_file where file_id = $1', [fileId])).rowCount ?? 0) > 0;
  const clean = () => fileJobs.find((job) => job.name === 'files.orphans')?.run(t.app);

  test('go after a day; what any record names stays, and its content with it', async () => {
    const [orphan, young, avatar, photo, inText] = [
      await upload(png(1), 'a.png', 'image'),
      await upload(png(2), 'b.png', 'image'),
      await upload(png(3), 'c.png', 'avatar'),
      await upload(png(4), 'd.png', 'image'),
      await upload(png(5), 'e.png', 'image'),
    ];
    expect((await t.call('POST', '/system/crm/sysUser/updatePersonalData', { avatar }, { as: token })).code).toBe(0);
    const dealerId = await addDealer(t);
    await t.app.pool.query('update dlr_dealer set photos = array[$1] where id = $2', [photo, dealerId]);
    await t.app.pool.query(
      `insert into sys_qa (question, answer, category, sort, enabled) values ('图', $1, '1', 1, 1)`,
      [`<p><img src="/common/file/${inText}?e=1&amp;s=x"></p>`],
    );
    await t.app.pool.query(`update sys_file set create_time = now() - interval '25 hours' where file_id <> $1`, [
      young,
    ]);
    const { rows } = await t.app.pool.query<{ storage_key: string }>(
      'select storage_key from sys_file where file_id = $1',
      [orphan],
    );
    await clean();
    expect(await Promise.all([orphan, young, avatar, photo, inText].map(there))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    await expect(storageOf(t.app.config).open(rows[0]?.storage_key ?? '')).rejects.toThrow(/not found/);
    await clean();
    expect(await there(inText)).toBe(true);
  });

  test('pictures of a document go with it', async () => {
    const fileId = await upload(pdfOf(1));
    const page = (await convert(fileId)).data.pages[0]?.fileId ?? '';
    await clean();
    expect([await there(fileId), await there(page)]).toEqual([true, true]);
    await t.app.pool.query(`update sys_file set create_time = now() - interval '25 hours' where file_id = $1`, [
      fileId,
    ]);
    await clean();
    await clean();
    expect([await there(fileId), await there(page)]).toEqual([false, false]);
  });
});
