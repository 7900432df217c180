import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { expect, test, unique } from '../fixtures.ts';
import { typeInto } from '../hands.ts';
import { callAsOwner, someOwner } from '../owner.ts';

/** A word that users must not call themselves: whoever names it waits for review, whatever the switch says. */
const word = '管理员';

async function action(page: Page, row: Locator, name: string): Promise<void> {
  const direct = row.getByRole('button', { name, exact: true });
  if (await direct.isVisible()) return direct.click();
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
const confirm = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: /^(确\s*定|驳\s*回|回\s*复|实\s*现)$/ }).click();

test('wishes are read in the list, approved together, rejected with a reason, answered and pinned', async ({
  openAs,
  server,
}) => {
  test.slow();
  const mark = unique();
  const userId = await someOwner(server, 43);
  const texts = ['坐垫', '脚踏', '后备箱'].map((part) => `希望${word}把${part}做大一点${mark}`);
  for (const content of texts)
    await callAsOwner(server, userId, 'POST /app/v1/wish/submit', { category: '3', content });
  const page = await openAs('market.he');
  await page.goto(`/eventManage/wish?content.like=${mark}`);
  const rows = texts.map((text) => page.getByRole('row').filter({ hasText: text }));
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
  await expect(first).toContainText(`敏感词：${word}`);
  await expect(first).toContainText('待审核');
  expect(await findings(page)).toEqual([]);

  await first.getByRole('checkbox').click();
  await second.getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: '已选2条' }).getByRole('button', { name: '通过', exact: true }).click();
  for (const row of [first, second]) await expect(row).toContainText('已展示');

  await action(page, third, '驳回');
  const rejection = page.getByRole('dialog');
  await typeInto(rejection.locator('[id="remark"]'), '与现有配件重复');
  await confirm(rejection);
  await expect(third).toContainText('驳回原因：与现有配件重复');

  await action(page, first, '回复');
  const reply = page.getByRole('dialog');
  await typeInto(reply.locator('[id="content"]'), '已列入明年的配件计划');
  await confirm(reply);
  await expect(first).toContainText('回复：已列入明年的配件计划');

  const wall = await callAsOwner(server, userId, 'GET /app/v1/wish/list', { pageSize: 50, category: '3' });
  const shown = wall.filter(({ content }) => content.endsWith(mark));
  expect(shown.map(({ content }) => content).toSorted()).toEqual(texts.slice(0, 2).toSorted());
  expect(shown.find(({ content }) => content === texts[0])?.reply).toBe('已列入明年的配件计划');

  await action(page, second, '实现');
  const grant = page.getByRole('dialog');
  await typeInto(grant.locator('[id="content"]'), '新款脚踏已经加宽三厘米');
  await confirm(grant);
  await expect(second).toContainText('已实现');
});
