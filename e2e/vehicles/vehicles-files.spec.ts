import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readBytes, workbookOf } from '../../apps/server/test/support/sheets.ts';
import { addVehicle, model, newIdentifiers } from '../fleet.ts';
import { expect, expectMessage, hold, test } from '../fixtures.ts';
import { walkStops } from '../stops.ts';

const list = '/equipmentManage/vehicleManage';
const heading = ['车架号', '车型', '颜色', 'IMEI', '中控序列号', '生产日期'];

async function sheetOf(download: Download): Promise<(readonly unknown[])[]> {
  const { rows } = await readBytes(await readFile(await download.path()));
  return rows.map((row) => row.cells);
}

async function openImport(page: Page): Promise<void> {
  await page.goto(list);
  await page.getByRole('button', { name: '导入' }).click();
  await expect(page.getByRole('dialog', { name: '导入车辆' })).toBeVisible();
}

test('import: good rows are saved, bad ones explained by row and field, and come back as a file', async ({
  admin: page,
}) => {
  const [good, twice, bad] = [newIdentifiers(), newIdentifiers(), newIdentifiers()];
  const row = ({ vin, imei, ecuSn }: typeof good, day = '2026-02-03'): string[] => [
    vin,
    model.code,
    '曜石黑',
    imei,
    ecuSn,
    day,
  ];
  const buffer = await workbookOf(heading, [
    row(good),
    row(twice),
    row({ ...newIdentifiers(), vin: twice.vin }),
    row(bad, '2099-01-01'),
    row({ ...newIdentifiers(), imei: '123456789012345' }),
  ]);
  await openImport(page);
  const dialog = page.getByRole('dialog', { name: '导入车辆' });
  await walkStops(dialog);
  const chooser = page.waitForEvent('filechooser');
  const goOn = await hold(page, '**/veh/crm/vehicle/import');
  await dialog.getByRole('button', { name: '将xlsx文件拖到这里，或点击选择' }).click();
  await (await chooser).setFiles({ name: '车辆.xlsx', mimeType: '', buffer });
  // It stays until it can say what became of the rows.
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: '关闭' })).toBeDisabled();
  goOn();
  await expect(dialog.getByRole('alert')).toContainText(/共5行：成功\d，失败\d/);
  await expect(dialog.getByRole('row', { name: '5 生产日期' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: '6 IMEI IMEI校验失败' })).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载失败行' }).click();
  const failed = await sheetOf(await download);
  expect(failed[0]).toContain('失败原因');
  expect(failed.slice(1).map((cells) => cells[0])).toContain(bad.vin);
  expect(failed.slice(1).map((cells) => cells[0])).not.toContain(good.vin);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await page.goto(`${list}?keyword=${good.vin}`);
  await expect(page.getByRole('row').filter({ hasText: good.vin })).toBeVisible();
});

test('import: only workbooks are taken, and the template is one', async ({ admin: page }) => {
  await openImport(page);
  const dialog = page.getByRole('dialog', { name: '导入车辆' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: '将xlsx文件拖到这里，或点击选择' }).click();
  await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(dialog.getByText('请选择xlsx文件')).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  const [titles = []] = await sheetOf(await download);
  expect(titles.map((title) => String(title).replace('*', ''))).toEqual(expect.arrayContaining(heading));
});

test('export: what matches, in the chosen columns, as a workbook', async ({ admin: page, server }) => {
  const { vin, imei } = await addVehicle(server);
  await page.goto(`${list}?keyword=${vin}`);
  await expect(page.getByText('共1条', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '导出' }).click();
  const dialog = page.getByRole('dialog', { name: '导出车辆' });
  await expect(dialog.getByText('将导出1条数据，操作会被记录。')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '颜色', exact: true }).uncheck();
  await walkStops(dialog);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '导出', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const [titles = [], ...rows] = await sheetOf(file);
  expect(titles).toContain('车架号');
  expect(titles).not.toContain('颜色');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toEqual(expect.arrayContaining([vin, imei]));
  await expectMessage(page, '操作成功');
});
