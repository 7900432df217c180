import { createHmac } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { callAsAdmin, expect, test, tokenOf } from './fixtures.ts';

/** Distinct names for every run: usernames are never used again, not even after deletion. */
const stamp = Date.now().toString(36);
const username = `e2e.${stamp}`;
const mobile = `139${String(Date.now()).slice(-8)}`;
const dialog = (page: Page) => page.getByRole('dialog').last();
const done = (page: Page) => expect(page.getByText('操作成功').last()).toBeVisible();
/** Buttons of two characters have a space between them in some dialogs, and one at work an icon before them. */
const named = (name: string) => new RegExp(`${[...name].join('\\s?')}$`);
const confirm = (page: Page, name: string) =>
  dialog(page)
    .getByRole('button', { name: named(name) })
    .click();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
  await page.keyboard.press('Escape');
}

test('an operator: added with a password shown once, changed, disabled, reset, deleted', async ({ admin: page }) => {
  await page.goto('/systemManage/operatorManage/add');
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible();
  await page.getByLabel('用户名', { exact: true }).fill(username);
  await page.getByLabel('姓名', { exact: true }).fill('测试员');
  await page.getByLabel('手机号', { exact: true }).fill(mobile);
  await choose(page, '所属组织', '运营中心');
  await choose(page, '角色', '运营');
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(dialog(page)).toContainText('只显示这一次');
  await expect(dialog(page)).toContainText(username);
  await confirm(page, '我已保存');
  await expect(page).toHaveURL(/operatorManage\/detail\?id=/);
  await page.getByRole('tab', { name: '角色与权限' }).click();
  await expect(page.getByText('生效的功能权限')).toBeVisible();
  await page.getByRole('tab', { name: '操作记录' }).click();
  await expect(page.getByText('没有记录')).toBeVisible();

  await page.goto(`/systemManage/operatorManage?username.like=${username}`);
  await expect(page.getByText('共 1 条')).toBeVisible();
  const more = page.getByRole('button', { name: '「测试员」的更多操作' });
  await more.click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await expect(dialog(page)).toContainText('立即下线');
  await confirm(page, '确定');
  await done(page);
  await expect(page.getByRole('table').getByText('停用')).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: '重置密码' }).click();
  await confirm(page, '确定');
  await expect(dialog(page)).toContainText('初始密码');
  await confirm(page, '我已保存');
  await more.click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await confirm(page, '确定');
  await expect(page.getByText('共 0 条')).toBeVisible();
});

test('a role: ticks follow their rules, changes are summed up before saving', async ({ admin: page }) => {
  const roleCode = `e2e_${stamp}`;
  await page.goto('/systemManage/roleAdd');
  await page.getByLabel('角色编码').fill(roleCode);
  await page.getByLabel('角色名称').fill(`测试角色${stamp}`);
  await page.getByLabel('搜索功能名称或编码').fill('vehicleManage.stop');
  await page.getByRole('checkbox', { name: /^停运/ }).check();
  await page.getByLabel('搜索功能名称或编码').fill('vehicleManage.query');
  await expect(page.getByRole('checkbox', { name: /^查询/ })).toBeChecked();
  await page.getByLabel('搜索功能名称或编码').fill('');
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(page).toHaveURL(/roleRightsManage/);

  await page.goto(`/systemManage/roleEdit?id=${roleCode}`);
  await page.getByLabel('搜索功能名称或编码').fill('vehicleManage.stop');
  await page.getByRole('checkbox', { name: /^停运/ }).uncheck();
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(dialog(page)).toContainText('移除 1 项权限');
  await expect(dialog(page)).toContainText('停运');
  await confirm(page, '保存');
  await expect(page).toHaveURL(/roleRightsManage/);
  const detail = await callAsAdmin<{ functionCodes: string[] }>(
    new URL(page.url()).origin,
    '/system/crm/sysRole/detail',
    { roleCode },
  );
  expect(detail.functionCodes).toContain('vehicleManage.query');
  expect(detail.functionCodes).not.toContain('vehicleManage.stop');

  await page.goto(`/systemManage/roleRightsManage?roleCode.like=${roleCode}`);
  await page.getByRole('button', { name: '成员' }).click();
  await expect(dialog(page)).toContainText('还没有成员');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await confirm(page, '删除');
  await done(page);
});

test('a function node: added, moved with the keyboard, deleted; built-in ones are fixed', async ({ admin: page }) => {
  const code = `vehicleManage.e2e${stamp}`;
  await page.goto('/systemManage/menu?code=vehicleManage');
  await expect(page.getByLabel('编码', { exact: true })).toBeDisabled();
  await expect(page.locator('.sm-form-foot').getByRole('button', { name: named('删除') })).toHaveCount(0);
  await page.getByRole('button', { name: '新增下级' }).click();
  await page.getByLabel('编码', { exact: true }).fill(code);
  await page.getByLabel('名称', { exact: true }).fill('测试按钮');
  await page.getByLabel('英文名称').fill('Test button');
  await page.getByLabel('路径或接口').fill('/veh/crm/vehicle/e2e');
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(page).toHaveURL(new RegExp(`code=${code.replace('.', '\\.')}`));
  const node = page.getByRole('button', { name: '测试按钮', exact: true });
  await node.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('已移动「测试按钮」')).toBeVisible();
  await page
    .locator('.sm-form-foot')
    .getByRole('button', { name: named('删除') })
    .click();
  await confirm(page, '删除');
  await expect(node).toHaveCount(0);
});

test('the dictionary: a category with an entry comes and goes', async ({ admin: page }) => {
  const category = `E2e${stamp}`;
  await page.goto('/systemManage/dictionary');
  await page.getByRole('button', { name: '新增类别' }).click();
  await dialog(page).getByLabel('类别编码').fill(category);
  await dialog(page).getByLabel('类别名称').fill('测试类别');
  await dialog(page).getByLabel('编码', { exact: true }).fill('A');
  await dialog(page).getByLabel('名称', { exact: true }).fill('甲');
  await dialog(page).getByLabel('英文名称').fill('First');
  await confirm(page, '保存');
  await expect(page).toHaveURL(new RegExp(`category=${category}`));
  const row = page.getByRole('row', { name: /甲/ });
  await row.getByRole('button', { name: '停用' }).click();
  await confirm(page, '停用');
  await expect(row).toContainText('停用');
  await row.getByRole('button', { name: '删除' }).click();
  await confirm(page, '删除');
  await expect(row).toHaveCount(0);
});

test('traces: the operation log shows what changed, filters stay in the address', async ({ admin: page }) => {
  await page.goto('/systemManage/operatorManage?view=operations&entity.eq=sysUser');
  await page
    .getByRole('button', { name: /处变化/ })
    .first()
    .click();
  await expect(page.locator('.sm-log-diff').first()).toBeVisible();
  await page.getByRole('link', { name: '登录日志' }).click();
  await expect(page.getByRole('table').getByText('成功').first()).toBeVisible();
  await page.getByRole('link', { name: '在线会话' }).click();
  await expect(page.getByText('当前', { exact: true })).toBeVisible();
});

/** The code an authenticator app shows now, or some steps of 30 s later (RFC 6238). */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', key).update(counter).digest();
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

test('a second factor: turned on, asked for at sign-in, turned off', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const [name, password] = ['finance.xu', 'Wheelhouse2026'];
  await page
    .context()
    .addCookies([{ name: 'Admin-Token', value: await tokenOf(url, name, password), url, sameSite: 'Lax' }]);
  await page.goto('/userCenter/profile');
  await page
    .locator('.wh-section', { hasText: '动态验证码' })
    .getByRole('button', { name: named('启用') })
    .click();
  await dialog(page).getByLabel('登录密码').fill(password);
  await dialog(page).getByRole('button', { name: '下一步' }).click();
  await expect(dialog(page).getByLabel('登记二维码')).toBeVisible();
  const secret = (await dialog(page).locator('.wh-copy .wh-num').first().textContent()) ?? '';
  await dialog(page).getByLabel('6 位验证码').fill(codeOf(secret));
  await confirm(page, '启用');
  const codes = dialog(page).locator('.pf-codes li');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await confirm(page, '我已保存');

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('用户名', { exact: true }).fill(name);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('动态验证码').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/login/);

  await page.goto('/userCenter/profile');
  await page
    .locator('.wh-section', { hasText: '动态验证码' })
    .getByRole('button', { name: named('停用') })
    .click();
  await dialog(page).getByLabel('登录密码').fill(password);
  await dialog(page).getByLabel('6 位验证码').fill(codeOf(secret, 1));
  await confirm(page, '确定');
  await expect(page.getByText('未启用')).toBeVisible();
});

const pages = [
  '/userCenter/profile',
  '/systemManage/operatorManage',
  '/systemManage/operatorManage?view=operations',
  '/systemManage/operatorManage?view=sessions',
  '/systemManage/operatorManage/add',
  '/systemManage/roleRightsManage',
  '/systemManage/roleEdit?id=cs',
  '/systemManage/dealerAccountManage',
  '/systemManage/menu?code=vehicleManage',
  '/systemManage/dictionary?category=AlarmType',
  '/test/index',
];

for (const theme of ['light', 'dark'] as const)
  test(`${theme}: no serious accessibility findings, nothing wider than a phone`, async ({ admin: page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: theme });
    for (const path of pages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      // The gallery shows what loading looks like.
      if (path !== '/test/index') await expect(page.locator('main .wh-loading')).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
  });
