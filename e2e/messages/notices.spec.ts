import type { Locator, Page } from '@playwright/test';
import { formatDay } from '@wheelhouse/contract';
import { findings } from '../axe.ts';
import type { ConsoleNotice } from '@wheelhouse/contract/calls/messages/messages';
import { callAsAdmin, expect, hold, test, unique } from '../fixtures.ts';
import { choose, leave, typeInto, typeTime } from '../hands.ts';

const main = (page: Page): Locator => page.locator('main');
const field = (page: Page, name: string): Locator => main(page).locator(`[id="${name}"]`).filter({ visible: true });
const header = (page: Page): Locator => page.locator('.wh-page-header').filter({ visible: true });
const press = (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).click();

/** Whom that notice is for. */
const sentence = '全部用户（APP不低于99.0.0）和后台人员';

/** Writes a notice to the staff, and to users of an app that nobody has yet: those make it one that is reviewed. @returns its address */
async function write(page: Page, title: string): Promise<string> {
  await page.goto('/messageManage/noticeAdd');
  await typeInto(field(page, 'title'), title);
  await choose(field(page, 'noticeType'), '安全提示');
  await choose(field(page, 'receivers'), ['APP用户', '后台人员']);
  await typeInto(field(page, 'minVersion'), '99.0.0');
  await typeInto(field(page, 'content'), '骑行前请检查刹车和灯光。');
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await typeTime(field(page, 'endTime'), `${until} 08:00:00`);
  await press(page, '预估人数');
  await expect(main(page).locator('output', { hasText: /^预计\d+人/ })).toBeVisible();
  await expect(main(page).locator('output', { hasText: sentence })).toBeVisible();
  const phone = page.getByRole('region', { name: '手机预览' });
  await expect(phone).toContainText(title);
  await press(page, '详情');
  await expect(phone.getByRole('heading', { name: title })).toBeVisible();
  await expect(phone).toContainText('骑行前请检查刹车和灯光。');
  expect(await findings(page)).toEqual([]);
  await main(page)
    .getByRole('button', { name: /保\s?存$/ })
    .click();
  await expect(page).toHaveURL(/\/noticeDetail\?id=\d+/);
  await expect(main(page).getByText(sentence)).toBeVisible();
  return page.url();
}

/** Opens a page until it shows something: what happens elsewhere is not told to it. */
const comes = (page: Page, address: string, shown: Locator): Promise<void> =>
  expect(async () => {
    await page.goto(address);
    await expect(main(page).locator('h1')).toBeVisible();
    await expect(shown).toBeVisible({ timeout: 2_000 });
  }).toPass();

test('a notice is written by one person, approved by another, and shown to everybody until it is dismissed or withdrawn', async ({
  openAs,
}) => {
  test.slow();
  const title = `刹车检查提示${unique()}`;
  const [author, reviewer] = [await openAs('ops.lin'), await openAs('market.he')];
  const address = await write(author, title);
  await press(author, '提交审核');
  await expect(header(author).getByText('待审核', { exact: true })).toBeVisible();
  await expect(header(author).getByRole('button', { name: '通过', exact: true })).toHaveCount(0);
  await header(author).getByRole('button', { name: '更多', exact: true }).click();
  await expect(author.getByRole('menuitem', { name: '通过', exact: true })).toHaveAttribute('title', /不能审核/);
  await author.keyboard.press('Escape');

  // An open page follows the notice.
  await author.getByRole('tab', { name: '发送统计' }).click();

  await reviewer.goto(address);
  await press(reviewer, '通过');
  const question = reviewer.getByRole('dialog');
  await expect(question).toContainText(new RegExp(`${title}.*将发送给\\d+位用户`));
  // It does not go to all users: no title is asked for.
  await expect(question.getByLabel('再次输入标题')).toHaveCount(0);
  await question.getByRole('button', { name: /通\s?过$/ }).click();
  await expect(question).toBeHidden();

  const strip = reviewer.getByRole('list', { name: '系统公告' });
  const line = strip.getByRole('button', { name: title, exact: true });
  await comes(reviewer, '/dashboard', line);
  await line.click();
  await expect(reviewer.getByRole('dialog', { name: title })).toContainText('骑行前请检查刹车和灯光。');
  await reviewer.getByRole('dialog').getByRole('button', { name: '知道了' }).click();
  await expect(line).toHaveCount(0);
  await reviewer.goto('/qa');
  await expect(main(reviewer).locator('h1')).toBeVisible();
  await expect(line).toHaveCount(0);

  await expect(header(author).getByText('已发送', { exact: true })).toBeVisible({ timeout: 30_000 });
  const staff = author.getByRole('row').filter({ hasText: '后台人员' });
  await expect(staff.getByRole('cell').nth(-3)).toHaveText('1');
  const others = await openAs('auditor.tang');
  const theirs = others.getByRole('button', { name: title, exact: true });
  await comes(others, '/dashboard', theirs);
  await header(author).getByRole('button', { name: '撤回', exact: true }).click();
  await author
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定$/ })
    .click();
  await expect(header(author).getByText('已撤回', { exact: true })).toBeVisible();
  await others.goto('/qa');
  await expect(main(others).locator('h1')).toBeVisible();
  await expect(theirs).toHaveCount(0);
});

const dayIn = (days: number): string => formatDay(new Date(Date.now() + days * 86_400_000));

test('a copy begins as the notice it is made of, and ends a week after it is sent unless somebody says otherwise', async ({
  openAs,
}) => {
  const page = await openAs('ops.lin');
  const inAWeek = dayIn(7);
  await page.goto('/messageManage/noticeManage');
  const row = page.locator('.eu-table tbody tr').filter({ hasText: 'APP 5.2.0上线' });
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name: '复制', exact: true }).click();
  await expect(page).toHaveURL(/\/noticeAdd\?copy=\d+/);
  await expect(field(page, 'title')).toHaveValue(/^APP 5\.2\.0上线/);
  await expect(field(page, 'sendTime')).toHaveValue('');
  const end = field(page, 'endTime');
  await expect(end).toHaveValue(new RegExp(`^(?:${inAWeek}|${dayIn(7)}) `));
  await typeTime(field(page, 'sendTime'), `${dayIn(3)} 08:00:00`);
  await expect(end).toHaveValue(`${dayIn(10)} 08:00:00`);
  await typeTime(end, `${dayIn(20)} 08:00:00`);
  await typeTime(field(page, 'sendTime'), `${dayIn(4)} 08:00:00`);
  await expect(end).toHaveValue(`${dayIn(20)} 08:00:00`);
});

test('a time that is being typed stays while the form draws itself again', async ({ openAs }) => {
  const page = await openAs('market.he');
  // The draft is saved, and says so, between the last key and leaving the field.
  const save = await hold(page, '**/systemMessage/saveDraft');
  await page.goto('/messageManage/noticeAdd');
  await typeInto(field(page, 'title'), `一周安排${unique()}`);
  const end = field(page, 'endTime');
  const text = `${dayIn(20)} 08:00:00`;
  await typeInto(end, text);
  const saved = page.locator('.eu-draft-state');
  await expect(saved).not.toContainText('草稿已于');
  save();
  await expect(saved).toContainText('草稿已于');
  await expect(end).toHaveValue(text);
  await leave(end);
  await expect(end).toHaveValue(text);
  await page.reload();
  await page.getByRole('button', { name: '丢弃', exact: true }).click();
});

test('a notice that pops up does so once, and stays in the strip', async ({ openAs, server }) => {
  const title = `放假安排提示${unique()}`;
  const endTime = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)} 08:00:00`;
  const form = { title, noticeType: '5', receivers: ['2'], content: '<p>放假三天。</p>', endTime };
  const { id } = await callAsAdmin(server, '/msg/crm/systemMessage/add', form);
  await callAsAdmin(server, '/msg/crm/systemMessage/transition', { id, action: 'submit' });
  const page = await openAs('auditor.tang');
  // It pops up on this page alone, until the server knows that it did: a real popup would stand before the pages of the tests that run meanwhile.
  let isShown = false;
  await page.route('**/systemMessage/consoleActive', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: ConsoleNotice[] };
    const data = answer.data.map((one) => ({ ...one, popup: one.id === id && !isShown ? 1 : 0 }));
    await route.fulfill({ response, json: { ...answer, data } });
  });
  const popup = page.getByRole('dialog', { name: title });
  await comes(page, '/dashboard', popup);
  const noted = page.waitForResponse('**/systemMessage/popupShown');
  await popup.locator('.ant-modal-close').click();
  await expect(popup).toBeHidden();
  expect(await (await noted).json()).toMatchObject({ code: 0, data: { shown: 1 } });
  isShown = true;
  await page.reload();
  await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible();
  await expect(popup).toHaveCount(0);
  await callAsAdmin(server, '/msg/crm/systemMessage/transition', { id, action: 'revoke' });
});
