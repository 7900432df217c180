import { createHash, randomBytes } from 'node:crypto';
import type { MayAnswer } from '@wheelhouse/contract/calls/kit';
import type { CallTable } from '@wheelhouse/entities/calls';
import { type BrowserContext, expect, type Page, type Route, test as base } from '@playwright/test';
import { awayFromHour } from '../apps/server/test/support/hours.ts';

export const adminPassword = process.env['ADMIN_PASSWORD'] ?? '';
/** Of every sample account. */
export const samplePassword = 'Wheelhouse2026';

export type Lang = 'zh' | 'en';

interface Fixtures {
  /** Address of the server under test. */
  server: string;
  /** A page signed in as the administrator. */
  admin: Page;
  /** Another browser, signed in as a sample account; its errors fail the test as well. */
  openAs: (username: string) => Promise<Page>;
  /** Errors of the pages: any one fails the test at its end. A test that means to cause one takes it out. */
  consoleErrors: string[];
  /** Jobs of the hour and the day run between tests, not in the midst of one. */
  wholeHour: void;
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase();

/** Text that no other test, and no earlier run on the same server, has used. */
export const unique = (): string => randomBytes(5).toString('hex').toUpperCase();

/** Token of a user, as the console gets it. Each is a session of its own. */
export async function tokenOf(server: string, username: string, password = samplePassword): Promise<string> {
  const res = await fetch(new URL('/system/crm/sysUser/ssoLogin', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: md5(password) }),
  });
  const body = (await res.json()) as { code: number; message: string; data: { accessToken: string } };
  if (body.code !== 0) throw new Error(`sign-in of ${username}: ${body.message}`);
  return body.data.accessToken;
}

/** Gives a browser a session, so that its next page opens signed in. */
export async function signIn(context: BrowserContext, url: string, token: string): Promise<void> {
  await context.addCookies([{ name: 'Admin-Token', value: token, url, sameSite: 'Lax' }]);
}

/** The next pages open in this language; Chinese is the default. */
export async function speak(page: Page, lang: Lang): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('lang', value), lang);
}

let adminToken: Promise<string> | undefined;
const asAdmin = (url: string): Promise<string> => (adminToken ??= tokenOf(url, 'admin', adminPassword));

export function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
}

export const test = base.extend<Fixtures>({
  server: async ({ baseURL }, use) => use(baseURL ?? ''),
  wholeHour: [
    async ({ browserName: _browser }, use) => {
      await awayFromHour(30_000);
      await use();
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await context.addInitScript(noteMessages);
    await use(context);
  },
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      watch(page, errors);
      await use(errors);
      expect(errors, 'errors on the page').toEqual([]);
    },
    { auto: true },
  ],
  admin: async ({ page, server }, use) => {
    await signIn(page.context(), server, await asAdmin(server));
    await use(page);
  },
  openAs: async ({ browser, server, contextOptions, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server });
      contexts.push(context);
      await context.addInitScript(noteMessages);
      await signIn(context, server, await tokenOf(server, username));
      const page = await context.newPage();
      watch(page, consoleErrors);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
export { expect };

type Posts = { readonly [K in keyof CallTable as K extends `POST ${infer P}` ? P : never]: CallTable[K] };
type Path = keyof Posts;
type Input<P extends Path> = Posts[P]['input'];

/** Calls the server as the administrator, typed by the table of calls. @throws Error with the refusal */
export const callAsAdmin = <const P extends Path>(
  server: string,
  path: P,
  ...[body]: Readonly<Record<never, never>> extends Input<P> ? [body?: Input<P>] : [body: Input<P>]
): Promise<Posts[P]['output']> => callAnyAsAdmin(server, path, body);

/** The same of a path that is known only when the test runs. */
export const callAnyAsAdmin = async <T>(server: string, path: string, body: unknown = {}): Promise<T> =>
  post(server, await asAdmin(server), path, body);

/** Calls the server as one of the sample accounts. @throws Error with the refusal */
export const callAs = async <const P extends Path>(
  server: string,
  username: string,
  path: P,
  body: Input<P>,
): Promise<Posts[P]['output']> => post(server, await tokenOf(server, username), path, body);

async function post<T>(server: string, token: string, path: string, body: unknown): Promise<T> {
  const res = await fetch(new URL(path, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const answer = (await res.json()) as { code: number; message: string; data: T };
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

/** The first row of an answer. @throws Error when there is none */
export function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('the answer has no rows');
  return first;
}

/** Holds the first request of an address until it is let go on. @param end what becomes of it then @returns lets it go on */
export async function hold(
  page: Page,
  address: string,
  end = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => held.promise.then(() => end(route)), { times: 1 });
  return held.resolve;
}

/** Notes what the shell says: a message is gone after seconds, and a machine at its limits may look too late. */
const noteMessages = {
  content: `
    window.wheelhouseSaid = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const one of [node, ...node.querySelectorAll('.sh-toast')])
            if (one.matches('.sh-toast')) window.wheelhouseSaid.push(one.textContent);
    }).observe(document, { childList: true, subtree: true });`,
};

/** Records to which an action may be done now. */
export async function doable<T extends { readonly id: string }>(
  server: string,
  base: string,
  rows: readonly T[],
  key: string,
): Promise<T[]> {
  const { list } = await callAnyAsAdmin<MayAnswer>(server, `${base}/may`, { ids: rows.map(({ id }) => id) });
  const refused = new Set(list.filter((one) => one.refused[key] !== undefined).map(({ id }) => id));
  return rows.filter(({ id }) => !refused.has(id));
}

/** A message of the shell since the page was opened, each taken once; without a text, any. */
export const expectMessage = (page: Page, text = ''): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const { wheelhouseSaid: said } = globalThis as unknown as { readonly wheelhouseSaid: string[] };
          const at = said.findIndex((one) => one.includes(wanted));
          return at >= 0 && said.splice(at, 1).length === 1;
        }, text),
      { message: `the message “${text}”` },
    )
    .toBe(true);
