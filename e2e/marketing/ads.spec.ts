import { pngOf } from '../../apps/server/test/support/media.ts';
import { expect, test, unique } from '../fixtures.ts';
import { choose, typeInto, typeTime } from '../hands.ts';

test('an advertisement is made with its preview, put on, and taken off', async ({ admin: page }) => {
  const title = `横幅${unique()}`;
  await page.goto('/guideUseManage/bannerAdd');
  const field = (name: string) => page.locator(`[id="${name}"]`);
  await typeInto(field('title'), title);
  await choose(field('position'), '首页轮播');
  const item = page.locator('.ant-form-item').filter({ has: page.locator('label[for="image"]') });
  const send = (width: number, height: number) =>
    item
      .locator('input[type=file]')
      .setInputFiles({ name: 'ad.png', mimeType: 'image/png', buffer: pngOf(width, height) });
  await send(702, 280);
  await item.locator('.eu-tile-remove').waitFor();
  const phone = page.getByRole('region', { name: '手机预览' });
  await expect(phone.getByRole('img', { name: title })).toHaveAttribute('src', /^\/common\/file\//);

  await choose(field('jumpType'), 'APP页面');
  await choose(field('jumpTarget'), '优惠券');
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const begin = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await typeTime(field('startTime'), `${begin} 00:00:00`);
  await typeTime(field('endTime'), `${end} 00:00:00`);
  const saved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/advertisement/add'));
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  expect(((await (await saved).json()) as { code: number }).code).toBe(0);

  await page.goto(`/guideUseManage/bannerManage?title.like=${encodeURIComponent(title)}`);
  const row = page.locator('.eu-table tbody tr').filter({ hasText: title });
  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: /的更多操作$/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('上架');
  await expect(row).toContainText('展示中');
  await act('下架');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定$|下\s?架$/ })
    .click();
  await expect(row).toContainText('下架');
});
