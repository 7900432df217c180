import { callAsAdmin, unique } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';
import { callAsOwner, someOwner } from '../owner.ts';
import { expect, test } from '../tab.ts';

test('a coupon of external codes is made, filled, published, granted, received and voided', async ({
  admin: page,
  server,
}) => {
  const batch = unique();
  const name = `会员卡${batch}`;
  const codes = [1, 2, 3].map((n) => `E2E-${batch}-${n}`);
  const [granted, receiver] = [await someOwner(server, 3), await someOwner(server, 4)];

  await page.goto('/prizeManage/coupon');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog');
  await typeInto(form.locator('#name'), name);
  await choose(form.locator('#couponType'), '第三方券码');
  await expect(form.locator('#amountFen')).toHaveCount(0);
  await typeInto(form.locator('#total'), '3');
  await choose(form.locator('#validMode'), '领取后天数');
  await typeInto(form.locator('#validDays'), '30');
  await typeInto(form.locator('#description'), '复制券码到APP兑换，每人一张。');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();

  await page.goto(`/prizeManage/coupon?name.like=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: '详情', exact: true }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: name });
  await expect(drawer.getByText('已导入0个，发行量3')).toBeVisible();
  await drawer.getByRole('button', { name: '导入券码' }).click();
  const importing = page.getByRole('dialog', { name: '导入券码' });
  const file = importing.locator('input[type=file]');
  const csv = (lines: readonly string[]) => ({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`券码\n${lines.join('\n')}\n`),
  });
  await file.setInputFiles(csv([...codes, 'abc', ...codes.slice(0, 1)]));
  await expect(importing.getByText('2行不合格，未导入任何券码')).toBeVisible();
  const wrong = importing.getByRole('region', { name: '不合格的行' });
  await expect(wrong).toContainText('格式不符');
  await expect(wrong).toContainText('与第2行重复');
  await file.setInputFiles(csv(codes));
  await expect(importing.getByText('已导入3个券码')).toBeVisible();
  await importing
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click();
  await expect(drawer.getByText('已导入3个，发行量3')).toBeVisible();
  await expect(importing).toBeHidden();
  await drawer.locator('.ant-drawer-close').click();
  await expect(drawer).toBeHidden();

  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '发布' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(确\s*定|发\s*布)$/ })
    .click();
  await expect(row).toContainText('发放中');

  await row.getByRole('button', { name: '详情', exact: true }).click();
  await drawer.getByRole('tab', { name: '领取明细' }).click();
  await drawer.getByRole('button', { name: /^发\s*放$/ }).click();
  const granting = page.getByRole('dialog', { name: `发放「${name}」` });
  await typeInto(granting.locator('#grantMobiles'), `${granted} 0 ${granted}`);
  await granting.getByRole('button', { name: /^预\s*览$/ }).click();
  await expect(granting.getByText('共3行，将发放1张')).toBeVisible();
  const skipped = granting.getByRole('region', { name: '跳过的行' });
  await expect(skipped.last()).toContainText('重复');
  await typeInto(granting.locator('#grantReason'), '测试补偿');
  await granting.getByRole('button', { name: '发放1张' }).click();
  await expect(granting.getByText('已发放1张（共3行）')).toBeVisible();
  const download = page.waitForEvent('download');
  await granting.getByRole('button', { name: '下载跳过的行' }).click();
  expect((await download).suggestedFilename()).toMatch(/^CP\d+-未发放\.csv$/);
  await granting
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click();

  const { list } = await callAsAdmin(server, '/act/crm/coupon/list', { query: { 'name.like': name } });
  const couponNo = String(list[0]?.couponNo);
  const own = await callAsOwner(server, receiver, 'POST /app/v1/coupon/receive', { couponNo });
  expect(codes).toContain(own.code);
  const mine = await callAsOwner(server, granted, 'GET /app/v1/coupon/mine', { status: '0' });
  const grantedCode = mine.find((one) => one.couponNo === couponNo)?.code;
  expect(codes).toContain(grantedCode);
  expect(grantedCode).not.toBe(own.code);

  await drawer.getByRole('tab', { name: '数据' }).click();
  await expect(drawer.locator('.cp-totals div').filter({ hasText: '已发' })).toContainText('2');
  await drawer.getByRole('tab', { name: '领取明细' }).click();
  const holder = drawer.getByRole('row').filter({ hasText: '测试补偿' });
  await holder.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '作废' }).click();
  const voiding = page.getByRole('dialog').filter({ hasText: '不可恢复' });
  await typeInto(voiding.getByRole('textbox'), '误发');
  await voiding.getByRole('button', { name: /^(确\s*定|作\s*废)$/ }).click();
  await expect(holder).toContainText('已作废');
  const after = await callAsOwner(server, granted, 'GET /app/v1/coupon/mine', { status: '4' });
  expect(after.find((one) => one.couponNo === couponNo)).toMatchObject({ code: null, status: 4 });
});
