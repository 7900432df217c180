import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { goLive, leaveLive } from '../../src/modules/content/articles/live.ts';
import { sampleForm } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

async function shown(more: object = {}): Promise<string> {
  const form = { ...(await sampleForm(t, entityNamed('article'))), contentEn: null, ...more };
  const { data, message } = await t.call<{ id: string } | null>('POST', '/ps/crm/article/add', form, { as: 'admin' });
  if (data === null) throw new Error(message);
  await withTransaction(t.app.db, (tx) => goLive(tx, data.id));
  return data.id;
}
const get = (url: string, lang = 'zh-CN') =>
  t.http.inject({ method: 'GET', url, headers: { 'accept-language': lang, accept: 'text/html,*/*' } });
const open = async (path: string, lang?: string) => {
  const { statusCode, headers, body } = await get(`/app/article/${path}`, lang);
  return { status: statusCode, headers, html: body };
};

test('an article is a page that runs nothing, with pictures of this server', async () => {
  const id = await shown({ title: '雨天骑行 <b>六条</b>' });
  const { status, headers, html } = await open(id);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("img-src 'self'; media-src 'self'");
  expect(policy).not.toContain('script-src');
  expect(html).toContain('<h1>雨天骑行 &#60;b&#62;六条&#60;/b&#62;</h1>');
  expect(html).toContain('lang="zh-CN"');
  expect(html).toContain('name="viewport"');
  expect(html).not.toMatch(/<script|javascript:|\son\w+=/i);
  const [, picture = ''] = /<img src="(\/common\/file\/[^"]+)"/.exec(html) ?? [];
  expect((await get(picture.replaceAll('&#38;', '&'))).headers['content-type']).toBe('image/png');
});

test('what was stored before the rules is cleaned as it is read', async () => {
  const id = await shown();
  await t.app.pool.query(`update cnt_article_live set content = $2 where article_id = $1`, [
    id,
    `<p onclick="x()">正文</p><script>alert(1)</script><img src="https://evil.example/x.png"><iframe src="//x"></iframe>`,
  ]);
  const { html } = await open(id);
  expect(html).toContain('<p>正文</p>');
  expect(html).not.toMatch(/<script|alert|onclick|iframe/);
});

test('it is read in both languages where it is written in both', async () => {
  const words = 'Slow down, keep your distance, and go around puddles.';
  const id = await shown({ titleEn: 'Riding in the rain', contentEn: `<p>${words}</p>` });
  expect((await open(id, 'en')).html).toContain(words);
  const zh = await open(id);
  expect(zh.html).not.toContain(words);
  expect(zh.html).toContain(`href="/app/article/${id}?lang=en"`);
  expect((await open(`${id}?lang=en&from=share`)).html).toContain('<html lang="en">');
  expect((await open(`${id}?lang=fr`)).status).toBe(200);
});

test('an article that is not live, or none, is a page that says so', async () => {
  const id = await shown();
  await withTransaction(t.app.db, (tx) => leaveLive(tx, id));
  for (const path of [id, '999999999', '99999999999999999999999', 'x', '%27or%201=1']) {
    const { status, html } = await open(path);
    expect(status, path).toBe(404);
    expect(html).toContain('<h1>文章不存在</h1>');
  }
  expect((await open(id, 'en')).html).toContain('No such article');
});
