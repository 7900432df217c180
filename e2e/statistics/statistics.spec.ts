import { formatDay } from '@wheelhouse/contract/time';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { addDays, usualPeriod } from '@wheelhouse/entities/statistics/period';
import { routeNamed } from '@wheelhouse/entities/routes';
import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';
import { pressOn, tabTo } from '../hands.ts';

const all = Object.values(statistics);
/** Days that have ended: nothing of them changes while the test runs. */
const days = usualPeriod(addDays(formatDay(new Date()), -1));
const addressOf = ({ route }: Statistic, more: Readonly<Record<string, string>> = {}): string =>
  `${routeNamed(route).path}?${new URLSearchParams({ 'date.ge': days.from, 'date.le': days.to, ...more }).toString()}`;

const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const card = (page: Page, { cards }: Statistic, key: string): Locator =>
  section(page, '指标').getByRole('listitem').nth(cards.indexOf(key));
const numberIn = async (place: Locator): Promise<number> =>
  Number((await place.locator('.nc-value').textContent())?.replaceAll(',', ''));

/** Cards say numbers, or a table has rows of them. */
async function seeNumbers(page: Page, { cards, tables = {} }: Statistic): Promise<void> {
  if (cards.length > 0) return expect(section(page, '指标').locator('.nc-value')).toHaveText(cards.map(() => /\d|—/));
  const [table] = Object.values(tables);
  const rows = page.getByRole('region', { name: table?.title.zh ?? '', exact: true }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/\d/);
}

/** The same numbers as a table, and back. */
async function turnTrend(page: Page, { trend }: Statistic): Promise<void> {
  if (trend === undefined) return;
  const chart = page.getByRole('figure', { name: trend.title.zh, exact: true });
  await chart.getByRole('button', { name: '表格' }).click();
  await expect(chart.getByRole('row').nth(1)).toContainText(/\d/);
  await chart.getByRole('button', { name: '图表' }).click();
}

test('every page of numbers shows them, as pictures and tables, prints and exports', async ({ admin: page }) => {
  test.slow();
  for (const statistic of all)
    await test.step(statistic.name, async () => {
      await page.goto(addressOf(statistic));
      await expect(
        page.getByRole('heading', { level: 1, name: routeNamed(statistic.route).zh, exact: true }),
      ).toBeVisible();
      await seeNumbers(page, statistic);
      await turnTrend(page, statistic);
      await expect(page.getByRole('button', { name: '打印' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: '导出' }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
    });
});

test('a number leads to the list that it was counted from, of a model that the address names', async ({
  admin: page,
  server,
}) => {
  test.slow();
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 1,
    query: { activationStatus: 1 },
  });
  const vehicleTypeId = String(firstOf(list).vehicleTypeId);
  const of = [
    [statistics['alarm'], 'alarms'],
    [statistics['repair'], 'created'],
    [statistics['activation'], 'activatedTotal'],
  ] as const;
  for (const [statistic, key] of of)
    await test.step(key, async () => {
      if (statistic === undefined) throw new Error(`no statistic has ${key}`);
      const whole = await (await page.goto(addressOf(statistic)), numberIn(card(page, statistic, key)));
      await page.goto(addressOf(statistic, { vehicleTypeId }));
      const shown = await numberIn(card(page, statistic, key));
      expect(shown).toBeLessThanOrEqual(whole);
      await card(page, statistic, key).getByRole('link').click();
      await expect(page).toHaveURL(/vehicleTypeId/);
      const total = page.getByText(/^共[\d,]+条$/).filter({ visible: true });
      if (shown > 0) await expect(total).toHaveText(`共${shown.toLocaleString('en-US')}条`);
      else await expect(page.getByRole('table')).toHaveCount(0);
    });
  // A province opens its cities: from the table as from the map.
  const activation = statistics['activation'];
  if (activation === undefined) throw new Error('no statistic of activations');
  await page.goto(addressOf(activation));
  const cities = section(page, '城市');
  await cities.scrollIntoViewIfNeeded();
  await expect(cities.getByRole('img', { name: '南海诸岛' })).toBeVisible();
  await cities.getByRole('button', { name: '江苏省' }).click();
  await expect(cities.getByRole('navigation')).toContainText('江苏省');
  await cities.getByRole('row', { name: /南京/ }).getByRole('link').first().click();
  await expect(page).toHaveURL(/cityId/);
});

test('a span of days is marked by dragging and by keys, and back is what was before', async ({ admin: page }) => {
  const alarm = statistics['alarm'];
  if (alarm === undefined) throw new Error('no statistic of alarms');
  await page.goto(addressOf(alarm));
  const chart = page.getByRole('figure', { name: alarm.trend?.title.zh ?? '', exact: true });
  const spans = chart.getByRole('slider');
  await expect(spans.locator('canvas')).toBeVisible();
  await spans.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await spans.boundingBox()) ?? {};
  await page.mouse.move(x + width / 3, y + height / 3);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 3, { steps: 5 });
  await page.mouse.up();
  const shown = (): { readonly from: string | null; readonly to: string | null } => {
    const { searchParams } = new URL(page.url());
    return { from: searchParams.get('date.ge'), to: searchParams.get('date.le') };
  };
  await expect.poll(() => (shown().from ?? '') > days.from && (shown().to ?? '') < days.to).toBe(true);
  await expect(page.getByText(`${shown().from}至${shown().to}的明细`)).toBeVisible();
  await page.goBack();
  await expect.poll(shown).toEqual(days);
  // The same with keys: the last three days.
  for (const to of ['表格', '图表']) await chart.getByRole('button', { name: to }).click();
  await tabTo(spans);
  await pressOn(spans, 'End');
  await pressOn(spans, 'Shift+ArrowLeft');
  await pressOn(spans, 'Shift+ArrowLeft');
  await expect(spans).toHaveAttribute('aria-valuetext', new RegExp(`^${addDays(days.to, -2)}–${days.to}`));
  await pressOn(spans, 'Enter');
  await expect.poll(shown).toEqual({ from: addDays(days.to, -2), to: days.to });
  await page.getByText('的明细').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`alarmManage.*${addDays(days.to, -2)}`));
});
