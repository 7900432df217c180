import { readFileSync } from 'node:fs';
import { formatInstant } from '@wheelhouse/contract/time';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const inHours = (hours: number): string => formatInstant(new Date(Date.now() + hours * 3_600_000));

test('a promotion is published, its code downloaded and scanned, and the scan seen in its statistics', async ({
  admin: page,
  server,
}) => {
  const name = `扫码有礼${unique()}`;
  const { id } = await callAsAdmin(server, '/ps/crm/promotion/add', {
    name,
    channelType: '4',
    landingType: 1,
    landingUrl: 'https://m.example.com/promotions/e2e',
    startTime: inHours(-1),
    endTime: inHours(48),
  });
  const listed = `/promotion?name.like=${encodeURIComponent(name)}`;
  const during = (from: string, to: string): string => `${listed}&endTime.ge=${from}&startTime.le=${to}`;
  const today = inHours(0).slice(0, 10);
  await page.goto(during('2020-01-01', '2020-12-31'));
  await expect(page.getByRole('listitem').filter({ hasText: '时间段: 2020-01-01 – 12-31' })).toBeVisible();
  await expect(page.getByText('共0条')).toBeVisible();
  await page.goto(during(today, today));
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '发布' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(确\s*定|发\s*布)$/ })
    .click();
  await expect(row).toContainText('进行中');

  await row.getByRole('button', { name: '详情', exact: true }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: name });
  await drawer.getByRole('tab', { name: '二维码' }).click();
  const { list } = await callAsAdmin(server, '/ps/crm/promotion/list', { query: { 'name.like': name } });
  const { promoCode } = firstOf(list);
  await expect(drawer.getByRole('img', { name: new RegExp(`/p/${String(promoCode)}$`) })).toBeVisible();
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: '下载PNG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${String(promoCode)}-512.png`);
  expect(
    readFileSync(await file.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');

  const answer = await fetch(new URL(`/p/${String(promoCode)}`, server), {
    redirect: 'manual',
    headers: { 'user-agent': phone },
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('https://m.example.com/promotions/e2e');

  await drawer.getByRole('tab', { name: '统计' }).click();
  const totals = drawer.locator('.ov-promotion-totals');
  await expect(totals.locator('div').filter({ hasText: '扫码' })).toContainText('1');
  await drawer
    .getByRole('figure', { name: /每日结果/ })
    .getByRole('button', { name: '表格' })
    .click();
  const { total } = await callAsAdmin(server, '/ps/crm/promotion/statistics', {
    id,
    from: inHours(-48).slice(0, 10),
    to: inHours(1).slice(0, 10),
  });
  expect(total).toEqual({ scan: 1, download: 0, register: 0, bind: 0, rewardFen: 0 });
});
