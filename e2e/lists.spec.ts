import type { Page } from '@playwright/test';
import { labelOf } from '@wheelhouse/entities/registry';
import { entityOfRoute } from '@wheelhouse/entities/route-entity';
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

/** Labels of the columns that people decide by: the state, and what the definition names. */
function decisive(route: (typeof lists)[number]): string[] {
  const entity = entityOfRoute(route);
  if (entity === undefined) return [];
  const states = Object.keys(entity.machines ?? {}).filter((name) => entity.list.columns.includes(name));
  return [...states.slice(0, 1), ...(entity.list.decides ?? [])].map((name) => labelOf(entity, name).zh);
}

/** Cells that show what only programs read: codes, times without words, a percent sign apart from its number. */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const table = [...document.querySelectorAll('.eu-table')].find((element) => element.checkVisibility());
    const heads = [...(table?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent.trim());
    return [...(table?.querySelectorAll('tbody tr') ?? [])].flatMap((row) =>
      [...row.querySelectorAll('td')].flatMap((cell, at) => {
        const head = heads[at] ?? '';
        const text = cell.textContent.trim();
        // Codes that people give to records are in columns of their own.
        const isRaw = /码|编号/.test(head) ? /\d %/ : /\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b|^-?\d+[dhm]\b|\d %/;
        return isRaw.test(text) ? [`${head}: ${text}`] : [];
      }),
    );
  });

test('filters, header, pager and what decides are in view in every list', async ({ admin: page }) => {
  const found: string[] = [];
  await page.goto('/qa');
  for (const route of lists) {
    const { path } = route;
    await walkTo(page, `${path}?pageSize=50`);
    await closeOthers(page);
    await page.waitForFunction((title) => document.title.startsWith(title), `${route.zh} - `);
    await page.waitForFunction(shownList);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const part of await outside(page)) found.push(`${path} at ${size.width}: ${part}`);
    }
    // The last size is 1440 pixels wide.
    const whole = await wholeColumns(page);
    for (const cell of await unreadable(page)) found.push(`${path}: ${cell}`);
    for (const label of decisive(route))
      if (!whole.some((one) => one.includes(label))) found.push(`${path}: ${label} is cut`);
  }
  expect(lists.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

/** Parts of the shown list on a window without room: where its rows begin, how many are whole, and what is wider than the window. */
const seen = (page: Page): Promise<{ all: number; whole: number; top: number; wide: boolean }> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.eu-table tbody tr, .eu-cards > li')].filter((row) =>
      row.checkVisibility(),
    );
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const cards = rows[0]?.closest('.eu-cards');
    return {
      all: rows.length,
      whole: boxes.filter(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight).length,
      top: boxes[0]?.top ?? 0,
      wide:
        document.documentElement.scrollWidth > window.innerWidth ||
        (cards !== null && cards !== undefined && cards.scrollWidth > cards.clientWidth),
    };
  });

const shownList = (): boolean => {
  const shown = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  return shown('h1') && shown('.eu-table tbody tr, .eu-cards > li, .wh-state-title') && !shown('.eu-skeleton');
};

for (const { name, size, least, highest } of [
  { name: 'a phone', size: { width: 390, height: 844 }, least: 3, highest: 360 },
  { name: 'a window enlarged to 200 %', size: { width: 720, height: 450 }, least: 1, highest: 410 },
])
  test(`every list shows its rows on ${name}`, async ({ admin: page }) => {
    const found: string[] = [];
    await page.setViewportSize(size);
    await page.goto('/qa');
    for (const { path, zh } of lists) {
      await walkTo(page, path);
      await closeOthers(page);
      await page.waitForFunction((title) => document.title.startsWith(title), `${zh} - `);
      await page.waitForFunction(shownList);
      const { all, whole, top, wide } = await seen(page);
      if (whole < Math.min(all, least)) found.push(`${path}: ${whole} of ${all} rows`);
      if (all > 0 && top > highest) found.push(`${path}: rows begin at ${top}`);
      if (wide) found.push(`${path}: wider than the window`);
    }
    expect(found).toEqual([]);
  });

test('a list fills the window with rows by one call, and keeps its pages elsewhere', async ({ admin: page }) => {
  const sizes: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/vehicle/list')) sizes.push((request.postDataJSON() as { pageSize: number }).pageSize);
  });
  const rows = page.locator('.eu-table tbody tr');
  // What other tests add comes last.
  const oldest = `${vehicles}?sort=createTime.asc`;
  await page.goto(oldest);
  await expect(rows.nth(10)).toBeVisible();
  const [size = 0] = sizes;
  expect(size).toBeGreaterThan(10);
  await expect(rows).toHaveCount(size);
  const room = await page.evaluate(() => {
    const list = document.querySelector('.eu-list')?.getBoundingClientRect();
    const wrap = document.querySelector('.eu-table-wrap');
    return {
      left: window.innerHeight - (list?.bottom ?? 0),
      hidden: (wrap?.scrollHeight ?? 0) - (wrap?.clientHeight ?? 0),
    };
  });
  // Less than one more row beside the page's own margin, and none behind a scroll bar.
  expect(room.left).toBeLessThan(24 + 40);
  expect(room.hidden).toBeLessThanOrEqual(0);
  expect(sizes).toEqual([size]);

  const turned = page.waitForResponse('**/vehicle/list');
  await page.getByRole('button', { name: '第2页', exact: true }).click();
  await turned;
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(`${oldest}&page=2&rows=${size}`);
  const first = rows.first().locator('.wh-id').first();
  const second = (await first.textContent()) ?? '';
  await page.setViewportSize({ width: 1440, height: 1100 });
  await page.reload();
  await expect(first).toHaveText(second);
  await expect(rows).toHaveCount(size);

  const choice = page.getByRole('combobox', { name: '每页条数' });
  await choice.selectOption('20条/页');
  await expect(page).toHaveURL(`${oldest}&pageSize=20`);
  await expect(rows).toHaveCount(20);
  await choice.selectOption({ index: 0 });
  await expect(page).toHaveURL(oldest);
  await expect(rows).toHaveCount(size + 5);
});

test('rows say plainly what is normal, mark what is not, and stress what names them', async ({ admin: page }) => {
  await page.goto(vehicles);
  const normal = page.locator('td .wh-tag').filter({ hasText: /^营运$/ });
  await expect(normal.first()).toHaveCSS('border-top-width', '0px');
  const id = page.locator('td .wh-id').first();
  const whole = (await id.textContent()) ?? '';
  await expect(id.locator('b')).toHaveText(whole.slice(-6));
  await expect(id).toHaveCSS('font-variant-numeric', 'tabular-nums');
  await id.selectText();
  expect(await page.evaluate(() => String(getSelection()))).toBe(whole);
  await page.goto('/alarmManage/alarmManage?handleStatus.eq=0');
  const exception = page
    .locator('td .wh-tag')
    .filter({ hasText: /^未处理$/ })
    .first();
  await expect(exception).toHaveCSS('border-top-width', '1px');
  const cells = page.locator('.eu-table tbody tr').first().locator('td');
  const colors = await cells.evaluateAll(
    (all) => new Set(all.map((cell) => getComputedStyle(cell).backgroundColor)).size,
  );
  expect(colors, 'tints of a row').toBe(1);
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
  await expect(page.getByRole('row').nth(10)).toBeVisible();
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
