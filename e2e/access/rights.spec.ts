import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, expectMessage, firstOf, test, tokenOf } from '../fixtures.ts';

interface Operator {
  readonly id: string;
  readonly rev: number;
  readonly roleCodes: readonly string[];
}

const username = 'finance.xu';
const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主导航' });

async function operator(server: string): Promise<Operator> {
  const found = await callAsAdmin(server, '/system/crm/sysUser/list', {
    page: 1,
    pageSize: 1,
    query: { 'username.like': username },
  });
  return callAsAdmin(server, '/system/crm/sysUser/detail', { id: firstOf(found.list).id });
}

async function giveRoles(server: string, roleCodes: readonly string[]): Promise<void> {
  const { id, rev } = await operator(server);
  await callAsAdmin(server, '/system/crm/sysUser/updateUser', { id, rev, roleCodes });
}

test('a change of roles takes effect in another browser without a reload', async ({ openAs, server }) => {
  const { roleCodes } = await operator(server);
  const page = await openAs(username);
  try {
    const listening = page.waitForResponse('**/live/stream?**');
    await page.goto('/qa');
    await listening;
    await expect(menu(page).getByRole('button', { name: '车辆与设备' })).toHaveCount(0);
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await giveRoles(server, [...roleCodes, 'aftersales']);
    await expectMessage(page, '权限已变更，正在刷新');
    await menu(page).getByRole('button', { name: '车辆与设备' }).click();
    await menu(page).getByRole('link', { name: '车辆管理' }).click();
    const live = page.waitForResponse('**/live/stream?**vehicle**');
    await page.getByRole('link', { name: '详情' }).first().click();
    await expect(page.getByRole('tab', { name: '实时状态' })).toBeVisible();
    await live;
    await giveRoles(server, roleCodes);
    await expect(menu(page).getByRole('button', { name: '车辆与设备' })).toHaveCount(0);
    await expect(page).toHaveURL('/401');
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  } finally {
    await giveRoles(server, roleCodes);
  }
});

test('disabling an account signs it out at once, with the reason', async ({ openAs, server, consoleErrors }) => {
  const page = await openAs(username);
  const listening = page.waitForResponse('**/live/stream?**');
  await page.goto('/qa');
  await listening;
  const { id } = await operator(server);
  try {
    await callAsAdmin(server, '/system/crm/sysUser/enable', { ids: [id], enabled: 0 });
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expect(tokenOf(server, username)).rejects.toThrow('账号已停用或已过有效期');
  } finally {
    await callAsAdmin(server, '/system/crm/sysUser/enable', { ids: [id], enabled: 1 });
  }
  // The browser itself reports calls that were refused.
  expect(consoleErrors.splice(0).filter((error) => !error.includes('401'))).toEqual([]);
});
