import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/http/errors.ts';
import { takeFromWeb } from '../../src/modules/files/from-web.ts';
import { encodePng } from '../../src/modules/files/png.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { site } from '../support/site.ts';
import { addUser, password } from '../access/fixture.ts';

let t: TestApp;
let userId: string;
let token: string;
let png: Buffer;
beforeAll(async () => {
  t = await createTestApp();
  userId = await addUser(t, { username: 'web.user' });
  token = await t.login('web.user', password);
  png = await encodePng(new Uint8Array(30 * 20 * 3), 30, 20);
});
afterAll(() => t.stop());

/** Only this machine's own first address counts as public. */
const isAllowed = (address: string) => address === '127.0.0.1';
const take = (url: string, timeoutMs = 15_000) =>
  takeFromWeb({ app: t.app, lang: 'zh' }, { type: 'user', id: userId }, url, { isAllowed, timeoutMs });
/** What was refused, by field and in words. */
const refusal = (url: string, timeoutMs?: number) =>
  take(url, timeoutMs).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? (error.errors?.[0]?.message ?? error.code) : error),
  );
const kept = async () => {
  const { rows } = await t.app.pool.query<{ n: number }>(
    `select count(*)::int as n from sys_file where uploader_type = 'user' and uploader_id = $1`,
    [userId],
  );
  return rows[0]?.n;
};

describe('a picture of the web', () => {
  test('is kept as an upload, named after its address and by what its bytes are, also behind a redirect', async () => {
    const there = await site((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png));
    const here = await site((_request, response) =>
      response.writeHead(302, { location: `${there.url}/a/%E8%BD%A6.jpeg?x=1` }).end(),
    );
    const stored = await take(`${here.url}/logo.gif`);
    expect(stored).toMatchObject({
      name: 'logo.png',
      contentType: 'image/png',
      size: png.length,
      width: 30,
      height: 20,
    });
    expect(there.seen).toEqual(['GET /a/%E8%BD%A6.jpeg?x=1']);
    const shown = await t.http.inject({ method: 'GET', url: stored.url });
    expect(shown.rawPayload.equals(png)).toBe(true);
  });

  test('is not taken where it is none, too large, too slow or refused, and nothing is kept of it', async () => {
    const before = await kept();
    const svg = await site((_request, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(await refusal(svg.url)).toContain('不是JPG、PNG或WebP图片');
    // Its first bytes alone are those of a PNG.
    const broken = await site((_request, response) => response.end(png.subarray(0, 8)));
    expect(await refusal(broken.url)).toContain('不是JPG、PNG或WebP图片');
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    const wide = await site((_request, response) => response.end(bomb));
    expect(await refusal(wide.url)).toBe('图片不能超过50百万像素');
    const announced = await site((_request, response) =>
      response.writeHead(200, { 'content-length': 6 * 1024 * 1024 }).flushHeaders(),
    );
    expect(await refusal(announced.url)).toBe(1032);
    // A site that says no size is read up to the limit.
    const endless = await site((_request, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        if (response.write(Buffer.alloc(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    expect(await refusal(endless.url)).toBe(1032);
    const missing = await site((_request, response) => response.writeHead(403).end());
    expect(await refusal(missing.url)).toContain('HTTP 403');
    const silent = await site((_request, response) => response.writeHead(200).flushHeaders());
    expect(await refusal(silent.url, 300)).toContain('未在时限内');
    expect(await kept()).toBe(before);
  });

  test('inside the network is asked nothing, named or redirected to', async () => {
    const inner = await site((_request, response) => response.end(png), '127.0.0.2');
    const outer = await site((_request, response) => response.writeHead(302, { location: inner.url }).end());
    const says = '不是公网地址';
    expect(await refusal(inner.url)).toContain(says);
    expect(await refusal(outer.url)).toContain(says);
    // By the call itself no address of this machine is public.
    const own = await site((_request, response) => response.end(png));
    const call = (url: unknown) =>
      t.call<{ errors?: { field: string; message: string }[] }>(
        'POST',
        '/data/crm/upload/fromWeb',
        { url },
        { as: token, lang: 'en' },
      );
    const { code, data } = await call(own.url);
    expect(code).toBe(1001);
    expect(data.errors).toEqual([
      { field: 'url', message: `127.0.0.1:${own.port} is not on the public internet: no picture is taken from there` },
    ]);
    expect([...inner.seen, ...own.seen]).toEqual([]);
    for (const url of ['file:///etc/passwd', 'https://a:b@example.com/x.png', '/common/file/x', 'ftp://a.example/x', 7])
      expect((await call(url)).code, String(url)).toBe(1001);
  });
});
