import type { Locator, Page } from '@playwright/test';
import { pngOf } from '../../apps/server/test/support/media.ts';
import { findings } from '../axe.ts';
import { callAsAdmin, expect, expectMessage, firstOf, hold, test, unique } from '../fixtures.ts';
import { callAsOwner, someOwner, someRider } from '../owner.ts';
import { choose, typeInto } from '../hands.ts';
import { walkStops } from '../stops.ts';

const main = (page: Page): Locator => page.locator('main');
const header = (page: Page): Locator => page.locator('.wh-page-header').filter({ visible: true });
const press = (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).click();
const answer = (page: Page): Locator => main(page).locator('[id="replyContent"]').filter({ visible: true });

/** Gives feedback as a user of the app. @returns its number and its text */
async function give(
  server: string,
  userId: string,
  vin?: string,
): Promise<{ readonly no: string; readonly text: string }> {
  const text = `感应解锁没有反应${unique()}`;
  const { feedbackNo } = await callAsOwner(server, userId, 'POST /app/v1/feedback/submit', {
    categoryCode: 'P05',
    subCode: 'P0502',
    content: text,
    clientOs: 1,
    appVersion: '5.2.0',
    ...(vin !== undefined && { vin }),
  });
  return { no: feedbackNo, text };
}

/** Finds feedback in the list, and its address. */
async function openDetail(page: Page, no: string): Promise<string> {
  await page.goto(`/businessManage/appFeedbackManage?keyword=${no}`);
  await page.getByRole('row').filter({ hasText: no }).getByRole('link', { name: no }).click();
  await expect(page).toHaveURL(/\/appFeedbackDetail\?id=\d+/);
  return page.url();
}

test('feedback is claimed, answered at the desk, and closed by a satisfied user', async ({ openAs, server }) => {
  test.slow();
  const userId = await someOwner(server, 40);
  const { no, text } = await give(server, userId);
  const page = await openAs('zhang.wei');
  await openDetail(page, no);
  await expect(header(page).getByText('待处理', { exact: true })).toBeVisible();
  await press(page, '领取');
  await expect(header(page).getByText('处理中', { exact: true })).toBeVisible();
  await page.goto(page.url().replace('appFeedbackDetail', 'appFeedbackDeal'));
  const talk = page.getByRole('list', { name: '对话' });
  await expect(talk).toContainText(text);
  // Both pages of the feedback are open, and told apart.
  const tabs = page.getByRole('navigation', { name: '标签页' });
  for (const name of [no, `处理 ${no}`]) await expect(tabs.getByRole('link', { name, exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // The draft is restored.
  await typeInto(answer(page), '请将手机靠近车辆后重试。');
  await page.reload();
  await expect(answer(page)).toHaveValue('请将手机靠近车辆后重试。');
  // Sent while its picture is on its way: with it.
  const arrive = await hold(page, '**/data/crm/upload/single*');
  const file = { name: 'step.png', mimeType: 'image/png', buffer: pngOf(320, 180) };
  await main(page).locator('input[type=file]').first().setInputFiles(file);
  await press(page, '发送回复');
  arrive();
  await expectMessage(page, '已发送给用户');
  await expect(talk).toContainText('请将手机靠近车辆后重试。');
  await expect(talk.locator('img')).toHaveCount(1);
  await expect(header(page).getByText('已回复', { exact: true })).toBeVisible();

  const inbox = await callAsOwner(server, userId, 'GET /app/v1/message/list', {});
  expect(inbox.list.find(({ jumpPage }) => jumpPage === `/feedback/${no}`)?.body).toBe('请将手机靠近车辆后重试。');
  await callAsOwner(server, userId, 'POST /app/v1/feedback/satisfy', { feedbackNo: no, satisfied: 1, text: '很快' });
  await page.reload();
  await expect(header(page).getByText('已关闭', { exact: true })).toBeVisible();
  await expect(main(page)).toContainText('用户满意');
});

test('feedback about a vehicle is turned into a repair order', async ({ openAs, server }) => {
  const { userId, vin } = await someRider(server, 50);
  const { no } = await give(server, userId, vin);
  const page = await openAs('zhang.wei');
  await openDetail(page, no);
  await header(page).getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '转报修单' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: /确\s?定$|转报修单$/ }).click();
  await expect(main(page).getByRole('list').filter({ hasText: '转报修单' })).toContainText(/RP\d{14}/);
  await expect(
    main(page)
      .getByRole('row')
      .filter({ hasText: /RP\d{14}/ }),
  ).toBeVisible();
  const { list } = await callAsAdmin(server, '/cs/crm/repairOrder/list', { query: { 'vin.eq': vin } });
  expect(firstOf(list)).toMatchObject({ faultCategory: 'P05', faultSub: 'P0502' });
});

test('a reply over a change by another user is refused, and its text is kept', async ({ openAs, admin, server }) => {
  const { no } = await give(server, await someOwner(server, 41));
  const [first, second] = [await openAs('zhang.wei'), admin];
  const desk = (await openDetail(first, no)).replace('appFeedbackDetail', 'appFeedbackDeal');
  for (const page of [first, second]) {
    await page.goto(desk);
    await typeInto(answer(page), '请将APP升级到最新版本后重试。');
  }
  await press(first, '领取');
  await expect(header(first).getByText('处理中')).toBeVisible();
  await press(second, '发送回复');
  await expect(main(second)).toContainText('该反馈已被他人修改');
  await main(second).getByRole('alert').getByRole('button', { name: '刷新' }).click();
  await expect(main(second)).toContainText('张伟正在处理');
  await expect(answer(second)).toHaveValue('请将APP升级到最新版本后重试。');
  await expect(main(second).getByRole('button', { name: '发送回复' })).toBeDisabled();
});

test('a reply names a question that the app shows', async ({ admin: page, server }) => {
  const { no } = await give(server, await someOwner(server, 44));
  await page.goto((await openDetail(page, no)).replace('appFeedbackDetail', 'appFeedbackDeal'));
  await main(page).getByRole('combobox', { name: '插入常见问题' }).click();
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click();
  await expect(answer(page)).toHaveValue(/^可在APP「常见问题」中查看：「.+」$/);
});

test('feedback that says the same is merged, and one reply answers both users', async ({ openAs, server }) => {
  test.slow();
  const [one, other] = [await someOwner(server, 42), await someOwner(server, 43)];
  const [first, second] = [await give(server, one), await give(server, other)];
  const page = await openAs('zhang.wei');
  await openDetail(page, second.no);
  await header(page).getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '合并' }).click();
  const dialog = page.getByRole('dialog');
  const into = dialog.locator('[id="mergedIntoId"]');
  await choose(into, first.no, first.no);
  await walkStops(dialog);
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await expect(main(page)).toContainText(`已合并到${first.no}`);

  await main(page).getByRole('alert').getByRole('link', { name: '查看' }).click();
  await expect(main(page)).toContainText('合并了1条反馈');
  await expect(main(page).getByRole('link', { name: second.no })).toBeVisible();
  await page.goto(page.url().replace('appFeedbackDetail', 'appFeedbackDeal'));
  await typeInto(answer(page), '问题已在新版本中修复，请升级后重试。');
  await press(page, '发送回复');
  await expectMessage(page, '已发送给用户');
  for (const [userId, { no }] of [
    [one, first],
    [other, second],
  ] as const) {
    const inbox = await callAsOwner(server, userId, 'GET /app/v1/message/list', {});
    expect(inbox.list.find(({ jumpPage }) => jumpPage === `/feedback/${no}`)?.body).toContain('问题已在新版本中修复');
  }
});
