import { callAsAdmin, expect, test, unique } from '../fixtures.ts';
import { openDetailTab } from '../detail-tabs.ts';

test('a question shows what it said before, word by word, and says it again when a version is restored', async ({
  admin: page,
  server,
}) => {
  const question = `夜间充电要多久${unique()}`;
  const first = {
    categoryCode: 'P04',
    subCode: 'P0402',
    question,
    questionEn: 'How long does it take to charge at night?',
    answer: '<p>充满电大约需要六个小时。</p><ul><li>请使用原装充电器</li></ul>',
    answerEn: '<p>About six hours until it is full.</p>',
  } as const;
  const { id } = await callAsAdmin(server, '/ps/crm/faq/add', first);
  const { rev } = await callAsAdmin(server, '/ps/crm/faq/detail', { id });
  const answer = '<p>充满电大约需要八个小时。</p><ul><li>请使用原装充电器</li><li>请避免暴晒</li></ul>';
  await callAsAdmin(server, '/ps/crm/faq/update', { id, rev, answer });

  await page.goto(`/guideUseManageAPP/commonProblemManage/detail?id=${id}`);
  await openDetailTab(page, '版本');
  const versions = page.getByRole('list', { name: '版本' });
  await expect(versions).toContainText('版本1');
  await versions.getByRole('button', { name: '对比版本1与当前内容' }).click();
  const changes = page.getByRole('region', { name: '答案', exact: true });
  await expect(changes.locator('del')).toHaveText(['六个']);
  await expect(changes.locator('ins')).toHaveText(['八个', '请避免暴晒']);

  await versions.getByRole('button', { name: '恢复版本1' }).click();
  const asked = page.getByRole('dialog', { name: `将「${question}」恢复为版本1？` });
  await asked.getByRole('button', { name: /恢\s?复/ }).click();
  await expect(versions).toContainText('恢复自版本1');
  // What was replaced is a version as well.
  await expect(versions.getByRole('listitem')).toHaveCount(3);
  expect((await callAsAdmin(server, '/ps/crm/faq/detail', { id })).answer).toBe(first.answer);
});
