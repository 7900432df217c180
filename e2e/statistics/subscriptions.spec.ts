import { callAsAdmin, expect, test, unique } from '../fixtures.ts';
import { typeInto } from '../hands.ts';

test('a statistic is subscribed from its page, with its filters, and goes out', async ({ admin: page, server }) => {
  const name = `报表${unique()}`;
  await page.goto('/analyticStatisticsManage/alarmStatistics?level.in=1');
  await page.getByRole('button', { name: '订阅' }).click();
  const drawer = page.getByRole('dialog', { name: '订阅 · 报警统计' });
  await drawer.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增报表订阅' });
  await expect(form.getByText('当前筛选：级别')).toBeVisible();
  await typeInto(form.getByLabel('名称'), name);
  await form.getByRole('button', { name: '保存' }).click();
  const row = drawer.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('每天 08:00');

  await test.step('it is sent at once, and the list says what became of it', async () => {
    await row.getByRole('button', { name: '立即发给我' }).click();
    await expect(page.getByText('已开始发送，请稍后查收邮件')).toBeVisible();
    await expect
      .poll(async () => {
        const { list } = await callAsAdmin(server, '/stat/crm/subscription/list', { pageSize: 200 });
        const id = list.find((one) => one.name === name)?.id ?? '';
        const sent = await callAsAdmin(server, '/stat/crm/subscription/deliveries', { id });
        return sent.list.map(({ state }) => state);
      })
      .toEqual([2]);
    await row.getByRole('button', { name: '发送记录' }).click();
    const deliveries = page.getByRole('dialog', { name: `发送记录 · ${name}` });
    await expect(deliveries.getByRole('row').last()).toContainText('已发送');
    await deliveries.getByRole('button', { name: '关闭' }).click();
  });

  await test.step('it is switched off and deleted', async () => {
    await row.getByRole('switch').click();
    await expect(row.getByRole('switch')).not.toBeChecked();
    await row.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click();
    await expect(row).toHaveCount(0);
  });
});
