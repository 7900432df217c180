import { pngOf } from '../../apps/server/test/support/media.ts';
import { expect, test, unique } from '../fixtures.ts';
import { typeInto } from '../hands.ts';

test('a skin is made with its colours and pictures before one’s eyes, and not submitted without the rest', async ({
  admin: page,
}) => {
  const name = `皮肤${unique()}`.slice(0, 16);
  await page.goto('/themeManage/add');
  const put = (field: string, value: string) => typeInto(page.locator(`[id="${field}"]`), value);
  const attach = async (field: string, width: number, height: number, count = 1): Promise<void> => {
    const item = page.locator('.ant-form-item').filter({ has: page.locator(`label[for="${field}"]`) });
    const file = { mimeType: 'image/png', buffer: pngOf(width, height) };
    const files = Array.from({ length: count }, (_, at) => ({ ...file, name: `${field}${at}.png` }));
    await item.locator('input[type=file]').setInputFiles(files);
    await expect(item.locator('.eu-tile-remove')).toHaveCount(count);
  };
  await put('name', name);
  await attach('cover', 400, 400);
  await attach('previews', 1125, 2436, 3);

  await put('primaryColor', '#2f54eb');
  await put('bgColor', '#FFFFFF');
  await put('textColor', '#AAAAAA');
  const contrast = page
    .locator('.ant-form-item')
    .filter({ has: page.locator('label[for="textColor"]') })
    .getByRole('status');
  await expect(contrast).toContainText('2.3:1，低于4.5:1');
  await put('textColor', '#1f1f1f');
  await expect(contrast).toContainText('16.4:1');

  const phone = page.getByRole('region', { name: '手机预览' });
  await expect(phone.locator('.th-screen')).toHaveCSS('color', 'rgb(31, 31, 31)');
  await attach('lockIcon', 132, 132);
  await expect(phone.locator('.th-buttons img')).toHaveAttribute('src', /^\/common\/file\//);
  await page.getByRole('button', { name: '充电', exact: true }).click();
  await expect(phone).toContainText('约1小时20分充满');

  const saved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/appTheme/add'));
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  expect(((await (await saved).json()) as { code: number }).code).toBe(0);

  await page.goto(`/themeManage?name.like=${encodeURIComponent(name)}`);
  const row = page.locator('.eu-table tbody tr').filter({ hasText: name });
  await expect(row).toContainText('草稿');
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  const entry = page.getByRole('menuitem', { name: '提交', exact: true });
  await expect(entry).toContainText(/缺少素材：首页背景/);
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
});
