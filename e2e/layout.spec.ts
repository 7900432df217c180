import { chromium, type Locator, type Page } from '@playwright/test';
import { routes } from '@wheelhouse/entities/routes';
import { scrollDown } from './statistics/dashboard.ts';
import { callAnyAsAdmin, expect, firstOf, hold, signIn, speak, test, tokenOf, adminPassword } from './fixtures.ts';
import { typeInto } from './hands.ts';
import { walkTo } from './tab.ts';

const details = [
  ['/equipmentManage/vehicleManageDetail', '/veh/crm/vehicle', {}],
  ['/equipmentManage/batteryDetail', '/veh/crm/battery', { status: 1 }],
  ['/equipmentManage/stolenVehicleDetail', '/veh/crm/stolen', { status: 1 }],
  ['/equipmentManage/unbindManageDetail', '/veh/crm/unbindApplication', {}],
  ['/alarmManage/alarmDetail', '/veh/crm/alarm', {}],
  ['/guideUseManage/dealerManageDetail', '/data/crm/dealer', {}],
] as const;

test('details do not move under the reader while they load', async ({ admin: page, server }) => {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.total += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [path, base, query] of details) {
    const { list } = await callAnyAsAdmin<{ list: { id: string }[] }>(server, `${base}/list`, { pageSize: 1, query });
    await page.goto(`${path}?id=${list[0]?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForFunction(() => document.querySelector('.wh-loading, .eu-skeleton') === null);
    await page.waitForLoadState('load');
    const moved = await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
    expect.soft(moved, path).toBeLessThan(0.1);
  }
});

test('a tab that is half hidden at the edge of a phone is chosen by one click', async ({ admin: page, server }) => {
  const { list } = await callAnyAsAdmin<{ list: { id: string }[] }>(server, '/veh/crm/vehicle/list', { pageSize: 1 });
  const [width, height] = [390, 844];
  await page.setViewportSize({ width, height });
  // In English three tabs are wider than the smallest phone.
  await speak(page, 'en');
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${list[0]?.id}`);
  const tab = page.locator('.eu-tabs [role=tab]').nth(2);
  await tab.waitFor();
  const frame = page.locator('.eu-tabs .ant-tabs-nav-wrap').first();
  /** How far the middle of the tab is beyond the edge. */
  const beyond = async (): Promise<number> => {
    const [of, box] = [await frame.boundingBox(), await tab.boundingBox()];
    return of && box ? box.x + box.width / 2 - (of.x + of.width) : Number.NaN;
  };
  // Narrower and narrower, until its middle is at the edge.
  for (let next = width; next > 320 && (await beyond()) < -4; next -= 4)
    await page.setViewportSize({ width: next, height });
  expect(await beyond()).toBeLessThan(4);
  const box = await tab.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2, { delay: 50 });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tab).toBeFocused();
});

test('the console follows the font size of the browser', async ({ server, contextOptions }) => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--blink-settings=defaultFontSize=32'],
  });
  try {
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: server,
      viewport: { width: 1440, height: 900 },
    });
    await signIn(context, server, await tokenOf(server, 'admin', adminPassword));
    const page = await context.newPage();
    await page.goto('/equipmentManage/vehicleManage');
    const row = page.getByRole('row').nth(1);
    await expect(row).toBeVisible();
    const sizes = await page.evaluate(() =>
      ['h1', '.eu-table td', '.wh-button', '.eu-box input'].map((selector) => {
        const element = document.querySelector(selector);
        return element === null ? '' : getComputedStyle(element).fontSize;
      }),
    );
    expect(sizes).toEqual(['36px', '26px', '26px', '26px']);
    // As on a small screen, nothing is lost at the right.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  } finally {
    await browser.close();
  }
});

/** Controls of which an end is cut off or covered by something else. */
const cut = (controls: Locator): Promise<string[]> =>
  controls.evaluateAll((all) =>
    all
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        if (!control.checkVisibility() || top < 0 || bottom > window.innerHeight) return false;
        const at = (x: number): Element | null => document.elementFromPoint(x, (top + bottom) / 2);
        return [at(left + 2), at(right - 2)].some(
          (seen) => seen === null || !(control.contains(seen) || seen.contains(control)),
        );
      })
      .map((control) => control.getAttribute('aria-label') ?? control.id + control.textContent),
  );

/** Texts that take more than one line. */
const broken = (cells: Locator): Promise<string[]> =>
  cells.evaluateAll((all) =>
    all
      .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const [first, ...rest] = [...range.getClientRects()].filter(({ width }) => width > 0);
        return rest.some(({ top }) => first !== undefined && top >= first.bottom);
      })
      .map((cell) => cell.textContent),
  );

test('results of SAP, actions of the dictionary and the form of an alarm rule have their room', async ({
  admin: page,
}) => {
  await page.goto('/equipmentManage/SAPvehicleSearch');
  await typeInto(page.getByRole('textbox', { name: '车架号(VIN)' }), 'LZXE3C1A9SA000123');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const found = page.getByRole('row', { name: /LZXE3C1A9SA000123/ });
  await expect(found).toBeVisible();
  const heads = page.getByRole('columnheader').filter({ hasNot: page.locator('.wh-visually-hidden') });
  expect(await broken(heads)).toEqual([]);
  expect(await broken(found.getByText('LZXE3C1A9SA000123', { exact: true }))).toEqual([]);
  expect(await cut(found.getByRole('button'))).toEqual([]);

  await page.goto('/systemManage/dictionary?category=AlarmType');
  const entries = page.getByRole('row').filter({ has: page.getByRole('button') });
  await expect(entries.first()).toBeVisible();
  expect(await entries.getByRole('button').count()).toBeGreaterThan(3);
  expect(await cut(entries.getByRole('button'))).toEqual([]);

  await page.goto('/alarmManage/alarmManage');
  await page.getByRole('button', { name: '报警规则' }).click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByRole('button', { name: /^编辑 / })
    .first()
    .click();
  const controls = drawer.locator('form').locator('input, button, textarea');
  await expect(controls.first()).toBeVisible();
  expect(await cut(controls)).toEqual([]);
  const body = drawer.locator('.ant-drawer-body');
  expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test('a map is drawn anew for paper, at its width', async ({ admin: page }) => {
  // Room for a map that is wider than paper.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/dashboard');
  await scrollDown(page);
  const map = page.getByRole('region', { name: '车队地图' });
  await expect(map).toBeVisible();
  const widthOf = async (): Promise<number> => Math.round((await map.boundingBox())?.width ?? 0);
  const onScreen = await widthOf();
  // 170 mm at 96 dpi.
  const onPaper = 643;
  expect(onScreen).toBeGreaterThan(onPaper);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect.poll(widthOf).toBeLessThanOrEqual(onPaper);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(widthOf).toBe(onScreen);
});

test('a list is printed whole: every column on the paper, its filters in words, no controls', async ({
  admin: page,
}) => {
  await page.goto('/equipmentManage/vehicleManage?bindStatus.eq=1&pageSize=10');
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  // A4 landscape between its margins, at 96 dpi.
  await page.setViewportSize({ width: 1047, height: 718 });
  const table = page.getByRole('table');
  expect((await table.boundingBox())?.width).toBeLessThanOrEqual(1047);
  const overlapping = await table.evaluate(
    (element) =>
      [...element.querySelectorAll('td, th')].filter((cell) => {
        const next = cell.nextElementSibling;
        return (
          cell.checkVisibility() &&
          (cell.scrollWidth > cell.clientWidth + 1 ||
            (next?.checkVisibility() === true &&
              cell.getBoundingClientRect().right > next.getBoundingClientRect().left + 1))
        );
      }).length,
  );
  expect(overlapping).toBe(0);
  await expect(page.getByText('绑定状态: 已绑定')).toBeVisible();
  for (const control of [page.getByRole('button', { name: '查询' }), page.getByRole('navigation', { name: '分页' })])
    await expect(control).toBeHidden();
});

/** The paper of each page of a document: left, bottom, right and top, in points. */
const papersOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[([^\]]+)\]/g)].map(([, box = '']) => box);

test('a list of a few rows is one page of paper in landscape', async ({ admin: page }) => {
  await page.goto('/equipmentManage/vehicleManage?pageSize=10');
  await expect(page.getByRole('row')).toHaveCount(11);
  const papers = papersOf(await page.pdf({ preferCSSPageSize: true }));
  expect(papers).toHaveLength(1);
  const [, , width = 0, height = 0] = (papers[0] ?? '').split(' ').map(Number);
  expect(width).toBeGreaterThan(height);
});

/** Parts of an element that are outside of another one. */
const beyond = async (inner: Locator, outer: Locator): Promise<number> => {
  const [box, frame] = [await inner.boundingBox(), await outer.boundingBox()];
  return box && frame ? Math.max(frame.x - box.x, box.x + box.width - frame.x - frame.width) : Number.NaN;
};

test('the cross of the active tab is in view among many', async ({ admin: page }) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto('/qa');
  const active = page.locator('.sh-tab[data-active]');
  const many = routes.filter(
    ({ path, kind, hidden }) => kind === 'list' && !hidden && /^\/(equipment|guideUse)Manage\//.test(path),
  );
  for (const { path, zh } of many.slice(0, 16)) {
    await walkTo(page, path);
    await expect(active).toHaveText(zh);
  }
  await expect.poll(() => beyond(active.getByRole('button'), page.locator('.sh-tabs > ul'))).toBeLessThanOrEqual(0.5);
});

/** The colour of a place on the page, as `r,g,b`. */
async function colorAt(page: Page, x: number, y: number): Promise<string> {
  const picture = [...(await page.screenshot({ clip: { x, y, width: 1, height: 1 } }))];
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join();
  }, picture);
}

test('a map is land until its outlines are there, and then has its sea', async ({ admin: page }) => {
  const release = await hold(page, '**/basemap/world.json');
  await page.goto('/equipmentManage/vehicleManage?view=map');
  const canvas = page.locator('.maplibregl-canvas');
  await expect(canvas).toBeVisible();
  const box = await canvas.boundingBox();
  // East of Shanghai, where the map begins.
  const sea = [
    Math.round((box?.x ?? 0) + (box?.width ?? 0) - 120),
    Math.round((box?.y ?? 0) + (box?.height ?? 0) - 60),
  ] as const;
  await expect.poll(() => colorAt(page, ...sea)).toBe('250,251,248');
  release();
  await expect.poll(() => colorAt(page, ...sea)).toBe('217,231,236');
});

test('what the form of a command says stands beside its note, not on it', async ({ admin: page, server }) => {
  const { list } = await callAnyAsAdmin<{ list: { vin: string }[] }>(server, '/veh/crm/vehicle/list', {
    pageSize: 1,
    query: { 'vin.null': 0, online: 1 },
  });
  await page.goto(`/equipmentManage/remoteControl?vin=${firstOf(list).vin}`);
  await page.getByRole('button', { name: '断电' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^下发|缓存/ }).click();
  const said = dialog.locator('.ant-form-item-explain-error').last();
  await expect(said).toBeVisible();
  const [error, note] = [await said.boundingBox(), await dialog.locator('.rc-note').boundingBox()];
  expect(note?.y).toBeGreaterThanOrEqual((error?.y ?? 0) + (error?.height ?? 0));
});

test('the bell ends within the window, and shortcuts have the picture of their part of the console', async ({
  admin: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/dashboard');
  const shortcuts = page.locator('.db-shortcuts li .anticon');
  await expect(shortcuts.first()).toBeVisible();
  const pictures = await shortcuts.evaluateAll((all) => all.map((icon) => icon.getAttribute('aria-label')));
  expect(pictures).not.toContain('appstore');
  await page.getByRole('button', { name: /^待办提醒/ }).click();
  const bell = page.locator('.sh-popup');
  await expect(bell.getByRole('checkbox')).toBeAttached();
  const box = await bell.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
  await bell.getByRole('checkbox').scrollIntoViewIfNeeded();
  await expect(bell.getByRole('checkbox')).toBeInViewport();
});

test('links look the same in a list and in a record', async ({ admin: page, server }) => {
  const { list } = await callAnyAsAdmin<{ list: { id: string }[] }>(server, '/veh/crm/battery/list', {
    pageSize: 1,
    query: { status: 1 },
  });
  for (const address of ['/equipmentManage/batteryManage', `/equipmentManage/batteryDetail?id=${firstOf(list).id}`]) {
    await page.goto(address);
    const link = page.locator('main :is(td, dd, .wh-page-description, .eu-facts) a').filter({ visible: true }).first();
    await expect(link).toHaveCSS('text-decoration-line', 'none');
    // What comes above it moves it away from the pointer.
    await expect(async () => {
      await link.hover();
      await expect(link).toHaveCSS('text-decoration-line', 'underline', { timeout: 500 });
    }).toPass();
  }
});
