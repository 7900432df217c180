import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** Reference answers: a browser keeps them and asks, with its user's rights, whether they are still the same. */
const kept = calls.filter((call) => call.kept);
const inputs: Readonly<Record<string, object>> = {
  '/data/crm/itemCode/getFatherSonType': { code: 'LargeProblemClassification' },
};
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

test('what is kept is read by GET', () => {
  expect(kept.length).toBeGreaterThan(4);
  expect(kept.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each(kept.map(({ path }) => path))('%s is sent once, then only said to be the same', async (path) => {
  const ask = (headers: Record<string, string>, as = 'admin') => t.call('GET', path, inputs[path], { as, headers });
  const first = await ask({});
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  const etag = String(first.headers['etag']);
  expect(await ask({ 'if-none-match': etag })).toMatchObject({ status: 304, data: '' });
  expect(await ask({ 'if-none-match': 'W/"other"' })).toMatchObject({ status: 200, code: 0 });
  expect((await ask({ 'if-none-match': etag }, 'nobody')).status).toBe(401);
});

test('the dictionary of the console names every entry of the paged one', async () => {
  const { data } = await t.call<Record<string, { code: string }[]>>('GET', '/data/crm/itemCode/dictionary', undefined, {
    as: 'admin',
  });
  const paged = await t.call<{ total: number }>('GET', '/data/crm/itemCode/pageItemCode', {}, { as: 'admin' });
  expect(Object.values(data).flat()).toHaveLength(paged.data.total);
});

test('in one language it names every entry in that language, but what the server alone reads', async () => {
  type Named = Record<string, { code: string; name: string; nameEn?: string }[]>;
  const ask = async (query: object): Promise<Named> =>
    (await t.call<Named>('GET', '/data/crm/itemCode/dictionary', query, { as: 'admin' })).data;
  const own = new Set<string>(dictionaries.filter((one) => 'serverOnly' in one).map(({ category }) => category));
  expect(own.size).toBeGreaterThan(0);
  const both = Object.entries(await ask({})).flatMap(([category, entries]) => (own.has(category) ? [] : entries));
  const named = (inEnglish: boolean) =>
    both.map(({ nameEn = '', ...entry }) => (inEnglish && nameEn !== '' ? { ...entry, name: nameEn } : entry));
  expect(Object.values(await ask({ lang: 'zh' })).flat()).toEqual(named(false));
  expect(Object.values(await ask({ lang: 'en' })).flat()).toEqual(named(true));
});

test('the menu of the console has the pages of the function tree, without buttons', async () => {
  interface Node {
    readonly code: string;
    readonly functionType: number;
    readonly subSysFunction: readonly Node[];
  }
  const tree = '/system/crm/sysFunction/tree';
  const pages = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => (node.functionType === 1 ? [node.code, ...pages(node.subSysFunction)] : []));
  const all = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => [node.code, ...all(node.subSysFunction)]);
  const whole = await t.call<Node[]>('POST', tree, {}, { as: 'admin' });
  const menu = await t.call<Node[]>('GET', tree, undefined, { as: 'admin' });
  expect(all(menu.data)).toEqual(pages(whole.data));
});
