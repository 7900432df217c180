import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';

const base = '/ps/crm/functionalFeature';
const main = (page: Page): Locator => page.locator('main');

/** Adds a feature that no model has. @returns its code and name */
async function addFeature(server: string): Promise<{ featureCode: string; name: string }> {
  const name = `功能${unique()}`;
  const featureCode = `E2E_${unique()}`;
  await callAsAdmin(server, `${base}/add`, {
    featureCode,
    name,
    groupName: '1',
    clientOs: ['1', '2'],
    defaultOn: 0,
  });
  return { featureCode, name };
}

const rowOf = (page: Page, name: string): Locator => main(page).getByRole('row').filter({ hasText: name });
const cell = (page: Page, name: string, at: number): Locator => rowOf(page, name).getByRole('gridcell').nth(at);
const cellsOf = async (server: string, featureCode: string) =>
  (await callAsAdmin(server, `${base}/matrix`, {})).cells.filter((one) => one.featureCode === featureCode);

async function save(page: Page): Promise<number> {
  await main(page).getByRole('button', { name: '保存' }).click();
  const saved = page.waitForResponse((one) => one.url().endsWith('/saveMatrix'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/将影响[\d,]+辆车/)).toBeVisible();
  await dialog.getByRole('button', { name: /保\s?存$/ }).click();
  return ((await (await saved).json()) as { code: number }).code;
}

test('the matrix is edited by keyboard like a spreadsheet, and saved as one change', async ({
  admin: page,
  server,
}) => {
  const { featureCode, name } = await addFeature(server);
  await page.goto('/availableModel');
  await cell(page, name, 0).click();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('3.2.0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('maybe');
  await expect(main(page).locator('.fm-input')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.type('9.9');
  await page.keyboard.press('Escape');
  await expect(cell(page, name, 2)).toHaveAttribute('data-state', '0');
  await expect(cell(page, name, 0)).toHaveAttribute('data-state', '1');
  await expect(cell(page, name, 1)).toHaveText('≥3.2.0');
  await expect(main(page).getByText('2处修改未保存')).toBeVisible();
  // Taken back, and done again.
  await page.keyboard.press('Control+z');
  await expect(main(page).getByText('1处修改未保存')).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(cell(page, name, 1)).toHaveText('≥3.2.0');
  expect(await save(page)).toBe(0);
  await expect(main(page).getByText(/处修改未保存/)).toHaveCount(0);
  const stored = await cellsOf(server, featureCode);
  expect(stored.toSorted((one, other) => one.state - other.state)).toMatchObject([
    { state: 1, minEcuVersion: null },
    { state: 2, minEcuVersion: '3.2.0' },
  ]);
});

test('a block from a spreadsheet is pasted over the cells', async ({ admin: page, server }) => {
  const { name } = await addFeature(server);
  await page.goto('/availableModel');
  await cell(page, name, 0).click();
  const paste = (block: string): Promise<void> =>
    main(page)
      .getByRole('grid')
      .evaluate((element, text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, block);
  await paste('1\t0\t≥2.0\n');
  await expect(cell(page, name, 0)).toHaveAttribute('data-state', '1');
  await expect(cell(page, name, 1)).toHaveAttribute('data-state', '0');
  await expect(cell(page, name, 2)).toHaveText('≥2.0');
  await main(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(cell(page, name, 2)).toHaveAttribute('data-state', '0');
  // Nothing is cut off: a block that does not fit is not pasted at all.
  await cell(page, name, 0).click();
  await page.keyboard.press('End');
  await paste('1\t1\n');
  await expect(page.getByText('超出表格边缘')).toBeVisible();
  await expect(main(page).getByText(/处修改未保存/)).toHaveCount(0);
});

test('cells that are selected are filled at once, by keys and by the tools', async ({ admin: page, server }) => {
  const { name } = await addFeature(server);
  await page.goto('/availableModel');
  await cell(page, name, 0).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.type('4.1');
  await page.keyboard.press('Control+Enter');
  await expect(cell(page, name, 0)).toHaveText('≥4.1');
  await expect(cell(page, name, 1)).toHaveText('≥4.1');
  const tools = main(page).getByRole('group', { name: '编辑选中的格子' });
  await tools.getByRole('button', { name: '开启' }).click();
  await expect(cell(page, name, 0)).toHaveAttribute('data-state', '1');
  await expect(cell(page, name, 1)).toBeFocused();
  await tools.getByRole('button', { name: '从版本起' }).click();
  await page.keyboard.type('5.0');
  await page.keyboard.press('Enter');
  await expect(cell(page, name, 1)).toHaveText('≥5.0');
  await expect(cell(page, name, 0)).toHaveAttribute('data-state', '1');
  await tools.getByRole('button', { name: '撤销' }).click();
  await expect(cell(page, name, 1)).toHaveAttribute('data-state', '1');
});

test('what somebody else has saved meanwhile is shown, and decided before saving', async ({ admin: page, server }) => {
  const { featureCode, name } = await addFeature(server);
  await page.goto('/availableModel');
  await cell(page, name, 0).click();
  await page.keyboard.press('Space');
  const model = firstOf((await callAsAdmin(server, `${base}/matrix`, {})).models);
  const theirs = { featureCode, vehicleTypeId: model.id, state: 2, minEcuVersion: '9.0', rev: 0 };
  await callAsAdmin(server, `${base}/saveMatrix`, { changes: [theirs] });
  expect(await save(page)).toBe(1005);
  await expect(main(page).getByText('1处已被他人修改')).toBeVisible();
  await expect(cell(page, name, 0)).toHaveAttribute('data-conflict', 'true');
  await expect(cell(page, name, 0)).toHaveAttribute('title', '他人：≥9.0');
  await main(page).getByRole('button', { name: '保留我的' }).click();
  expect(await save(page)).toBe(0);
  expect(await cellsOf(server, featureCode)).toMatchObject([{ state: 1, minEcuVersion: null, rev: 2 }]);
});

test('a feature is added in the drawer, and is a row of the matrix', async ({ admin: page }) => {
  const name = `功能${unique()}`;
  await page.goto('/availableModel');
  await main(page).getByRole('button', { name: '功能管理' }).click();
  const drawer = page.getByRole('dialog', { name: '功能管理' });
  await drawer.getByRole('button', { name: '新增' }).click();
  const form = page
    .getByRole('dialog')
    .filter({ has: page.locator('[id="featureCode"]') })
    .last();
  await typeInto(form.locator('[id="featureCode"]'), `E2E_${unique()}`);
  await typeInto(form.locator('[id="name"]'), name);
  await choose(form.locator('[id="groupName"]'), '控车');
  const saved = page.waitForResponse((one) => one.url().endsWith(`${base}/add`));
  await form.getByRole('button', { name: /保\s?存$/ }).click();
  expect(((await (await saved).json()) as { code: number }).code).toBe(0);
  await expect(drawer.getByRole('row').filter({ hasText: name })).toBeVisible();
  await drawer.locator('.ant-drawer-close').click();
  await expect(rowOf(page, name)).toBeVisible();
});
