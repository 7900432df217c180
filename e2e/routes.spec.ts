import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { entityOf } from '@wheelhouse/entities/registry';
import { type ConsoleRoute, routes } from '@wheelhouse/entities/routes';
import { callAsAdmin, expect, test as base } from './fixtures.ts';

/** One browser for all routes, as a user has: the console's code is fetched once. */
const test = base.extend<object, { visitor: BrowserContext }>({
  visitor: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', viewport = null, locale = 'zh-CN', timezoneId = 'Asia/Shanghai' } = project.use;
      const context = await browser.newContext({ baseURL, viewport, locale, timezoneId });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ visitor }, use) => {
    const page = await visitor.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await use(page);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  },
});

// By a computed name: these tests are not built as the console is.
const registry: { loaderOf(route: ConsoleRoute): unknown } = await import(
  new URL('../apps/web/src/pages/registry.ts', import.meta.url).href
);
const pages = routes.filter((route) => registry.loaderOf(route) !== undefined);

/** A page of one record: it needs one. */
const ofRecord = ({ kind, hidden, name }: ConsoleRoute): boolean =>
  kind === 'edit' || kind === 'detail' || (hidden && /(Detail|View|Edit)$/.test(name));

/** What `?id=` is, where it is not the record's id. */
const keyOf: Readonly<Record<string, string>> = { roleEdit: 'roleCode' };

async function addressOf(route: ConsoleRoute, server: string): Promise<string> {
  const entity =
    route.entity === null ? undefined : entityOf(route.entity.charAt(0).toLowerCase() + route.entity.slice(1));
  if (!ofRecord(route) || entity === undefined) return route.path;
  const answer = await callAsAdmin<Record<string, { list: Record<string, string>[] }>>(
    server,
    `/rest/r/${entity.name}`,
    {
      [entity.name]: { page: 1, pageSize: 1 },
    },
  );
  return `${route.path}?id=${answer[entity.name]?.list[0]?.[keyOf[route.name] ?? 'id']}`;
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible();
  await expect(page.locator('[role="status"]').filter({ hasText: /加载|Loading/, visible: true })).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
}

/** Findings that keep people out; `rules` narrows the check. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Colours fade for a moment when the theme changes.
  await page.evaluate(() => {
    const fading = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const bound = new Promise((resolve) => setTimeout(resolve, 1_000));
    return Promise.race([bound, Promise.allSettled(fading.map((one) => one.finished))]);
  });
  const only = rules === undefined ? {} : { runOnly: { type: 'rule' as const, values: rules } };
  // Legacy: in the page itself, without a second one to gather what frames found; there are none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...only }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
    );
}

/** Chinese in the parts of an English page that are not data. */
const leftovers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const chrome =
      'aside a, aside button, header button, main :is(button, th, label, legend, h2, h3, dt, [role=tab], [placeholder], [aria-label], .wh-faint)';
    const data = 'tbody, dd, li, canvas, svg, [lang], [role=listbox], [data-lang-free]';
    return [...document.querySelectorAll(chrome)]
      .filter((element) => element.closest(data) === null && element.checkVisibility())
      .flatMap((element) => [
        element.textContent,
        element.getAttribute('placeholder'),
        element.getAttribute('aria-label'),
      ])
      .filter((text): text is string => text !== null && /[\u4e00-\u9fff]/.test(text) && !text.startsWith('User menu'))
      .map((text) => text.trim().slice(0, 60));
  });

for (const route of pages)
  test(`${route.path} opens by address and F5, light and dark, in both languages`, async ({ admin: page, server }) => {
    await page.goto(await addressOf(route, server));
    await settled(page);
    expect(new URL(page.url()).pathname).toBe(route.path);
    await expect(page).toHaveTitle(/ - 出行管理系统$/);
    expect.soft(await findings(page), 'in light colours').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect.soft(await findings(page, ['color-contrast']), 'in dark colours').toEqual([]);
    await page.evaluate(() => localStorage.setItem('lang', 'en'));
    await page.reload();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe(route.path);
    await expect(page).toHaveTitle(/ - Travel Management System$/);
    expect.soft(await leftovers(page), 'Chinese on the English page').toEqual([]);
  });
