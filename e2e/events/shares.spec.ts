import { findings } from '../axe.ts';
import { callAsAdmin, expect, test } from '../fixtures.ts';
import { callAsOwner, someOwner } from '../owner.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

test('a share and the visit of its link are found in the statistics, whose cards say what the list says', async ({
  admin: page,
  server,
}) => {
  const userId = await someOwner(server, 44);
  const { shareCode } = await callAsOwner(server, userId, 'POST /app/v1/share/report', { object: 4, channel: 6 });
  const visit = await fetch(new URL(`/s/${shareCode}`, server), {
    redirect: 'manual',
    headers: { 'user-agent': phone },
  });
  expect(visit.status).toBe(302);
  expect(visit.headers.get('location')).toBe(`https://m.example.com/download?share=${shareCode}`);

  await page.goto('/eventManage/shareCount?channel.eq=6');
  const totals = page.locator('.ov-figures');
  await expect(totals).toContainText('分享数');
  const row = page.getByRole('row').filter({ hasText: shareCode });
  await expect(row).toContainText('海报');
  expect(await findings(page)).toEqual([]);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const query = { 'channel.eq': 6, 'time.ge': '', 'time.le': today };
  query['time.ge'] = new Date(Date.now() + 8 * 3_600_000 - 29 * 86_400_000).toISOString().slice(0, 10);
  const { list, total } = await callAsAdmin(server, '/act/crm/share/list', { page: 1, pageSize: 200, query });
  expect(list.find((one) => one.shareCode === shareCode)).toMatchObject({ visits: 1, newUsers: 0 });
  const numbers = {
    分享数: total,
    访问数: list.reduce((sum, { visits }) => sum + Number(visits), 0),
    新用户: list.reduce((sum, { newUsers }) => sum + Number(newUsers), 0),
  };
  for (const [name, number] of Object.entries(numbers))
    await expect(totals.locator('div').filter({ hasText: name })).toHaveText(`${name}${number}`);

  const channels = page.getByRole('figure', { name: '渠道分布' });
  await expect(channels).toContainText('海报最多');
  const objects = page.getByRole('region', { name: '分享内容前20' });
  await expect(objects).toContainText('APP');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('导出');
});
