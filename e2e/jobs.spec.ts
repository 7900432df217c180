import { callAsAdmin, expect, expectMessage, firstOf, test, unique } from './fixtures.ts';
import { endOf } from './fleet.ts';
import { chooseAt, pressAt, skipToMain, typeAt, write } from './hands.ts';

// What operators do all day, by keyboard alone.

test('an alarm is finished', async ({ admin: page, server }) => {
  // The most serious ones ask for more.
  const { list } = await callAsAdmin(server, '/veh/crm/alarm/list', { pageSize: 50, query: { handleStatus: 0 } });
  const { id, alarmNo } = firstOf(list.filter(({ level }) => Number(level) < 4));
  await callAsAdmin(server, '/veh/crm/alarm/claim', { ids: [id] });
  await page.goto(`/alarmManage/alarmManage?keyword=${alarmNo}`);
  const row = page.getByRole('row').filter({ hasText: String(alarmNo) });
  await row.waitFor();
  await skipToMain(page);
  await pressAt(row.getByRole('button', { name: '处理完成', exact: true }));
  const dialog = page.getByRole('dialog');
  await chooseAt(dialog.getByLabel('处理结果'), '已解决');
  await typeAt(dialog.getByLabel('处理说明'), '电话联系车主，本人挪车');
  await pressAt(dialog.getByRole('button', { name: '处理完成', exact: true }));
  await expectMessage(page);
  expect((await callAsAdmin(server, '/veh/crm/alarm/detail', { id })).handleStatus).toBe(2);
});

test('an application to unbind is rejected', async ({ openAs, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/unbindApplication/list', { query: { status: 0 } });
  const { id } = firstOf(list);
  const page = await openAs('after.sun');
  await page.goto(`/equipmentManage/unbindManageDetail?id=${id}`);
  const reject = page.locator('main').getByRole('button', { name: '驳回', exact: true });
  await reject.waitFor();
  await skipToMain(page);
  await pressAt(reject);
  const dialog = page.getByRole('dialog');
  await chooseAt(dialog.getByLabel('驳回原因'), '材料不清');
  await typeAt(dialog.getByLabel('说明'), '发票照片看不清车架号');
  await pressAt(dialog.getByRole('button', { name: '驳回', exact: true }));
  await expectMessage(page);
  expect((await callAsAdmin(server, '/veh/crm/unbindApplication/detail', { id })).status).toBe(3);
});

test('a card is stopped', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/simCard/list', {
    pageSize: 100,
    query: { 'simStatus.in': ['3'], 'pendingOp.null': 1 },
  });
  const { rows } = await callAsAdmin(server, '/veh/crm/simOperation/preview', {
    iccids: list.map(({ iccid }) => String(iccid)),
    opType: 1,
  });
  const { iccid } = firstOf(rows.filter(({ reason }) => reason === null));
  await page.goto('/simManage/stopResume');
  const add = page.getByRole('button', { name: '新建停复机' });
  await add.waitFor();
  await skipToMain(page);
  await pressAt(add);
  const dialog = page.getByRole('dialog');
  await typeAt(dialog.getByLabel('ICCID或车架号'), iccid);
  await chooseAt(dialog.getByLabel('原因'), '车主申请');
  await typeAt(dialog.getByLabel('备注'), '车主申请停机');
  await pressAt(dialog.getByRole('button', { name: /预\s?览/ }));
  await expect(dialog.getByText('可执行1张，不可执行0张')).toBeVisible();
  await pressAt(dialog.getByRole('button', { name: /提\s?交/ }));
  await expectMessage(page, '已提交1张');
});

test('a caller’s vehicle is found by what they say, and looked for', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    query: { online: 1, operationStatus: 0, bindStatus: 1 },
  });
  const { vin } = firstOf(list);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: '搜索' })).toBeFocused();
  await write(page, `寻车 ${await endOf(server, String(vin))}`);
  // What is to be done stands before the vehicle itself.
  await expect(page.getByRole('option').first()).toHaveAccessibleName(new RegExp(`^寻车 ${vin}`));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').filter({ hasText: String(vin) });
  await chooseAt(dialog.getByLabel('原因'), '车主要求');
  await pressAt(dialog.getByRole('button', { name: '下发' }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: '指令记录' }).getByRole('listitem').first()).toContainText('寻车');
});

test('a notice is written', async ({ admin: page }) => {
  const title = `雨天骑行提示${unique()}`;
  await page.goto('/messageManage/noticeAdd');
  const field = (name: string) => page.locator('main').locator(`[id="${name}"]`);
  await field('title').waitFor();
  await skipToMain(page);
  await typeAt(field('title'), title);
  await chooseAt(field('noticeType'), '安全提示');
  await chooseAt(field('receivers'), '后台人员');
  await typeAt(field('content'), '雨天请减速，避免急刹。');
  // It ends some day unless somebody says otherwise.
  await expect(field('endTime')).toHaveValue(/^\d{4}-/);
  await pressAt(page.locator('main').getByRole('button', { name: /保\s?存$/ }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
