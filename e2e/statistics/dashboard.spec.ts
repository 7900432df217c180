import { findings } from '../axe.ts';
import { scrollDown } from './dashboard.ts';
import { callAsAdmin, expect, expectMessage, firstOf, test, unique } from '../fixtures.ts';

test('every key number leads to its list', async ({ admin: page }) => {
  test.slow();
  await page.goto('/dashboard');
  const cards = page.getByRole('navigation', { name: '关键指标' }).getByRole('link');
  await expect(cards).toHaveCount(7);
  const names = (await cards.allTextContents()).map((text) => /^\D+/.exec(text)?.[0] ?? '');
  for (const [n, name] of names.entries())
    await test.step(name, async () => {
      const total = page.getByText(/^共[\d,]+条$/).filter({ visible: true });
      const listed = async (): Promise<number> => Number((await total.textContent())?.replace(/\D/g, ''));
      // Vehicles report and ride while the test runs.
      const part = 0.05;
      await expect(async () => {
        await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click();
        const shown = Number(/[\d,]+/.exec((await cards.nth(n).textContent()) ?? '')?.[0].replaceAll(',', ''));
        await cards.nth(n).click();
        // The list may still show what another card led to.
        await expect
          .poll(async () => Math.abs((await listed()) - shown), { message: `${shown} on the card`, timeout: 8_000 })
          .toBeLessThanOrEqual(Math.max(5, shown * part));
      }).toPass({ timeout: 200_000 });
    });
});

test('the fleet map draws, says what it shows, and a vehicle is found on it', async ({ admin: page }) => {
  await page.goto('/dashboard');
  const map = page.getByRole('region', { name: '车队地图' });
  await scrollDown(page);
  await expect(map).toBeVisible();
  expect(await map.evaluate((element) => element.tagName)).toBe('CANVAS');
  await expect(page.getByText(/视野内[\d,]+辆/)).toBeVisible();
  for (const state of ['骑行', '充电', '停放', '离线'])
    await expect(page.getByRole('button', { name: state })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '离线' }).click();
  await expect(page.getByRole('button', { name: '离线' })).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: '列表', exact: true }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
});

test('charts further down come when they are about to be seen; one has a table and remembers the span', async ({
  admin: page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  const shares = (): boolean => asked.some((body) => body.includes('V_MODEL_SHARE'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  const trend = page.getByRole('figure', { name: '近30天趋势' });
  await expect(trend.locator('canvas').first()).toBeVisible();
  expect(shares()).toBe(false);
  await scrollDown(page);
  await expect(page.getByRole('figure', { name: '已激活车型占比' }).locator('canvas').first()).toBeVisible();
  expect(shares()).toBe(true);
  await trend.getByRole('button', { name: '表格' }).click();
  await expect(trend.getByRole('row')).toHaveCount(31);
  await page.getByRole('group', { name: '天数' }).getByRole('button', { name: '7天' }).click();
  await expect(page.getByRole('figure', { name: '近7天趋势' }).getByRole('row')).toHaveCount(8);
});

test('whoever has no figures is welcomed and led to their pages, without tasks that they have not', async ({
  openAs,
}) => {
  const page = await openAs('market.he');
  await page.goto('/dashboard');
  const pages = page.getByRole('navigation', { name: '欢迎使用' });
  await expect(page.getByRole('region', { name: '快捷入口' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '待办与关注' })).toHaveCount(0);
  await pages.getByRole('link', { name: '使用问答' }).click();
  await expect(page).toHaveURL(/\/qa$/);
});

test('whoever has no figures and few pages sees each of them once', async ({ openAs }) => {
  const page = await openAs('market.he');
  await page.route('**/sysFunction/tree', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { code: string }[] };
    await route.fulfill({ response, json: { ...answer, data: answer.data.filter(({ code }) => code === 'qa') } });
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: '欢迎使用' }).getByRole('link')).toHaveText(['使用问答']);
  await expect(page.getByRole('region', { name: '快捷入口' })).toHaveCount(0);
});

test('what changed since yesterday: by day, domain and person, and each change with its fields', async ({
  admin: page,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 1,
    query: { online: 0, 'vin.like': 'LZX' },
  });
  const { id, vin } = firstOf(list);
  const { rev } = await callAsAdmin(server, '/veh/crm/vehicle/detail', { id });
  const remark = `变更记录${unique()}`;
  await callAsAdmin(server, '/veh/crm/vehicle/update', { id, rev, remark });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: '昨天以来的变更' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '变更记录' })).toBeVisible();
  await page.getByRole('list', { name: '按领域' }).getByRole('button', { name: '车辆与部件' }).click();
  await expect(page).toHaveURL(/view=changes&.*domain=vehicles/);
  const row = page
    .getByRole('row')
    .filter({ hasText: String(vin) })
    .first();
  await row.getByRole('button', { name: /处变化/ }).click();
  await expect(page.getByText(remark)).toBeVisible();
  const today = page.getByRole('list', { name: '按天' }).getByRole('button').first();
  await today.click();
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
  await expect(page.getByText(remark)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page.getByRole('link', { name: '昨天以来的变更' })).toBeVisible();
});

test('feedback that waits is taken on in place', async ({ openAs }) => {
  const page = await openAs('after.sun');
  await page.goto('/dashboard');
  const todo = page.getByRole('main');
  const line = todo.getByRole('link', { name: /^反馈待处理/ });
  await expect(line).toBeVisible();
  const count = async (): Promise<number> => Number((await line.textContent())?.replace(/\D/g, ''));
  const before = await count();
  await todo.getByRole('button', { name: '反馈待处理：在此领取' }).click();
  await page.getByRole('list', { name: '反馈待处理' }).getByRole('button', { name: /^领取/ }).first().click();
  await expectMessage(page, '已领取');
  await expect.poll(count).toBe(before - 1);
});
