import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, unique } from '../fixtures.ts';
import { expect, test } from '../tab.ts';
import { typeInto } from '../hands.ts';

interface Offset {
  readonly phoneModel: string;
  readonly offset: number;
}

/** A disabled setup, which leaves the models to others. */
async function made(server: string, phoneOffsets: readonly Offset[]): Promise<{ id: string; setupName: string }> {
  const { vehicleType } = await callAsAdmin(server, '/rest/r/vehicleType', { vehicleType: { page: 1, pageSize: 1 } });
  const setupName = `蓝牙${unique()}`;
  const { id } = await callAsAdmin(server, '/veh/crm/bluetoothSetup/add', {
    setupName,
    enabled: 0,
    vehicleTypeIds: vehicleType.list.map((model) => model.id),
    ecuModel: 'ZK3',
    protocolVersion: 'V2',
    serviceUuid: 'FEE7',
    writeUuid: 'FEC7',
    notifyUuid: 'FEC8',
    namePrefix: 'WH_',
    phoneOffsets,
  });
  return { id, setupName };
}

const stored = (server: string, id: string) => callAsAdmin(server, '/veh/crm/bluetoothSetup/detail', { id });
const cell = (page: Page, row: number, column: number): Locator =>
  page.locator('main').filter({ visible: true }).last().locator(`[data-cell="${row}.${column}"]`);

/** What Ctrl+V does with text that another program has put on the clipboard. */
const paste = (at: Locator, text: string): Promise<void> =>
  at.evaluate((input, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const save = async (page: Page): Promise<number> => {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === '/veh/crm/bluetoothSetup/update'),
    page.keyboard.press('Control+s'),
  ]);
  return ((await answer.json()) as { code: number }).code;
};

test('rows are typed, moved and removed by keyboard, and a block is pasted over them', async ({
  admin: page,
  server,
}) => {
  const { id } = await made(server, [
    { phoneModel: 'A1', offset: 1 },
    { phoneModel: 'B2', offset: 2 },
  ]);
  await page.goto(`/systemSet/bluetoothSetupEdit?id=${id}`);
  await cell(page, 1, 0).click();
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toBeFocused();
  await page.keyboard.type('C3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('-25');
  await expect(cell(page, 2, 1)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('1处有误。第3行：补偿(dB)不能小于-20')).toBeVisible();
  await typeInto(cell(page, 2, 1), '-3');
  await expect(cell(page, 2, 1)).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(cell(page, 0, 1)).toBeFocused();
  await expect(cell(page, 0, 0)).toHaveValue('C3');
  await cell(page, 1, 0).click();
  await page.keyboard.press('Alt+Delete');
  await expect(cell(page, 2, 0)).toHaveCount(0);

  await paste(cell(page, 1, 0), '手机型号\t补偿(dB)\r\nD4\t4\r\n"E5 Pro"\t−5\r\n');
  await expect(cell(page, 2, 0)).toHaveValue('E5 Pro');
  await expect(cell(page, 2, 1)).toHaveValue('-5');
  expect(await save(page)).toBe(0);
  expect((await stored(server, id)).phoneOffsets).toEqual([
    { phoneModel: 'C3', offset: -3 },
    { phoneModel: 'D4', offset: 4 },
    { phoneModel: 'E5 Pro', offset: -5 },
  ]);
});

test('200 rows are pasted, what is wrong is found, and the versions are compared', async ({ admin: page, server }) => {
  const { id, setupName } = await made(server, [{ phoneModel: 'A1', offset: 1 }]);
  await page.goto(`/systemSet/bluetoothSetupEdit?id=${id}`);
  const block = Array.from({ length: 200 }, (_, at) => `M${at}\t${at % 20}`);
  await paste(cell(page, 0, 0), block.with(150, 'M7\t1').join('\n'));
  await expect(cell(page, 150, 0)).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('第151行：手机型号与第8行重复').first()).toBeVisible();
  await expect(cell(page, 150, 0)).toBeFocused();
  await typeInto(cell(page, 150, 0), 'M150');
  expect(await save(page)).toBe(0);
  expect((await stored(server, id)).phoneOffsets).toHaveLength(200);

  await page.goto(`/systemSet/bluetoothSetup?setupName.like=${encodeURIComponent(setupName)}`);
  await page.getByRole('button', { name: '详情', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: setupName });
  await expect(drawer.getByRole('img', { name: '信号不低于-62dBm解锁' })).toBeVisible();
  await drawer.getByRole('tab', { name: '版本对比' }).click();
  const first = drawer.getByRole('listitem').filter({ hasText: '版本1' }).first();
  await expect(first).toContainText('A1 1 dB');
  await expect(first).toContainText('另有181行变化');
});

test('a copy starts with the values of its source, disabled and without its name', async ({ admin: page, server }) => {
  const { id } = await made(server, [{ phoneModel: 'A1', offset: 1 }]);
  await page.goto(`/systemSet/bluetoothSetupAdd?copy=${id}`);
  await expect(cell(page, 0, 0)).toHaveValue('A1');
  await expect(page.locator('#setupName')).toHaveValue('');
  await expect(page.locator('#namePrefix')).toHaveValue('WH_');
});
