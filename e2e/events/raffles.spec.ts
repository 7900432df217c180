import type { Locator, Page } from '@playwright/test';
import { formatInstant } from '@wheelhouse/contract/time';
import { samplePixels } from '../../apps/server/test/registry/values.ts';
import { pngOf } from '../../apps/server/test/support/media.ts';
import { raffleActivity } from '@wheelhouse/entities/events/raffle-activity';
import { callAsAdmin, expectMessage, firstOf, unique } from '../fixtures.ts';
import { choose, clickInto, typeInto, typeTime, write } from '../hands.ts';
import { callAsOwner, someOwner } from '../owner.ts';
import { expect, test } from '../tab.ts';

const next = (page: Page): Promise<void> => page.getByRole('button', { name: '下一步' }).click();

async function attach(page: Page, name: 'cover' | 'bgImage'): Promise<void> {
  const item = page.locator('.ant-form-item').filter({ has: page.locator(`label[for="${name}"]`) });
  const { width, height } = samplePixels(raffleActivity.fields[name]);
  const file = { name: `${name}.png`, mimeType: 'image/png', buffer: pngOf(width, height) };
  await item.locator('input[type=file]').setInputFiles(file);
  await expect(item.locator('.eu-tile-remove')).toHaveCount(1);
}

interface PoolRow {
  readonly kind: string;
  readonly prize: string;
  readonly level: string;
  readonly quantity: string;
  readonly odds: string;
}

/** Adds a row to the pool and fills it, cell by cell. */
async function addRow(pool: Locator, at: number, { kind, prize, level, quantity, odds }: PoolRow): Promise<void> {
  const cell = (column: string): Locator => pool.getByLabel(`${column}，第${at + 1}行`, { exact: true });
  await pool.getByRole('button', { name: '添加一行' }).click();
  await expect(cell('奖品'), 'nothing to choose before the kind is known').toBeDisabled();
  // The browser's own list is no part of the page.
  await cell('种类').selectOption({ label: kind });
  await choose(cell('奖品'), prize, prize);
  await typeInto(cell('奖项'), level);
  await typeInto(cell('数量'), quantity);
  await typeInto(cell('概率'), odds);
}

/** Does an action of the event from the bar of its page. */
async function act(page: Page, name: string): Promise<Locator> {
  const bar = page.locator('.eu-detail-actions');
  const direct = bar.getByRole('button', { name, exact: true });
  await bar.getByRole('button').first().waitFor();
  if (await direct.isVisible()) await direct.click();
  else {
    await bar.getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  return page.getByRole('dialog');
}

test('a draw is planned, approved by another person, simulated, drawn from and looked at', async ({
  admin,
  openAs,
  server,
}) => {
  test.slow();
  const name = `抽奖${unique()}`;
  const page = await openAs('market.he');
  await page.goto('/eventManage/AReventManage/add');
  await typeInto(page.locator('#name'), name);
  await typeTime(page.locator('#startTime'), formatInstant(new Date(Date.now() - 60_000)));
  await attach(page, 'cover');
  await attach(page, 'bgImage');
  await clickInto(page.locator('#ruleContent'));
  await write(page, '奖品、概率、时间和发放方式见活动页。');
  await page.locator('#rulesComplete').click();
  await expect(page.getByRole('region', { name: '手机预览' })).toContainText(name);
  await next(page);
  await choose(page.locator('#audienceType'), '全部');
  await next(page);

  const pool = page.getByRole('group', { name: '奖池' });
  const summary = page.getByRole('region', { name: '奖池概览' });
  await typeInto(page.locator('#budgetLimitFen'), '100');
  await addRow(pool, 0, { kind: '实物', prize: '防晒骑行手套', level: '一等奖', quantity: '10', odds: '40' });
  await addRow(pool, 1, {
    kind: '优惠券',
    prize: '新车主满100减10',
    level: '二等奖',
    quantity: '5',
    odds: '60.000001',
  });
  await expect(summary).toContainText('概率合计100.000001%，超出100%共0.000001%');
  await next(page);
  await expect(page.locator('.eu-error').or(page.locator('.ant-form-item-explain-error')).first()).toContainText(
    '中奖概率之和不能超过100%',
  );
  await typeInto(pool.getByLabel('概率，第2行'), '59.5');
  await expect(summary).toContainText('合计99.5%，谢谢参与0.5%');
  await expect(summary).toContainText('全部发完的成本240.00元，预算上限100.00元，差140.00元');
  await expect(summary.getByRole('row').filter({ hasText: '一等奖' })).toContainText('4,000');
  await typeInto(page.locator('#budgetLimitFen'), '1000', '1000');
  await expect(summary).not.toContainText('差');
  await next(page);
  await page.getByRole('button', { name: '提交审核' }).click();
  await expectMessage(page, '已提交审核');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('待审核');

  const { list } = await callAsAdmin(server, '/act/crm/raffleActivity/list', { query: { 'name.like': name } });
  const { id } = firstOf(list);
  await admin.goto(`/eventManage/AReventManage/detail?id=${id}`);
  const asking = await act(admin, '通过');
  await expect(asking).toContainText(`通过「${name}」？`);
  await asking.locator('.ant-modal-footer button').last().click();
  await expect(asking).toHaveCount(0);
  // Its beginning has passed: the platform starts it within the minute.
  const state = async (): Promise<number> =>
    Number((await callAsAdmin(server, '/act/crm/raffleActivity/detail', { id })).status);
  await expect.poll(state, { timeout: 100_000, intervals: [2_000] }).toBe(2);

  await admin.reload();
  await admin.getByRole('button', { name: '模拟抽奖' }).click();
  const dialog = admin.getByRole('dialog', { name: `模拟抽奖「${name}」` });
  await dialog.getByRole('button', { name: '开始模拟' }).click();
  await expect(dialog.getByRole('row').filter({ hasText: '一等奖' })).toContainText('4,000');
  await expect(dialog.getByText(/^p = [\d.]+：/)).toBeVisible();
  await dialog.getByRole('button', { name: '再抽一次' }).click();
  await dialog
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click();
  await expect(dialog).toHaveCount(0);

  const userId = await someOwner(server, 12);
  const drawn = await callAsOwner(server, userId, 'POST /app/v1/raffle/draw', {
    activityId: id,
    requestId: `e2e${unique()}`,
  });
  await admin.getByRole('tab', { name: '数据' }).click();
  const funnel = admin.locator('.rf-funnel').first();
  await expect(funnel.getByRole('listitem').filter({ hasText: '抽奖' })).toContainText('1');
  await expect(funnel.getByRole('listitem').filter({ hasText: '中奖' }).locator('b')).toHaveText(String(drawn.win));
  await admin.getByRole('tab', { name: '变更记录' }).click();
  await expect(admin.getByText('审核通过后没有变更')).toBeVisible();
  await admin.getByRole('tab', { name: '凭证' }).click();
  await expect(admin.getByText('活动结束后公布')).toBeVisible();
  const saved = admin.waitForEvent('download');
  await admin.getByRole('button', { name: '下载凭证文件' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^AR\d+\.jsonl$/);
});
