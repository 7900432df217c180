import type { Page, Request } from '@playwright/test';
import { test as base } from './fixtures.ts';

/** A browser's tab, with what it is loading. */
export interface Tab {
  readonly page: Page;
  readonly loading: ReadonlySet<Request>;
}

/** One tab for all tests of a worker, as a user has: the console's code is fetched and compiled once. */
export const test = base.extend<object, { tab: Tab }>({
  tab: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', viewport = null, locale = 'zh-CN', timezoneId = 'Asia/Shanghai' } = project.use;
      const context = await browser.newContext({ baseURL, viewport, locale, timezoneId });
      const page = await context.newPage();
      // Each test begins without the tabs of the one before.
      await page.addInitScript(() => sessionStorage.clear());
      const loading = new Set<Request>();
      page.on('request', (request) => {
        // What is pushed never ends; what a map's worker asks for has no end when the worker is gone.
        if (!/\/live\/stream|\/basemap\//.test(request.url())) loading.add(request);
      });
      page.on('requestfinished', (request) => loading.delete(request));
      page.on('requestfailed', (request) => loading.delete(request));
      await use({ page, loading });
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab: { page } }, use) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await use(page);
    page.removeAllListeners('console');
    page.removeAllListeners('pageerror');
    await page.evaluate(() => localStorage.clear());
  },
});

export { expect } from './fixtures.ts';
