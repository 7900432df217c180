import type { Page } from '@playwright/test';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import { findings } from './axe.ts';
import { addressOf, isCalm } from './opened.ts';
import { pages } from './pages.ts';
import { expect, type Tab, test, walkTo } from './tab.ts';

test.describe.configure({ mode: 'parallel' });

/** Looked at with every frame: an assertion that is tried again looks once a second after a while. */
async function settled({ page, loading }: Tab, heading = 'h1'): Promise<void> {
  await page.waitForFunction(isCalm, heading, { timeout: 20_000 });
  await expect.poll(() => [...loading].map((request) => request.url()), { intervals: [20] }).toEqual([]);
  await page.waitForFunction(isCalm, heading);
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

/** Names that assistive technology reads on a Chinese page without a Chinese word: the English of a library. */
const unspoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const data = 'tbody, dd, canvas, [lang], [role=listbox], [data-lang-free]';
    return [...document.querySelectorAll('[aria-label], [aria-roledescription], img[alt]')]
      .filter((element) => element.closest(data) === null && element.closest('[aria-hidden=true]') === null)
      .flatMap((element) => ['aria-label', 'aria-roledescription', 'alt'].map((name) => element.getAttribute(name)))
      .filter((text): text is string => text !== null && /[a-z]{3}/.test(text) && !/[\u4e00-\u9fff]/.test(text));
  });

/** How far the document goes beyond the window: where scroll bars take room, it has one beside that of the page. */
const belowWindow = (): number => document.documentElement.scrollHeight - document.documentElement.clientHeight;

const nonsense = `?id=${encodeURIComponent("x'<")}`;

/** What a route is opened with beside its own address: a record's page also without a record, and with nobody's. */
const strangeOf = (route: ConsoleRoute): readonly string[] =>
  route.record === null ? [nonsense] : ['', '?id=999999999999', nonsense];

for (const route of pages) {
  test(`${route.path} opens by address and F5`, async ({ admin: page, tab, server }) => {
    await page.goto(await addressOf(route, server));
    await settled(tab);
    expect(new URL(page.url()).pathname).toBe(route.path);
    await expect(page).toHaveTitle(/ - 出行管理系统$/);
    expect.soft(await unspoken(page), 'English names on the Chinese page').toEqual([]);
    expect.soft(await page.evaluate(belowWindow), 'pixels of the document below the window').toBe(0);
  });

  test(`${route.path} in English and dark, without parameters, with foreign and with nonsense ones`, async ({
    walk,
    server,
    consoleErrors,
  }) => {
    const { page } = walk;
    await walkTo(page, await addressOf(route, server));
    await settled(walk);
    expect(new URL(page.url()).pathname).toBe(route.path);
    await expect(page).toHaveTitle(/ - Travel Management System$/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    // The frame around it is the same everywhere: pages of their own look at it too.
    const inside = route.kind === 'custom' ? 'body' : 'main';
    expect.soft(await findings(page, { inside }), 'in dark colours').toEqual([]);
    expect.soft(await leftovers(page), 'Chinese on the English page').toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect.soft(await findings(page, { rules: ['color-contrast'], inside }), 'in light colours').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const query of strangeOf(route)) {
      await walkTo(page, route.path + query);
      await test.step(query, () => settled(walk, 'main :is(h1, .wh-state)'));
      await expect.soft(page.getByText('This page has crashed'), query).toHaveCount(0);
      // The browser's own report of a refusal is none of the page's errors.
      const own = consoleErrors.splice(0).filter((text) => !text.includes('Failed to load resource'));
      expect.soft(own, `errors with ${query}`).toEqual([]);
    }
  });
}
