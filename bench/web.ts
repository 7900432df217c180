/**
 * The console as a browser gets it: bytes on the wire of the login page and of a first list page (cold, gzip), how many
 * calls follow each other after the boot, and the scripting of a route change. `npm run bench -- web`; with BASE_URL on a server that runs already.
 */
import { createHash } from 'node:crypto';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { scrollDown } from '../e2e/statistics/dashboard.ts';
import { callsAfterBoot, kilobytes, longestChain, record, type Wire } from '../e2e/wires.ts';
import { findBrowser } from '../scripts/browser.ts';
import { startTemporaryServer } from '../scripts/server.ts';

const listPath = '/equipmentManage/vehicleManage';
const otherPaths = ['/equipmentManage/vehicleSeries', '/equipmentManage/batteryManage', '/systemManage/operatorManage'];
const runs = 3;

const kilo = (wires: readonly Wire[]): string => kilobytes(wires).toFixed(0);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function open(browser: Browser, url: string, token?: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  if (token !== undefined)
    await context.addCookies([{ name: 'Admin-Token', value: token, url, sameSite: 'Lax' as const }]);
  return { context, page: await context.newPage() };
}

async function calm(page: Page): Promise<void> {
  await page.locator('h1').filter({ visible: true }).first().waitFor();
  await page.locator('[aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'detached' });
  await page.waitForTimeout(1_500);
}

async function scripting(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}

interface Further {
  readonly name: string;
  readonly shows: (page: Page) => Locator;
}

/** A page opened with an empty cache; with `further`, also what comes when something further down is brought into view. */
async function cold(browser: Browser, url: string, path: string, token?: string, further?: Further): Promise<void> {
  const { context, page } = await open(browser, url, token);
  const cdp = await context.newCDPSession(page);
  const wires = await record(cdp);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(path);
  await calm(page);
  const print = async (name: string): Promise<void> => {
    const all = [...wires.values()];
    const scripts = all.filter(({ type }) => type === 'Script');
    const waits = longestChain(callsAfterBoot(all));
    console.log(
      `| ${name} | ${kilo(scripts)} | ${kilo(all)} | ${all.length} | ${waits.length} | ${(await scripting(cdp)).toFixed(0)} |`,
    );
    if (waits.length > 2) console.log(`  waits: ${waits.map((wire) => new URL(wire.url).pathname).join(' → ')}`);
  };
  await print(path);
  if (further) {
    await scrollDown(page);
    await further.shows(page).waitFor();
    await calm(page);
    await print(`${path}, ${further.name}`);
  }
  await context.close();
}

/** Goes by the menu, as a user does; the second time all code is there. */
async function routeChanges(browser: Browser, url: string, token: string): Promise<void> {
  const { context, page } = await open(browser, url, token);
  const cdp = await context.newCDPSession(page);
  const wires = await record(cdp);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(listPath);
  await calm(page);
  for (const path of otherPaths) {
    const times: number[] = [];
    for (let run = 0; run <= runs; run++) {
      await go(page, listPath);
      wires.clear();
      const before = await scripting(cdp);
      await go(page, path);
      times.push((await scripting(cdp)) - before);
    }
    const [first = 0, ...again] = times;
    console.log(
      `| ${path} | ${first.toFixed(0)} | ${median(again).toFixed(0)} | ${longestChain(callsAfterBoot(wires.values())).length} |`,
    );
  }
  await context.close();
}

/** By the console's own router, without loading the page. */
async function go(page: Page, path: string): Promise<void> {
  const link = page.locator(`aside a[href="${path}"]`);
  // In a closed group of the menu it is there all the same.
  if ((await link.count()) > 0) await link.first().dispatchEvent('click');
  else await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.waitForURL(`**${path}`);
  await calm(page);
}

async function signIn(url: string, password: string): Promise<string> {
  const res = await fetch(new URL('/system/crm/sysUser/ssoLogin', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'admin',
      password: createHash('md5').update(password).digest('hex').toUpperCase(),
    }),
  });
  const answer = (await res.json()) as { code: number; message: string; data: { accessToken: string } };
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
  return answer.data.accessToken;
}

const given = process.env['BASE_URL'];
const server = given === undefined ? await startTemporaryServer({ SIMULATOR: '20' }) : undefined;
const url = server?.url ?? given ?? '';
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
try {
  const token = await signIn(url, server?.adminPassword ?? process.env['ADMIN_PASSWORD'] ?? '');
  console.log(
    '\n| cold page | JavaScript kB gzip | all kB | requests | calls after the boot, one after the other | scripting ms |\n|---|---|---|---|---|---|',
  );
  await cold(browser, url, '/login');
  await cold(browser, url, listPath, token);
  await cold(browser, url, '/dashboard', token, {
    name: 'scrolled to its end',
    shows: (page) => page.getByRole('region', { name: '车队地图' }),
  });
  console.log(
    '\n| route change to | scripting ms, first | again (median) | calls one after the other |\n|---|---|---|---|',
  );
  await routeChanges(browser, url, token);
} finally {
  await browser.close();
  await server?.stop();
}
