import { findings } from '../axe.ts';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { typeInto } from '../hands.ts';
import { someOwner } from '../owner.ts';
import { walkStops } from '../stops.ts';

test('an entry of a list that allows something is asked for, read field by field, and refused', async ({
  admin: page,
}) => {
  const host = `${unique().toLowerCase()}.example.com`;
  await page.goto('/systemManage/dictionary?category=OwnHost');
  const entries = page.getByRole('region', { name: '自有域名' });
  await expect(entries.getByRole('note')).toContainText('须由另一位');
  await entries.getByRole('button', { name: '新增字典项' }).click();
  const form = page.getByRole('dialog', { name: '新增字典项' });
  await typeInto(form.getByLabel('编码', { exact: true }), host.replaceAll('.', '-'));
  await typeInto(form.getByLabel('名称', { exact: true }), host);
  await typeInto(form.getByLabel('英文名称', { exact: true }), host);
  await walkStops(form);
  await form.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.getByText('另一人批准后生效').first()).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(entries.getByRole('cell', { name: host })).toHaveCount(0);

  await entries.getByRole('link', { name: '待批准的变更' }).click();
  const row = page.getByRole('row', { name: host });
  await expect(row).toContainText('待批准');
  await row.getByRole('button', { name: '详情', exact: true }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: host });
  await expect(drawer.locator('.eu-diff')).toContainText(host);
  expect(await findings(page, { inside: '.ant-drawer' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  // Who asked does not approve.
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await expect(page.getByRole('menuitem', { name: '批准', exact: true })).toBeDisabled();
  await page.getByRole('menuitem', { name: '退回', exact: true }).click();
  const why = page.getByRole('dialog', { name: /退回/ });
  await typeInto(why.getByLabel('退回原因'), '域名不属于我们');
  await walkStops(why);
  await why.getByRole('button', { name: /^退\s?回$/ }).click();
  await expect(why).toHaveCount(0);
  await page.goto('/systemManage/changeRequest?status.eq=3');
  await expect(page.getByRole('row', { name: host })).toContainText('已退回');
});

test('what is said otherwise in a formatted text is marked, as people read it', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/act/crm/raffleActivity/list', { query: { status: 1 } });
  const { id, activityNo = '' } = firstOf(list);
  const { rev, ruleContent } = await callAsAdmin(server, '/act/crm/raffleActivity/detail', { id });
  const more = `每人限中${unique()}`;
  await callAsAdmin(server, '/act/crm/raffleActivity/update', {
    id,
    rev,
    ruleContent: `${ruleContent}<p>${more}<strong>一次</strong></p>`,
    changeReason: '补充活动规则说明',
  });
  await page.goto('/systemManage/changeRequest?status.eq=1');
  await page.getByRole('row', { name: activityNo }).first().getByRole('button', { name: '详情', exact: true }).click();
  const said = page.locator('.ant-drawer .eu-diff');
  await expect(said.locator('ins').filter({ hasText: more })).toHaveText(`${more}一次`);
  await expect(said).not.toContainText('<');
});

test('a number is changed with the codes that both numbers have received', async ({ admin: page, server }) => {
  // All sessions of theirs end: no other test is this owner.
  const id = await someOwner(server, 90);
  const next = `1${String(Date.now())
    .slice(-10)
    .replace(/^[0-2]/, '5')}`;
  await page.goto(`/guideUseManage/appuserDetail?id=${id}`);
  await page.getByRole('button', { name: '更换手机号', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /更换手机号/ });
  await typeInto(dialog.getByLabel('新手机号'), next);
  await dialog.getByRole('button', { name: '向两个号码发送' }).click();
  await expect(dialog.getByRole('button', { name: /秒后可重发/ })).toBeVisible();
  const { list } = await callAsAdmin(server, '/system/crm/smsOutbox/list', { page: 1, pageSize: 20 });
  const codeIn = (told: string): string =>
    /\d{6}/.exec(list.find(({ body }) => body.includes(told))?.body ?? '')?.[0] ?? '';
  await typeInto(dialog.getByLabel('旧号码收到的验证码'), codeIn(`尾号${next.slice(-4)}`));
  await typeInto(dialog.getByLabel('新号码收到的验证码'), codeIn('更换为本号码'));
  await typeInto(dialog.getByLabel('原因'), '车主来电要求更换');
  await walkStops(dialog);
  expect(await findings(page, { inside: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: '更换手机号' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`${next.slice(0, 3)}****${next.slice(-4)}`).first()).toBeVisible();
});

test('what one person has asked for another one approves, with what it does before their eyes', async ({
  server,
  openAs,
}) => {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    pageSize: 1,
    orderBy: 'createTime asc',
    query: { bindStatus: 1, operationStatus: 0 },
  });
  const { id, vin, frameNo } = firstOf(list);
  await callAsAdmin(server, '/veh/crm/vehicle/unbind', { id, reason: '车主已过世，家属申请' });
  const page = await openAs('ops.lin');
  await page.goto('/systemManage/changeRequest?status.eq=1');
  const row = page.getByRole('row', { name: String(vin ?? frameNo) });
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name: '批准', exact: true }).click();
  const question = page.getByRole('dialog', { name: /批准/ });
  await expect(question.locator('.eu-diff')).toContainText('→');
  await walkStops(question);
  await question.getByRole('button', { name: /^批\s?准$/ }).click();
  await expect(question).toHaveCount(0);
  await page.goto('/systemManage/changeRequest?status.eq=2');
  await expect(row).toContainText('已批准');
});
