import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { pages } from './pages.ts';
import { closeOthers, walkTo } from './tab.ts';

const lists = pages.filter(({ kind, hidden }) => kind === 'list' && !hidden);
const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
] as const;
const vehicles = '/equipmentManage/vehicleManage';

/** Parts of the shown list that are not wholly inside the window. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ['.eu-table-wrap thead', '.eu-pager', '.eu-filters'].filter((selector) => {
      const shown = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
      if (shown === undefined) return false;
      const { top, bottom } = shown.getBoundingClientRect();
      return top < 0 || bottom > window.innerHeight;
    }),
  );

/** Heads of the columns that are wholly between the window's edges and beside the row's actions. */
const wholeColumns = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const heads = [...document.querySelectorAll('th[data-column]')].filter((head) => head.checkVisibility());
    const actions = heads.find((head) => head.classList.contains('eu-td-actions'));
    const edge = actions?.getBoundingClientRect().left ?? window.innerWidth;
    return heads
      .filter((head) => head !== actions && head.getBoundingClientRect().right <= edge + 1)
      .map((head) => head.textContent.trim());
  });

test('filters, header and pager of every list stay in the window', async ({ admin: page }) => {
  const found: string[] = [];
  await page.goto('/qa');
  for (const route of lists) {
    const { path } = route;
    await walkTo(page, `${path}?pageSize=50`);
    await closeOthers(page);
    await page.waitForFunction((title) => document.title.startsWith(title), `${route.zh} - `);
    await page.waitForFunction(() => {
      const shown = (selector: string): boolean =>
        [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
      return shown('h1') && shown('.eu-table tbody tr, .wh-state-title') && !shown('.eu-skeleton');
    });
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const part of await outside(page)) found.push(`${path} at ${size.width}: ${part}`);
    }
  }
  expect(lists.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

for (const [lang, needed] of [
  ['zh', ['车架号', '在线', '最后上报', '车主手机', '经销商']],
  ['en', ['VIN', 'Online', 'Last report', 'Owner mobile', 'Dealer']],
] as const)
  test(`the list of vehicles shows at once what decides (${lang})`, async ({ admin: page }) => {
    await page.addInitScript((value) => localStorage.setItem('lang', value), lang);
    await page.setViewportSize(sizes[1]);
    await page.goto(vehicles);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const shown = await wholeColumns(page);
    for (const label of needed)
      expect(
        shown.some((one) => one.startsWith(label)),
        `${label} in ${shown.join()}`,
      ).toBe(true);
    await page.setViewportSize(sizes[0]);
    for (const label of needed.slice(0, 4))
      expect(
        (await wholeColumns(page)).some((one) => one.startsWith(label)),
        label,
      ).toBe(true);
  });

test('the rows of a list are asked for beside the session, not after it', async ({ admin: page }) => {
  const asked = page.waitForRequest('**/vehicle/list');
  await page.route('**/sysUser/myInfo', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(vehicles);
  await expect(page.getByRole('row')).toHaveCount(11);
});

test('a column is dragged wider, keeps its width, and is given back to its content', async ({ admin: page }) => {
  await page.goto(vehicles);
  const head = page.getByRole('columnheader', { name: '车型' });
  const widthOf = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0);
  await expect(head).toBeVisible();
  const before = await widthOf();
  const box = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width - 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(widthOf).toBe(before + 80);
  await page.reload();
  await expect(head).toBeVisible();
  await expect.poll(widthOf).toBe(before + 80);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '变窄 车型' }).click();
  await expect.poll(widthOf).toBe(before + 56);
  await page.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(widthOf).toBe(before);
});

test('a filter of the address that cannot be asked is left out with a word', async ({ admin: page }) => {
  await page.goto(`${vehicles}?online.eq=banana&bindStatus.eq=1&pageSize=20`);
  await expect(page.getByText('忽略了无法识别的筛选：online.eq=banana')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(21);
  await expect(page.getByRole('list', { name: '已设置的筛选' })).toContainText('绑定状态');
  await page.getByRole('button', { name: '关闭', exact: true }).click();
  await expect(page).toHaveURL(`${vehicles}?bindStatus.eq=1&pageSize=20`);
});

test('a filter beyond the first line is a chip, and its cross takes it away', async ({ admin: page }) => {
  await page.goto(`${vehicles}?createTime.ge=2020-01-01&createTime.le=2020-12-31`);
  await expect(page.getByRole('button', { name: '更多筛选 1' })).toHaveAttribute('aria-expanded', 'false');
  const chips = page.getByRole('list', { name: '已设置的筛选' });
  await expect(chips).toHaveText('创建时间: 2020-01-01 – 12-31');
  await chips.getByRole('button').click();
  await expect(page).toHaveURL(vehicles);
});
