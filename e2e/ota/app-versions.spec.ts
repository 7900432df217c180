import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { apkOf } from '../../apps/server/src/seed/demo/ota/apk.ts';
import { expect, test } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-apk-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A version above all others: later runs on the same server go on from there. */
const build = 60_000_000 + Math.floor((Date.now() / 1000) % 30_000_000);
const versionName = `${Math.floor(build / 1_000_000)}.${Math.floor(build / 1000) % 1000}.${build % 1000}`;

async function packageFile(name: string, versionCode: number): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await apkOf({ packageName: 'com.example.wheelhouse', versionName, versionCode, minSdk: 28 }));
  return path;
}

const chooseFile = (page: Page, file: string): Promise<void> =>
  page.locator('.eu-dropzone input[type=file]').setInputFiles(file);

async function act(page: Page, row: Locator, name: string): Promise<Locator> {
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  return page.getByRole('dialog');
}

test('a version is made from its package, published to a share, to more, and withdrawn', async ({ admin: page }) => {
  await page.goto('/versionManage/appAdd');
  await choose(page.locator('[id="clientOs"]'), 'Android');
  await chooseFile(page, await packageFile('app.apk', build));
  // What the package says stands under it and in the form.
  await expect(page.locator('.ov-package')).toContainText('com.example.wheelhouse');
  await expect(page.locator('[id="versionName"]')).toHaveValue(versionName);
  await expect(page.locator('[id="versionCode"]')).toHaveValue(/^[\d,]+$/);
  await choose(page.locator('[id="channel"]'), ['官网']);
  await typeInto(page.locator('[id="grayPercent"]'), '10');
  await typeInto(page.locator('[id="releaseNotes"]'), '修复已知问题，提升稳定性。');
  const saved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/version/add'));
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  expect(((await (await saved).json()) as { code: number }).code).toBe(0);

  await page.goto(`/versionManage/appVersion?versionName.like=${encodeURIComponent(versionName)}`);
  const row = page.locator('.eu-table tbody tr').filter({ hasText: versionName });
  await expect(row).toContainText('草稿');
  await (await act(page, row, '发布')).getByRole('button', { name: /发\s?布$/ }).click();
  await expect(row).toContainText('已发布');

  const gray = await act(page, row, '调整灰度');
  await typeInto(gray.locator('[id="grayPercent"]'), '5');
  await gray.getByRole('button', { name: '调整灰度' }).click();
  await expect(gray).toContainText('灰度比例只能增加');
  await typeInto(gray.locator('[id="grayPercent"]'), '50');
  await gray.getByRole('button', { name: '调整灰度' }).click();
  await expect(row).toContainText('50');

  const revoke = await act(page, row, '撤回');
  await typeInto(revoke.locator('[id="reason"]'), '部分机型闪退');
  await revoke.getByRole('button', { name: /撤\s?回$/ }).click();
  await expect(row).toContainText('已撤回');
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await expect(page.getByRole('menuitem', { name: '复制为新版本' })).toBeVisible();
});

test('a package of another version is refused under the fields that differ', async ({ admin: page }) => {
  await page.goto('/versionManage/appAdd');
  await choose(page.locator('[id="clientOs"]'), 'Android');
  await typeInto(page.locator('[id="versionName"]'), '98.0.0');
  await typeInto(page.locator('[id="versionCode"]'), '980000000', /^980,?000,?000$/);
  await chooseFile(page, await packageFile('other.apk', build + 1));
  await page.locator('.ov-package').waitFor();
  await choose(page.locator('[id="channel"]'), ['官网']);
  await typeInto(page.locator('[id="releaseNotes"]'), '修复已知问题，提升稳定性。');
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  await expect(page.getByText(`安装包的版本号为${versionName}`)).toBeVisible();
  await expect(page.getByText(`安装包的版本序号为${build + 1}`)).toBeVisible();
});
