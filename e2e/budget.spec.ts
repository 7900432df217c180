import type { Page } from '@playwright/test';
import { entities, plain } from '@wheelhouse/entities/registry';
import { scrollDown } from './statistics/dashboard.ts';
import { adminPassword, expect, signIn, test, tokenOf } from './fixtures.ts';
import { callsAfterBoot, kilobytes, longestChain, record, type Wire } from './wires.ts';

/** What a page may weigh, in kB over the wire with gzip and headers. A page that is too heavy says by what. */
const budgets = { login: 95, list: 285, reload: 10, dashboard: 500 } as const;
/** Calls of the dashboard after those of the boot that may wait for each other. */
const mostWaits = 3;
const list = '/equipmentManage/vehicleManage';

test.use({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });

type Wires = ReadonlyMap<string, Wire>;

const settled = (wires: Wires): Promise<void> =>
  expect.poll(() => [...wires.values()].filter(({ end }) => end === 0).map(({ url }) => url)).toEqual([]);

/** Prints what came, heaviest first, and holds it against its budget. */
function hold(name: keyof typeof budgets, wires: Wires): void {
  const all = [...wires.values()].toSorted((a, b) => b.bytes - a.bytes);
  const rows = all.map(
    ({ url, type, bytes }) => `| ${new URL(url).pathname} | ${type} | ${(bytes / 1000).toFixed(1)} |`,
  );
  const total = kilobytes(all);
  const table = `| ${name}: ${all.length} requests, ${total.toFixed(1)} of ${budgets[name]} kB | | |\n|---|---|---|\n${rows.join('\n')}`;
  console.log(`\n${table}`);
  expect(total, table).toBeLessThanOrEqual(budgets[name]);
}

/** Domains whose definitions are in a script: each states the table of its entity, and nothing else does. */
const domainsIn = (code: string): readonly string[] =>
  Object.values(entities)
    .map(plain)
    .filter(({ table }) => ['`', '"', "'"].some((quote) => code.includes(`table:${quote}${table}${quote}`)))
    .map(({ domain }) => domain);

const watch = async (page: Page): Promise<Map<string, Wire>> => record(await page.context().newCDPSession(page));

test('the login page keeps its budget of bytes', async ({ page }) => {
  const wires = await watch(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await settled(wires);
  hold('login', wires);
});

test('a first list keeps its budget of bytes, and opened again hardly anything comes', async ({ page, server }) => {
  await signIn(page.context(), server, await tokenOf(server, 'admin', adminPassword));
  const wires = await watch(page);
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await page.goto(list);
  await expect(page.getByRole('row').nth(10)).toBeVisible();
  await settled(wires);
  hold('list', wires);
  // What other domains gain, this one does not load.
  const codes = await Promise.all(scripts);
  expect(new Set(codes.flatMap(domainsIn))).toEqual(new Set(['vehicles']));
  wires.clear();
  await page.reload();
  await expect(page.getByRole('row').nth(10)).toBeVisible();
  await settled(wires);
  hold('reload', wires);
});

test('the dashboard keeps its budget until its map comes into view, and its calls wait for few others', async ({
  page,
  server,
}) => {
  await signIn(page.context(), server, await tokenOf(server, 'admin', adminPassword));
  const wires = await watch(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: '关键指标' }).getByRole('link')).toHaveCount(7);
  await expect(page.getByRole('figure', { name: '近30天趋势' }).locator('canvas').first()).toBeVisible();
  await settled(wires);
  hold('dashboard', wires);
  // Asked again, once the stream is open, is what is shown already.
  const first = callsAfterBoot(wires.values()).filter(
    ({ url }, at, all) => all.findIndex((one) => one.url === url) === at,
  );
  const chain = longestChain(first).map(({ url }) => new URL(url).pathname);
  expect(chain.length, chain.join(' → ')).toBeLessThanOrEqual(mostWaits);
  const ofMap = (): boolean => [...wires.values()].some(({ url }) => /maplibre|basemap|\/fleet$/.test(url));
  expect(ofMap(), 'nothing of the map').toBe(false);
  const map = page.getByRole('region', { name: '车队地图' });
  await scrollDown(page);
  await expect(map).toBeVisible();
  expect(ofMap()).toBe(true);
});
