import { formatDay } from '@wheelhouse/contract/time';
import { addDays } from '@wheelhouse/entities/statistics/period';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchive, zipLimits } from '../../src/sheet/check.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { allOf, type Element, parseXml } from '../support/xml-tree.ts';
import { subscriptionWorld } from './subscriptions-kit.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
  await subscriptionWorld(t);
  admin = await t.login('admin', adminPassword);
});
afterAll(() => t.stop());

/** Charts of the workbook that a statistic's export makes. */
async function chartsOf(base: string, body: object = {}): Promise<readonly Element[]> {
  const today = formatDay(new Date());
  const query = { 'date.ge': addDays(today, -6), 'date.le': today, granularity: 'day' };
  const { code, data } = await t.call<{ fileName: string }>(
    'POST',
    `${base}/export`,
    { query, ...body },
    { as: admin, lang: 'en' },
  );
  expect([code, t.errors]).toEqual([0, []]);
  const { rawPayload } = await t.http.inject({
    method: 'GET',
    url: `/common/download?fileName=${encodeURIComponent(data.fileName)}`,
    headers: { authorization: `Bearer ${admin}` },
  });
  return openArchive(rawPayload, zipLimits)
    .filter(({ name }) => name.startsWith('xl/charts/'))
    .map((file) => parseXml(file.read().toString('utf8')));
}
const values = (root: Element, name: string): readonly (string | undefined)[] =>
  allOf(root, name).map(({ attributes }) => attributes['val']);
const texts = (root: Element, name: string): readonly string[] => allOf(root, name).map(({ text }) => text);

test('the workbook of a statistic has its curves as stacked bars, and bars of its groups', async () => {
  const charts = await chartsOf('/stat/crm/alarm');
  const [trend, ...groups] = charts;
  if (trend === undefined) throw new Error('no chart');
  expect([values(trend, 'c:grouping'), texts(trend, 'a:t')]).toEqual([
    ['stacked'],
    expect.arrayContaining(['Alarms over time']),
  ]);
  // The share of closed alarms has another axis.
  expect(texts(trend, 'c:f').some((formula) => formula.includes('$B$2:$B$8'))).toBe(true);
  expect(JSON.stringify(texts(trend, 'c:v'))).not.toContain('Closed');
  expect(groups.flatMap((chart) => texts(chart, 'a:t'))).toEqual(expect.arrayContaining(['Types', 'Cities']));
  expect(groups.flatMap((chart) => values(chart, 'c:barDir'))).toEqual(groups.map(() => 'col'));
});

test('curves that are lines stay lines; what has no rows has no chart', async () => {
  for (const base of [
    '/stat/crm/fault',
    '/stat/crm/repair',
    '/stat/crm/activation',
    '/stat/crm/traffic',
    '/stat/crm/owner',
  ])
    expect(await chartsOf(base)).toEqual(expect.any(Array));
  const [vehicles] = await chartsOf('/stat/crm/report', { report: 'vehicle' });
  expect(
    vehicles === undefined ? [] : [...allOf(vehicles, 'c:lineChart'), ...allOf(vehicles, 'c:barChart')],
  ).not.toEqual([]);
});
