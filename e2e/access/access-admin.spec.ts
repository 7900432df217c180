import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { callAsAdmin, expect, expectMessage, firstOf, test, tokenOf, unique } from '../fixtures.ts';
import { walkTo } from '../tab.ts';
import { clickInto, typeInto } from '../hands.ts';
import { walkStops } from '../stops.ts';

/** Distinct names for every run: usernames are never used again, not even after deletion. */
const stamp = Date.now().toString(36);
const username = `e2e.${stamp}`;
const mobile = `139${String(Date.now()).slice(-8)}`;
const dialog = (page: Page) => page.getByRole('dialog').last();
const done = (page: Page) => expectMessage(page, '操作成功');
/** Buttons of two characters have a space between them in some dialogs, and one at work an icon before them. */
const named = (name: string) => new RegExp(`${[...name].join('\\s?')}$`);
interface Node {
  readonly code: string;
  readonly rev: number;
  readonly subSysFunction: readonly Node[];
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.subSysFunction)]);
const confirm = (page: Page, name: string) =>
  dialog(page)
    .getByRole('button', { name: named(name) })
    .click();

test('an operator: looked at, disabled, reset, deleted', async ({ admin: page, server }) => {
  const { id } = await callAsAdmin(server, '/system/crm/sysUser/addUser', {
    username,
    realName: '测试员',
    mobile,
    organizationCode: 'HQ',
    roleCodes: ['ops'],
  });
  await page.goto(`/systemManage/operatorManage/detail?id=${id}`);
  await page.getByRole('tab', { name: '角色与权限' }).click();
  await expect(page.getByText('生效的功能权限')).toBeVisible();
  await page.getByRole('tab', { name: '操作记录' }).click();
  await expect(page.getByText('没有记录')).toBeVisible();

  await page.goto(`/systemManage/operatorManage?username.like=${username}`);
  await expect(page.getByText('共1条')).toBeVisible();
  const more = page.getByRole('button', { name: '「测试员」的更多操作' });
  await more.click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await expect(dialog(page)).toContainText(`停用「${username}」后该用户将立即下线`);
  await confirm(page, '确定');
  await done(page);
  await expect(page.getByRole('table').getByText('停用')).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: '重置密码' }).click();
  await expect(dialog(page)).toContainText(`重置「${username}」的密码`);
  await confirm(page, '确定');
  await expect(dialog(page)).toContainText('初始密码');
  await confirm(page, '我已保存');
  await more.click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await confirm(page, '确定');
  await expect(page.getByText('共0条')).toBeVisible();
});

test('a role: ticks follow their rules, changes are summed up, what another saved meanwhile stays', async ({
  admin: page,
  server,
}) => {
  const roleCode = `e2e_${stamp}`;
  await page.goto('/systemManage/roleAdd');
  await typeInto(page.getByLabel('角色编码'), roleCode);
  await typeInto(page.getByLabel('角色名称'), `测试角色${stamp}`);
  await typeInto(page.getByLabel('搜索功能名称或编码'), 'vehicleManage.stop');
  await page.getByRole('treeitem', { name: /^停运/ }).check();
  await typeInto(page.getByLabel('搜索功能名称或编码'), 'vehicleManage.query');
  await expect(page.getByRole('treeitem', { name: /^查询/ })).toBeChecked();
  await typeInto(page.getByLabel('搜索功能名称或编码'), '');
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(page).toHaveURL(/roleRightsManage/);

  // Somebody else saves the role while it is open here: both changes stay.
  await walkTo(page, `/systemManage/roleEdit?id=${roleCode}`);
  await typeInto(page.getByLabel('搜索功能名称或编码'), 'vehicleManage.stop');
  await page.getByRole('treeitem', { name: /^停运/ }).uncheck();
  await callAsAdmin(server, '/system/crm/sysRole/updateRole', { roleCode, rev: 1, remark: '别人的备注' });
  // The list behind it keeps its panels, closed.
  await page.keyboard.press('Control+s');
  await expect(dialog(page)).toContainText('移除1项权限');
  await expect(dialog(page)).toContainText('停运');
  await confirm(page, '保存');
  await expect(page.getByLabel('备注')).toHaveValue('别人的备注');
  await page.getByRole('button', { name: named('保存') }).click();
  await confirm(page, '保存');
  await expect(page).toHaveURL(/roleRightsManage/);
  const detail = await callAsAdmin(server, '/system/crm/sysRole/detail', { roleCode });
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

test('a function node: added, dragged and moved by key, settled with another’s change, deleted', async ({
  admin: page,
  server,
}) => {
  const label = `测试${unique()}`;
  const code = `vehicleManage.e2e${unique()}`;
  // High enough for the whole branch: a drag does not scroll.
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto('/systemManage/menu?code=vehicleManage');
  await expect(page.getByLabel('编码', { exact: true })).toBeDisabled();
  await expect(page.locator('.sm-form-foot').getByRole('button', { name: named('删除') })).toHaveCount(0);
  await page.getByRole('button', { name: '新增下级' }).click();
  await typeInto(page.getByLabel('编码', { exact: true }), code);
  await typeInto(page.getByLabel('名称', { exact: true }), label);
  await typeInto(page.getByLabel('英文名称'), 'Test button');
  await typeInto(page.getByLabel('路径或接口'), '/veh/crm/vehicle/e2e');
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(page).toHaveURL(new RegExp(`code=${code.replace('.', '\\.')}`));
  const branch = page.getByRole('tree', { name: '功能树' });
  const names = branch.locator('.wh-tree-label');
  const node = branch.getByRole('treeitem', { name: label });
  const next = async (): Promise<string | undefined> => {
    const all = await names.allTextContents();
    return all.includes(label) ? all[all.indexOf(label) + 1] : 'absent';
  };
  await node.dragTo(names.getByText('导入', { exact: true }), { targetPosition: { x: 20, y: 2 } });
  await expect.poll(next).toBe('导入');
  await clickInto(node);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => ['导入', 'absent'].includes((await next()) ?? '')).toBe(false);
  // One stop for Tab; the keys go on from there.
  await expect(branch.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  const above = branch.getByRole('treeitem', { name: '车辆管理', exact: true });
  await expect(above).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(above).toHaveAttribute('aria-expanded', 'false');
  await expect(node).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(branch.getByRole('treeitem').last()).toBeFocused();
  await expect(async () => {
    // Keys a while after the others begin another name, also when the machine stood still between two of these.
    await sleep(800);
    await page.keyboard.type('vehicleManage');
    await expect(above).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(node).toBeVisible();

  // Another administrator renames it while its order is being changed here.
  await typeInto(page.getByLabel('英文名称'), 'Mine');
  const tree = await callAsAdmin(server, '/system/crm/sysFunction/tree', { scope: 'all' });
  const { rev } = flat(tree).find((one) => one.code === code) ?? { rev: 0 };
  await callAsAdmin(server, '/system/crm/sysFunction/updateFunction', { code, rev, nameEn: 'Theirs' });
  await page.getByRole('button', { name: named('保存') }).click();
  await expect(dialog(page)).toContainText('Theirs');
  await confirm(page, '按选择保存');
  await done(page);
  await page.getByRole('button', { name: '修改记录' }).click();
  await expect(dialog(page)).toContainText('Theirs');
  await expect(dialog(page)).toContainText('Mine');
  await page.keyboard.press('Escape');
  await page
    .locator('.sm-form-foot')
    .getByRole('button', { name: named('删除') })
    .click();
  await confirm(page, '删除');
  await expect(node).toHaveCount(0);
});

test('the dictionary: a category with an entry comes, is changed by two at once, and goes', async ({
  admin: page,
  server,
}) => {
  const category = `E2e${stamp}`;
  await page.goto('/systemManage/dictionary');
  await page.getByRole('button', { name: '新增类别' }).click();
  await typeInto(dialog(page).getByLabel('类别编码'), category);
  await typeInto(dialog(page).getByLabel('类别名称'), '测试类别');
  await typeInto(dialog(page).getByLabel('编码', { exact: true }), 'A');
  await typeInto(dialog(page).getByLabel('名称', { exact: true }), '甲');
  await typeInto(dialog(page).getByLabel('英文名称'), 'First');
  await confirm(page, '保存');
  await expect(page).toHaveURL(new RegExp(`category=${category}`));
  const row = page.getByRole('row', { name: /甲/ });
  await row.getByRole('button', { name: /^编辑/ }).click();
  const sheet = page.getByRole('dialog', { name: '编辑字典项' });
  await typeInto(sheet.getByLabel('英文名称'), 'Mine');
  await walkStops(sheet);
  const { list } = await callAsAdmin(server, '/data/crm/itemCode/list', {
    query: { category },
  });
  const { id, rev = 1 } = firstOf(list);
  await callAsAdmin(server, '/data/crm/itemCode/update', { id, rev, nameEn: 'Theirs' });
  await sheet.getByRole('button', { name: named('保存') }).click();
  await expect(dialog(page)).toContainText('Theirs');
  await confirm(page, '按选择保存');
  await expect(row).toContainText('Mine');
  await row.getByRole('button', { name: '停用' }).click();
  await confirm(page, '停用');
  await expect(row).toContainText('停用');
  await row.getByRole('button', { name: '删除' }).click();
  await confirm(page, '删除');
  await expect(row).toHaveCount(0);
});

test('master and detail: the splitter keeps its width; on a phone the detail is a second step', async ({
  admin: page,
}) => {
  await page.goto('/systemManage/dictionary?category=AlarmType');
  const tree = page.getByRole('tree', { name: '类别' });
  const chosen = tree.getByRole('treeitem', { name: /AlarmType/ });
  await expect(chosen).toBeInViewport();
  const splitter = page.getByRole('separator', { name: '调整宽度' });
  const width = async (): Promise<number> => Number(await splitter.getAttribute('aria-valuenow'));
  const before = await width();
  await clickInto(splitter);
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(before + 16);
  await page.reload();
  await expect.poll(width).toBe(before + 16);

  await page.setViewportSize({ width: 390, height: 844 });
  const back = page.getByRole('button', { name: named('返回') });
  await expect(page.getByRole('row', { name: /VIBRATION/ })).toBeVisible();
  await expect(tree).toBeHidden();
  await back.click();
  await expect(page.getByRole('table')).toBeHidden();
  await expect(chosen).toBeFocused();
  await chosen.click();
  await expect(back).toBeFocused();
  await expect(page).toHaveURL(/category=AlarmType/);
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
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: named('导出') }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^在线会话.*\.xlsx$/);
  await page.goto('/systemManage/operatorManage?view=operations&resultCode.ge=1');
  await expect(page.getByRole('table').getByText('没有权限执行该操作').first()).toBeVisible();
  await expect(page.getByRole('table').getByText('成功')).toHaveCount(0);
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
  await page.getByRole('button', { name: named('更换') }).click();
  await walkStops(dialog(page));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await walkStops(page.locator('.wh-section', { hasText: '修改密码' }));
  await page
    .locator('.wh-section', { hasText: '动态验证码' })
    .getByRole('button', { name: named('启用') })
    .click();
  await typeInto(dialog(page).getByLabel('登录密码'), password);
  await walkStops(dialog(page));
  await dialog(page).getByRole('button', { name: '下一步' }).click();
  await expect(dialog(page).getByLabel('登记二维码')).toBeVisible();
  const secret = (await dialog(page).locator('.wh-copy .wh-num').first().textContent()) ?? '';
  await typeInto(dialog(page).getByLabel('6位验证码'), codeOf(secret));
  await confirm(page, '启用');
  const codes = dialog(page).locator('.pf-codes li');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await confirm(page, '我已保存');

  await page.context().clearCookies();
  await page.goto('/login');
  await typeInto(page.getByLabel('用户名', { exact: true }), name);
  await typeInto(page.getByLabel('密码', { exact: true }), password);
  await page.keyboard.press('Enter');
  await typeInto(page.getByLabel('动态验证码'), recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: '出行管理系统' })).toBeVisible();

  await page.goto('/userCenter/profile');
  await page
    .locator('.wh-section', { hasText: '动态验证码' })
    .getByRole('button', { name: named('停用') })
    .click();
  await typeInto(dialog(page).getByLabel('登录密码'), password);
  await typeInto(dialog(page).getByLabel('6位验证码'), codeOf(secret, 1));
  await confirm(page, '确定');
  await expect(page.getByText('未启用')).toBeVisible();
});

/** A part of a page that the route table does not have. */
const log = '/systemManage/operatorManage?view=operations';

test('the logs: no serious accessibility findings, light and dark', async ({ admin: page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(log);
  await expect(page.locator('main table')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await findings(page, { inside: 'main' }), colorScheme).toEqual([]);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('nothing is wider than the page', async ({ admin: page }) => {
    for (const path of [
      '/userCenter/profile',
      log,
      '/systemManage/roleEdit?id=cs',
      '/systemManage/menu',
      '/test/index',
    ]) {
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
  });
});

test('nobody confirms what is refused anyway', async ({ admin: page }) => {
  await page.goto('/systemManage/operatorManage?keyword=admin');
  const own = page.getByRole('row').filter({ hasText: '系统管理员' });
  await own.getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  await expectMessage(page, '不能对自己执行该操作');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
