import { createServer, type AddressInfo } from 'node:net';
import type { AppLinkConfig } from '@wheelhouse/contract/calls/content/content';
import { codes } from '@wheelhouse/entities/codes';
import { plain } from '@wheelhouse/entities/registry';
import { appLink } from '@wheelhouse/entities/content/app-link';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleForm } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

interface Row {
  readonly id: string;
  readonly rev: number;
  readonly linkCode: string;
  readonly enabled: number;
  readonly checkResult: number | null;
  readonly checkStatus: number | null;
  readonly checkTime: string | null;
}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data = { readonly id: string }>(path: string, body: object) =>
  t.call<Data>('POST', `/ps/crm/link/${path}`, body, { as: 'admin' });
const formOf = async (more: object = {}) => ({ ...(await sampleForm(t, plain(appLink))), ...more });
const one = async (id: string): Promise<Row> => (await post<Row>('detail', { id })).data;
async function added(more: object = {}): Promise<Row> {
  const answer = await post('add', await formOf(more));
  expect(answer).toMatchObject({ code: 0 });
  return one(answer.data.id);
}
const allowHost = (category: 'LinkHost' | 'OwnHost', name: string) =>
  t.app.pool.query(
    `insert into sys_item_code (category, category_desc, code, name, name_en, built_in, enabled, sort)
     select category, category_desc, 'x' || substr(md5($2), 1, 8), $2, $2, 0, 1, 99 from sys_item_code where category = $1 limit 1`,
    [category, name],
  );
const links = async (asked: string, lang: 'zh' | 'en' = 'zh') =>
  t.call<readonly AppLinkConfig[]>('GET', '/app/v1/config/links', { codes: asked }, { lang });

describe('built-in links', () => {
  test.each(['USER_AGREEMENT', 'PRIVACY_POLICY'])(
    '%s can be edited, but neither disabled nor deleted',
    async (code) => {
      const { data } = await post<{ list: Row[] }>('list', { query: { keyword: code } });
      const [row] = data.list;
      expect(row).toMatchObject({ linkCode: code, enabled: 1 });
      const { id, rev } = row ?? { id: '', rev: 0 };
      expect(await post('enable', { ids: [id], enabled: 0 })).toMatchObject({
        data: { skipped: [{ id, code: 5182 }] },
      });
      expect(await post('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id, code: 5182 }] } });
      expect(await post('update', { id, rev, category: '9' })).toMatchObject({
        code: 1001,
        data: { errors: [{ field: 'category' }] },
      });
      expect(await post('update', { id, rev, url: 'https://m.example.com/new' })).toMatchObject({ code: 0 });
      expect(await one(id)).toMatchObject({ enabled: 1, url: 'https://m.example.com/new' });
    },
  );
});

describe('addresses', () => {
  test.each([
    'http://m.example.com/',
    'https://m.example.com@evil.example/',
    'https://evil.example/m.example.com',
    'https://m.example.com:8443/',
    'ftp://m.example.com/',
  ])('%s is refused', async (url) => {
    for (const field of ['url', 'urlEn'])
      expect(await post('add', await formOf({ appendToken: 0, [field]: url }))).toMatchObject({
        code: 1001,
        data: { errors: [{ field }] },
      });
  });

  test('only own hosts receive the token', async () => {
    await allowHost('LinkHost', 'partner.example.org');
    const url = 'https://partner.example.org/';
    const form = await formOf({ url, urlEn: null, appendToken: 1 });
    expect(await post('add', form)).toMatchObject({ code: 5181, data: { errors: [{ field: 'appendToken' }] } });
    const { id, rev } = await added({ ...form, appendToken: 0 });
    expect(await post('update', { id, rev, appendToken: 1 })).toMatchObject({ code: 5181 });
    await allowHost('OwnHost', 'partner.example.org');
    expect(await post('update', { id, rev, appendToken: 1 })).toMatchObject({ code: 0 });
  });
});

describe('the version of an agreement', () => {
  const agreement = { category: codes.LinkCategory.agreement, versionNo: 4, effectiveTime: '2026-01-01 00:00:00' };

  test('is required and rises only', async () => {
    for (const field of ['versionNo', 'effectiveTime'])
      expect(await post('add', await formOf({ ...agreement, [field]: null }))).toMatchObject({
        code: 1001,
        data: { errors: [{ field }] },
      });
    const { id, rev, linkCode } = await added(agreement);
    expect(await post('update', { id, rev, versionNo: 3 })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'versionNo' }] },
    });
    const change = { id, rev, versionNo: 5, effectiveTime: '2027-01-01 00:00:00' };
    expect(await post('update', change)).toMatchObject({ code: 0 });
    expect((await links(linkCode)).data).toMatchObject([{ versionNo: 5, effectiveTime: '2027-01-01 00:00:00' }]);
  });
});

describe('the app reads links', () => {
  test('by code, without a session, in its language; disabled and unknown ones are absent', async () => {
    const url = { url: 'https://m.example.com/zh', urlEn: 'https://m.example.com/en' };
    const [first, second] = [await added(url), await added()];
    expect(await post('enable', { ids: [second.id], enabled: 0 })).toMatchObject({ code: 0 });
    const asked = `${first.linkCode},${second.linkCode},NOT_THERE`;
    expect((await links(asked)).data).toMatchObject([{ linkCode: first.linkCode, url: url.url }]);
    expect((await links(asked, 'en')).data).toMatchObject([{ linkCode: first.linkCode, url: url.urlEn }]);
  });

  test.each(['', 'lower', 'A,', Array.from({ length: 21 }, (_, n) => `CODE_${n}`).join(',')])(
    'codes %j are refused',
    async (asked) => {
      expect(await links(asked)).toMatchObject({ code: 1001, data: { errors: [{ field: 'codes' }] } });
    },
  );
});

describe('a check', () => {
  test('of a host with a private address connects to nothing; its result goes with the address', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const host = `localhost:${(server.address() as AddressInfo).port}`;
    await allowHost('LinkHost', host);
    const { id, checkResult } = await added({ url: `https://${host}/`, urlEn: null, appendToken: 0 });
    expect(checkResult).toBeNull();

    expect(await post('check', { id })).toMatchObject({ code: 0 });
    const row = await one(id);
    expect(row).toMatchObject({ checkResult: codes.LinkCheckResult.notPublic, checkStatus: null });
    expect(row.checkTime).not.toBeNull();
    expect(connections).toBe(0);
    await new Promise((done) => server.close(done));

    const url = 'https://m.example.com/';
    expect(await post('update', { id, rev: row.rev, url })).toMatchObject({ code: 0 });
    expect(await one(id)).toMatchObject({ checkResult: null, checkTime: null });
  });

  test('of an unknown link is refused', async () => {
    expect(await post('check', { id: '999999999' })).toMatchObject({ code: 1002 });
  });
});
