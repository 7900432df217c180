import type { Locator, Page } from '@playwright/test';
import { pngOf } from '../../apps/server/test/support/media.ts';
import { findings } from '../axe.ts';
import { expect, test, unique } from '../fixtures.ts';
import { callAsOwner, someOwner } from '../owner.ts';
import { choose, typeInto, typeTime } from '../hands.ts';

const main = (page: Page): Locator => page.locator('main');
const field = (page: Page, name: string): Locator => main(page).locator(`[id="${name}"]`).filter({ visible: true });
const header = (page: Page): Locator => page.locator('.wh-page-header').filter({ visible: true });
const press = (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).click();

/** Writes a campaign message to everybody who has an iPhone. @returns its address */
async function write(page: Page, title: string): Promise<string> {
  await page.goto('/messageManage/operationActivityAdd');
  await typeInto(field(page, 'title'), title);
  await choose(field(page, 'activityType'), '骑行活动');
  await typeInto(field(page, 'summary'), '周六上午滨江骑行，欢迎报名。');
  const cover = main(page)
    .locator('.ant-form-item')
    .filter({ has: page.locator('label[for="coverImage"]') });
  await cover
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: pngOf(702, 320) });
  await cover.locator('.eu-tile-remove').waitFor();
  await typeInto(field(page, 'content'), '集合地点：滨江绿道入口。');
  const counted = main(page).locator('output').filter({ hasText: /^预计/ });
  await choose(field(page, 'audienceType'), '标签');
  await choose(field(page, 'tagIds'), ['体验官']);
  await press(page, '预估人数');
  await expect(counted).toHaveText(/^预计[\d,]+人/);
  await choose(field(page, 'audienceType'), '全部');
  await expect(counted).toHaveCount(0);
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await typeTime(field(page, 'endTime'), `${until} 08:00:00`);
  await press(page, '预估人数');
  await expect(counted).toHaveText(/^预计[\d,]+人/);
  const phone = page.getByRole('region', { name: '手机预览' });
  await expect(phone).toContainText('周六上午滨江骑行，欢迎报名。');
  expect(await findings(page)).toEqual([]);
  await main(page)
    .getByRole('button', { name: /保\s?存$/ })
    .click();
  await expect(page).toHaveURL(/\/operationActivityDetail\?id=\d+/);
  return page.url();
}

test('a campaign is written by one person, released to everybody by another who retypes its title, and reaches the owners’ inboxes', async ({
  openAs,
  server,
}) => {
  test.slow();
  const title = `滨江骑行${unique()}`;
  const [author, reviewer] = [await openAs('market.he'), await openAs('ops.lin')];
  const address = await write(author, title);
  await press(author, '提交审核');
  await expect(header(author).getByText('待审核', { exact: true })).toBeVisible();
  await expect(header(author).getByRole('button', { name: '通过', exact: true })).toHaveCount(0);
  await author.getByRole('tab', { name: '接收明细' }).click();
  await expect(main(author)).toContainText('没有符合条件的记录');

  await reviewer.goto(address);
  await press(reviewer, '通过');
  const question = reviewer.getByRole('dialog');
  await expect(question).toContainText(new RegExp(`${title}.*将发送给[\\d,]+位用户`));
  const approve = question.getByRole('button', { name: /通\s?过$/ });
  await approve.click();
  await expect(question).toContainText('将发送给全部用户，请输入消息标题确认');
  await typeInto(question.getByLabel('再次输入标题'), title);
  await approve.click();
  await expect(question).toBeHidden();
  const approvals = main(reviewer).getByRole('list', { name: '审批记录' });
  await expect(approvals.getByRole('listitem').first()).toContainText(/审核通过.*对象数量/s);

  // Pushes wait for the day; the inboxes have it at once.
  await author.getByRole('tab', { name: '发送统计' }).click();
  const inbox = author.getByRole('row').filter({ hasText: '站内信' });
  await expect(inbox.getByRole('cell').nth(-4)).not.toHaveText('0', { timeout: 30_000 });
  await author.reload();
  await author.getByRole('tab', { name: '接收明细' }).click();
  // By role, so that the rows of the tab before, which is hidden, are none.
  const first = main(author).getByRole('row').filter({ hasText: '站内信' }).first();
  await expect(first).toContainText(/1\d{2}\*{4}\d{4}/);
  await expect(first).toContainText('已送达');
  const owner = await someOwner(server, 20);
  const received = await callAsOwner(server, owner, 'GET /app/v1/message/list', {});
  expect(received.list.map((message) => message.title)).toContain(title);
});
