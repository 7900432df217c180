import type { Page } from '@playwright/test';
import { pngOf } from '../apps/server/test/support/media.ts';
import { callAsAdmin, expect, expectMessage, hold, test, unique } from './fixtures.ts';
import { typeInto } from './hands.ts';

const upload = '**/data/crm/upload/single*';

/** A series of its own in its form, and a picture that was chosen for it a moment ago. */
async function choosePicture(page: Page, server: string): Promise<string> {
  const code = `UP${unique()}`.toUpperCase().slice(0, 12);
  const form = {
    seriesCode: code,
    name: `上传${code}`,
    nameEn: `Upload ${code}`,
    brand: '1',
    sort: 1,
    enabled: 1 as const,
  };
  const { id } = await callAsAdmin(server, '/veh/crm/vehicleSeries/add', form);
  await page.goto(`/equipmentManage/vehicleSeries?seriesCode.eq=${code}`);
  await page
    .getByRole('button', { name: '编辑' })
    .or(page.getByRole('link', { name: '编辑' }))
    .click();
  const file = { name: 'cover.png', mimeType: 'image/png', buffer: pngOf(750, 420) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  return id;
}

const waits = (page: Page) =>
  expect(page.getByRole('button', { name: /保\s?存$/ }).and(page.locator('.ant-btn-loading'))).toBeVisible();
const save = (page: Page): Promise<void> => page.getByRole('button', { name: /保\s?存$/ }).click();

test('a form that is saved while a picture is on its way is saved with it', async ({ admin: page, server }) => {
  const goOn = await hold(page, upload);
  const id = await choosePicture(page, server);
  await expect(page.getByText('cover.png')).toBeVisible();
  await save(page);
  await waits(page);
  goOn();
  await expectMessage(page, '操作成功');
  const { coverImage } = await callAsAdmin(server, '/veh/crm/vehicleSeries/detail', { id });
  expect(coverImage).toBeTruthy();
});

test('a picture that does not arrive keeps the form open, with the reason', async ({
  admin: page,
  server,
  consoleErrors,
}) => {
  const refusal = { code: 1099, message: '存储暂不可用', data: null };
  const goOn = await hold(page, upload, (route) => route.fulfill({ json: refusal }));
  const id = await choosePicture(page, server);
  await typeInto(page.locator('[id="remark"]'), '照片在路上');
  await save(page);
  await waits(page);
  goOn();
  await expect(page.getByRole('alert').filter({ hasText: '存储暂不可用' })).toBeVisible();
  await expect(page.locator('[id="remark"]')).toHaveValue('照片在路上');
  const { remark, rev } = await callAsAdmin(server, '/veh/crm/vehicleSeries/detail', { id });
  expect({ remark: remark ?? null, rev }).toEqual({ remark: null, rev: 1 });
  // Whoever has read the reason may save without the picture.
  await save(page);
  await expectMessage(page, '操作成功');
  expect(consoleErrors).toEqual([]);
});
