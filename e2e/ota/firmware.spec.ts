import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firmwarePackage } from '../../apps/server/test/support/firmware-packages.ts';
import { callAsAdmin, expect, firstOf, hold, test, unique } from '../fixtures.ts';
import { choose, typeInto, typeTag } from '../hands.ts';

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-firmware-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a package is sent in parts and kept as a draft; a foreign signature is refused under its field', async ({
  admin: page,
}) => {
  const version = `V9.${Math.floor(Math.random() * 900)}.${Math.floor(Math.random() * 900)}`;
  const file = join(folder, 'zk3.bin');
  writeFileSync(file, firmwarePackage({ version, bytes: 5 * 1024 * 1024 }));
  const name = `中控固件${unique()}`;
  await page.goto('/versionManage/firmwareAdd');
  const field = (id: string) => page.locator(`[id="${id}"]`);
  await typeInto(field('name'), name);
  await choose(field('deviceType'), '中控');
  await typeInto(field('partModel'), 'ZK3');
  await typeInto(field('version'), version);
  await typeTag(field('hardwareVersions'), 'V1.2');
  await choose(field('vehicleTypeIds'), [/./]);
  await typeInto(field('changeLog'), '缩短上电后的定位时间，修复电量显示问题。');
  await typeInto(field('signature'), `${'A'.repeat(86)}==`);
  const arrive = await hold(page, '**/data/crm/upload/part*');
  await page
    .locator('.ant-form-item')
    .filter({ has: page.locator('label[for="packageFile"]') })
    .locator('input[type=file]')
    .setInputFiles(file);
  // Saved while it is on its way: with it.
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  arrive();
  await expect(page.locator('.eu-large')).toContainText(/zk3\.bin.*5\.0 MB/);
  await expect(page.locator('.fw-hash code')).toHaveText(/^[0-9a-f]{64}$/);
  await expect(page.locator('.ant-form-item-explain-error')).toContainText('签名与文件不符');
  await typeInto(field('signature'), '');
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.locator('main')).toContainText('草稿');
});

test('who submitted a package does not approve it; a released one is disabled with a reason', async ({
  admin: page,
  openAs,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/ps/crm/otaFirmware/list', { query: { 'status.eq': 2 } });
  const { id } = firstOf(list);
  // The demo's packages are the administrator's own.
  await page.goto(`/versionManage/firmwareQuery?id=${id}`);
  await page.getByRole('button', { name: /更多/ }).first().click();
  await expect(page.getByRole('menuitem', { name: '审核通过' })).toBeDisabled();
  await page.keyboard.press('Escape');

  const released = await callAsAdmin(server, '/ps/crm/otaFirmware/list', {
    query: { 'status.eq': 3, 'deviceType.eq': 3 },
  });
  await page.goto(`/versionManage/firmwareQuery?id=${firstOf(released.list).id}`);
  await page.getByRole('button', { name: /更多/ }).first().click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await typeInto(page.getByRole('dialog').locator('[id="remark"]'), '低温下起步异常');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /停\s?用|确\s?定/ })
    .last()
    .click();
  await expect(page.locator('main')).toContainText('已停用');
  await expect(page.locator('main')).toContainText('低温下起步异常');

  // As it was, for whoever comes next: by somebody who did not submit it.
  const other = await openAs('quality.wu');
  await other.goto(`/versionManage/firmwareQuery?id=${firstOf(released.list).id}`);
  await other.getByRole('button', { name: /^启\s?用$/ }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /启\s?用|确\s?定/ })
    .last()
    .click();
  await expect(other.locator('main')).toContainText('已发布');
});
