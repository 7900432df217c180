import type { Browser, Page, PlaywrightTestOptions, Request } from '@playwright/test';
import { adminPassword, signIn, speak, test as base, tokenOf, watch } from './fixtures.ts';

/** A browser's tab, with what it is loading. */
export interface Tab {
  readonly page: Page;
  readonly loading: ReadonlySet<Request>;
}

async function openTab(browser: Browser, options: Partial<PlaywrightTestOptions>): Promise<Tab> {
  const { baseURL = '', viewport = null, locale = 'zh-CN', timezoneId = 'Asia/Shanghai' } = options;
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
  return { page, loading };
}

/** One tab for all tests of a worker, as a user has: the console's code is fetched and compiled once. */
export const test = base.extend<{ walk: Tab }, { tab: Tab; walked: Tab }>({
  tab: [
    async ({ browser }, use, { project }) => {
      const tab = await openTab(browser, project.use);
      await use(tab);
      await tab.page.context().close();
    },
    { scope: 'worker' },
  ],
  walked: [
    async ({ browser }, use, { project }) => {
      const tab = await openTab(browser, project.use);
      const { baseURL = '' } = project.use;
      await signIn(tab.page.context(), baseURL, await tokenOf(baseURL, 'admin', adminPassword));
      await tab.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await speak(tab.page, 'en');
      await tab.page.goto('/qa');
      await use(tab);
      await tab.page.context().close();
    },
    { scope: 'worker' },
  ],
  /** A console in English and dark that the administrator leaves open; pages are opened with `walkTo`. */
  walk: async ({ walked, consoleErrors }, use) => {
    watch(walked.page, consoleErrors);
    await use(walked);
    await closeOthers(walked.page);
    walked.page.removeAllListeners('console');
    walked.page.removeAllListeners('pageerror');
  },
  page: async ({ tab: { page } }, use) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await use(page);
    page.removeAllListeners('console');
    page.removeAllListeners('pageerror');
    // A tab without a page has no storage.
    if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear());
  },
});

/** Closes all tabs of the console but the one that is shown: each keeps its page, and looks at the document take longer with it. */
export const closeOthers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.sh-tab:not([data-active]) > button')) close.click();
  });

/** Opens a page by the console's own router, without loading anything again. */
export const walkTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

export { expect } from './fixtures.ts';
