import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, doable, expect, firstOf, test } from './fixtures.ts';
import { choose, clickInto, closeList, leave, openList, typeInto } from './hands.ts';
import { walkStops } from './stops.ts';

const vehicles = '/equipmentManage/vehicleManage';
const pages = [vehicles, '/alarmManage/alarmManage', '/systemManage/operatorManage', '/systemManage/dictionary'];
/** Presses of Tab on each page: through its head, its filters and into its rows. */
const most = 90;

/** Gives the focused element a number and keeps how it looks, with what is drawn around it. Answers false after a whole round. */
function look(): boolean {
  interface Seen extends Window {
    seen?: { element: Element; looks: string }[];
    looksOf?: (element: Element) => string;
  }
  const page: Seen = window;
  const element = document.activeElement;
  const seen = (page.seen ??= []);
  if (element === null || element === document.body || seen.some((one) => one.element === element)) return false;
  const shown = ['outline', 'boxShadow', 'borderColor', 'backgroundColor', 'textDecoration', 'translate'] as const;
  page.looksOf ??= (of) => {
    const around = [of, of.parentElement, of.parentElement?.parentElement, ...(of.parentElement?.children ?? [])];
    return around
      .map((one) => (one === null || one === undefined ? '' : shown.map((name) => getComputedStyle(one)[name]).join()))
      .join('|');
  };
  seen.push({ element, looks: page.looksOf(element) });
  return true;
}

/** Of the elements looked at, those that look the same without the focus. */
function unchanged(): string[] {
  const { seen = [], looksOf } = window as Window & {
    seen?: { element: Element; looks: string }[];
    looksOf?: (element: Element) => string;
  };
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return seen
    .filter(({ element, looks }) => element.isConnected && looksOf?.(element) === looks)
    .map(({ element }) => element.outerHTML.slice(0, 160));
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`whatever has the focus shows it (${colorScheme})`, async ({ admin: page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForFunction(() => document.querySelector('.eu-skeleton, .wh-loading') === null);
      let pressed = 0;
      do await page.keyboard.press('Tab');
      while (++pressed < most && (await page.evaluate(look)));
      expect(pressed).toBeGreaterThan(20);
      expect.soft(await page.evaluate(unchanged), path).toEqual([]);
    }
  });

const focused = (page: Page) => page.locator(':focus');

test('a dialog begins in its first field, and gives the focus back', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 20,
    query: { operationStatus: 0, 'vin.like': 'LZX' },
  });
  const { vin } = firstOf(await doable(server, '/veh/crm/vehicle', list, 'stop'));
  await page.goto(`${vehicles}?keyword=${vin ?? ''}`);
  const add = page.getByRole('button', { name: '新增' });
  await add.click();
  await expect(page.getByRole('dialog').getByLabel('车架号').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
  const menu = page.getByRole('row').nth(1).getByRole('button').last();
  await menu.click();
  await page.getByRole('menuitem', { name: '停运' }).click();
  await expect(page.getByRole('dialog').locator('.ant-modal-close')).not.toBeFocused();
  await expect.poll(() => page.getByRole('dialog').locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('a dialog that has come in takes no focus that is on its way to another field', async ({ admin: page }) => {
  await page.goto('/equipmentManage/batteryManage');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog');
  const [first, second] = [dialog.locator('[id="batterySn"]'), dialog.locator('[id="bmsSn"]')];
  await clickInto(first);
  // As antd does at the end of its coming in, where that is while one field has been left and the next one has not got the focus yet.
  await first.evaluate((field) => {
    // By script: it is the dialog that takes the focus, not a person.
    const take = (): void => field.closest<HTMLElement>('[role="dialog"]')?.focus();
    field.addEventListener('focusout', take, { once: true });
  });
  await clickInto(second);
  await page.keyboard.type('B1');
  await expect(second).toHaveValue('B1');
});

test('an action that takes its own button away leaves the focus beside it', async ({ admin: page }) => {
  await page.goto('/alarmManage/alarmManage');
  await page.getByRole('button', { name: '报警规则' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^编辑/ }).first().click();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '报警规则' })).toBeFocused();
  await page.goto('/systemManage/operatorManage');
  const logs = page.getByRole('link', { name: '操作日志' });
  await logs.click();
  await expect(page).toHaveURL(/view=operations/);
  await expect(focused(page)).toHaveText('操作日志');
});

/** Chooses in a select and goes on to the next field, by mouse and by Tab, its list open or closed; what was given stays. */
async function passOver(select: Locator, next: Locator, options: RegExp | readonly RegExp[] = /./): Promise<void> {
  const shown = select.locator('xpath=ancestor::*[contains(@class, "ant-select")][last()]');
  await choose(select, options);
  const chosen = (await shown.textContent()) ?? '';
  await typeInto(next, '12');
  await clickInto(select);
  await closeList(select);
  await leave(select);
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    await clickInto(select);
    await expect(openList(select.page())).toBeVisible();
    await leave(select, key);
    await clickInto(next);
    await expect(openList(select.page()), 'its list closes').toHaveCount(0);
  }
  await expect(next).toHaveValue('12');
  await expect(shown).toHaveText(chosen);
}

test('a select gives the focus on, in a dialog, a page and opened filters', async ({ admin: page }) => {
  await page.goto('/equipmentManage/batteryManage');
  await page.getByRole('search').getByRole('button', { expanded: false, name: /筛选/ }).click();
  const filters = page.locator('.eu-filter-grid');
  await walkStops(filters);
  await passOver(filters.getByRole('combobox').first(), filters.getByRole('textbox').first());
  await page.getByRole('button', { name: '新增' }).click();
  const field = (name: string) => page.locator(`[id="${name}"]`).filter({ visible: true });
  await passOver(field('batteryType'), field('bmsSn'));
  await page.goto('/messageManage/noticeAdd');
  await passOver(field('noticeType'), field('title'));
  await passOver(field('receivers'), field('title'), [/./, /后台人员/]);
});
