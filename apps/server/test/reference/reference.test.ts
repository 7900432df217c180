import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

interface Entry {
  category: string;
  code: string;
  name: string;
  parentCode: string | null;
}
const page = (query: Record<string, string>) =>
  t.call<{ list: Entry[]; total: number }>('GET', '/data/crm/itemCode/pageItemCode', query, { as: 'admin' });

test('the dictionary comes in pages of up to 500 until the end', async () => {
  const total = dictionaries.reduce((sum, dictionary) => sum + dictionary.entries.length, 0);
  const all: Entry[] = [];
  for (let number = 1; all.length < total; number++) {
    const { data } = await page({ page: String(number), pageSize: '500' });
    expect(data.total).toBe(total);
    expect(data.list.length).toBeGreaterThan(0);
    all.push(...data.list);
  }
  expect(new Set(all.map((entry) => `${entry.category} ${entry.code}`)).size).toBe(total);
  expect((await page({ pageSize: '9999' })).data.list).toHaveLength(500);
  expect((await page({ page: 'abc' })).data.list).toEqual((await page({ page: '1' })).data.list);
});

test('the dictionary narrows by category and keyword; % and _ are plain', async () => {
  expect((await page({ category: 'Gender' })).data.list.map((entry) => entry.code)).toEqual(['1', '2']);
  expect((await page({ category: 'Gender', keyword: 'fem ale' })).data.list.map((entry) => entry.code)).toEqual(['2']);
  expect((await page({ keyword: '__' })).data.total).toBe(0);
  expect((await page({ keyword: '%%%' })).data.total).toBe(0);
});

test('fathers have their sons', async () => {
  const { data } = await t.call<{ code: string; children: { code: string }[] }[]>(
    'GET',
    '/data/crm/itemCode/getFatherSonType',
    { code: 'LargeProblemClassification' },
    { as: 'admin' },
  );
  const father = data.find((entry) => entry.code === 'P01');
  expect(father?.children.map((son) => son.code)).toEqual(['P0101', 'P0102']);
  expect(data.every((entry) => /^P\d\d$/.test(entry.code))).toBe(true);
  expect(await t.call('GET', '/data/crm/itemCode/getFatherSonType', {}, { as: 'admin' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'code' }] },
  });
});

test('areas: provinces with cities, cities with districts, a city by name or initials', async () => {
  const area = <Data>(name: string, query = {}) =>
    t.call<Data>('GET', `/data/crm/area/${name}`, query, { as: 'admin' });
  interface City {
    id: string;
    name: string;
    levelType: number;
    jianPin: string;
    cityCode: string;
    districts: { id: string; name: string }[];
  }
  const provinces = (await area<{ id: string; citys: { id: string }[] }[]>('getProvinceInfo')).data;
  expect(provinces).toHaveLength(34);
  expect(provinces.find((one) => one.id === '310000')?.citys.map((one) => one.id)).toEqual(['310100']);
  const cities = (await area<City[]>('getCityAll')).data;
  const shanghai = cities.find((one) => one.id === '310100');
  expect(shanghai).toMatchObject({ name: '上海市', levelType: 2, jianPin: 'SH', cityCode: '021' });
  expect(shanghai?.districts).toContainEqual(expect.objectContaining({ id: '310115', name: '浦东新区' }));
  for (const name of ['上海', '上 海', 'sh'])
    expect((await area<City[]>('getCityByName', { name })).data.map((one) => one.id)).toContain('310100');
  expect((await area<City[]>('getCityByName', { name: '%' })).data).toEqual([]);
});
