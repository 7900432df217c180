import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { expect, test, unique } from '../fixtures.ts';
import { pressAt, pressOn, tabTo, typeInto } from '../hands.ts';

const cell = (page: Page, card: string): Locator => page.locator(`[data-card="${card}"]`);
const order = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-card]').evaluateAll((cells) => cells.map((one) => one.getAttribute('data-card')));
const kept = (page: Page): Promise<unknown> =>
  page.waitForResponse((answer) => answer.url().endsWith('/rest/w/dashboardLayout') && answer.ok());

/** Drags by the middle of something to a place in the window. */
async function drag(page: Page, from: Locator, to: { readonly x: number; readonly y: number }): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

test('a question is asked, saved, pinned, and the dashboard arranged by mouse and keys', async ({ openAs }) => {
  test.slow();
  const page = await openAs('quality.wu');
  await page.setViewportSize({ width: 1440, height: 1000 });
  const name = `探索${unique()}`;

  await test.step('explore: measures and dimensions that combine, as a picture and a table', async () => {
    await page.goto('/analyticStatisticsManage/exploreStatistics?of=alarm&measures=alarms&by=level');
    await expect(page.getByRole('heading', { name: '明细' })).toBeVisible();
    const measures = page.getByRole('group', { name: /^指标/ });
    await measures.getByRole('checkbox', { name: '处理率' }).click();
    await expect(page).toHaveURL(/measures=alarms(,|%2C)closedRate/);
    const dimensions = page.getByRole('group', { name: /^维度/ });
    await dimensions.getByRole('checkbox', { name: '日期' }).click();
    await expect(page.locator('.wh-chart canvas').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  await test.step('it is saved and pinned', async () => {
    await page.getByRole('button', { name: '保存为' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByLabel('名称'), name);
    await dialog.getByRole('button', { name: /保\s*存/ }).click();
    await expect(page).toHaveURL(/open=\d+/);
    const saved = kept(page);
    await page.getByRole('button', { name: '固定到首页' }).click();
    await saved;
  });

  await test.step('the dashboard has it, and is arranged by keys', async () => {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click();
    await page.getByRole('button', { name: '编排' }).click();
    const grip = page.getByRole('button', { name: `移动${name}` });
    await expect(grip).toBeVisible();
    const before = await order(page);
    await tabTo(grip);
    let saved = kept(page);
    await pressOn(grip, 'ArrowLeft');
    await saved;
    const after = await order(page);
    expect(after.indexOf(before.at(-1) ?? '')).toBe(before.length - 2);
    await expect(grip).toBeFocused();
    saved = kept(page);
    await pressOn(grip, 'Shift+ArrowRight');
    await saved;
    await expect(cell(page, before.at(-1) ?? '')).toHaveAttribute('data-w', '7');
  });

  await test.step('and by the mouse: moved, resized, removed, added from the gallery', async () => {
    const trend = page.getByRole('button', { name: '移动趋势' });
    await page.mouse.move(720, 500);
    await page.mouse.wheel(0, -10_000);
    // Places are read where the page has come to rest.
    await expect(page.getByRole('heading', { level: 1, name: '首页' })).toBeInViewport({ ratio: 1 });
    const first = await cell(page, 'numbers').boundingBox();
    let saved = kept(page);
    await drag(page, trend, { x: (first?.x ?? 0) + 300, y: (first?.y ?? 0) + 10 });
    await saved;
    const now = await order(page);
    expect(now.indexOf('trend')).toBe(now.indexOf('numbers') - 1);
    const box = await cell(page, 'trend').boundingBox();
    const [right, bottom] = [(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0)];
    saved = kept(page);
    await page.mouse.move(right - 5, bottom - 5);
    await page.mouse.down();
    await page.mouse.move(right - 250, bottom - 5, { steps: 5 });
    await page.mouse.up();
    await saved;
    await expect(cell(page, 'trend')).toHaveAttribute('data-w', '7');
    saved = kept(page);
    await page.getByRole('button', { name: '移除关键指标' }).click();
    await saved;
    await expect(cell(page, 'numbers')).toHaveCount(0);
    await page.getByRole('button', { name: '添加卡片' }).click();
    const gallery = page.getByRole('dialog', { name: '卡片库' });
    await typeInto(gallery.getByRole('textbox', { name: '按名称查找' }), '报警统计');
    saved = kept(page);
    await gallery.getByRole('region', { name: '报警统计' }).getByRole('button', { name: /^添加/ }).first().click();
    await saved;
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(cell(page, 'stat.alarmStatistics.cards')).toBeVisible();
  });

  await test.step('it stays so, and the default comes back', async () => {
    await page.getByRole('button', { name: '完成' }).click();
    await page.reload();
    await expect(cell(page, 'trend')).toHaveAttribute('data-w', '7');
    await expect(cell(page, 'numbers')).toHaveCount(0);
    await pressAt(page.getByRole('button', { name: '编排' }));
    const saved = kept(page);
    await page.getByRole('button', { name: '恢复默认' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await saved;
    await expect(cell(page, 'numbers')).toBeVisible();
  });
});
