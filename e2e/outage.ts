import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { startServer } from '../scripts/server.ts';
import { freePorts } from '../scripts/tools.ts';
import { signIn, tokenOf } from './fixtures.ts';
import { typeInto } from './hands.ts';

// npm run outage -- <folder>: pictures of a list, a form, the login and the dashboard while the server's process is away for
// 30 seconds and comes back.

const [folder = 'outage'] = process.argv.slice(2);
const awayMs = 30_000;

interface View {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** What is done while the server is away. */
  readonly during: (page: Page) => Promise<void>;
}

const views: readonly View[] = [
  {
    name: 'list',
    open: (page) => page.goto('/equipmentManage/vehicleManage').then(() => undefined),
    during: (page) => page.getByRole('button', { name: '刷新', exact: true }).first().click(),
  },
  {
    name: 'form',
    open: async (page) => {
      await page.goto('/guideUseManage/dealerManage');
      await page.getByRole('button', { name: '新增' }).click();
      await typeInto(page.getByRole('dialog').getByLabel('名称', { exact: true }), '杭州西湖店');
    },
    during: (page) => typeInto(page.getByRole('dialog').getByLabel('简称', { exact: true }), '西湖'),
  },
  {
    name: 'login',
    open: (page) => page.goto('/login').then(() => undefined),
    during: (page) => typeInto(page.getByLabel('用户名', { exact: true }), 'ops.lin'),
  },
  {
    name: 'dashboard',
    open: (page) => page.goto('/dashboard').then(() => undefined),
    during: (page) => page.getByRole('link', { name: '使用问答' }).first().hover(),
  },
];

const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-'));
chmodSync(dir, 0o755);
const [port = 0, mqtt = 0] = await freePorts(2);
const start = () => startServer(dir, port, mqtt, { SIMULATOR: '20' });
let server = await start();
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  await mkdir(folder, { recursive: true });
  const token = await tokenOf(server.url, 'admin', server.adminPassword);
  const open = async (view: View): Promise<{ view: View; page: Page; context: BrowserContext }> => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    });
    if (view.name !== 'login') await signIn(context, server.url, token);
    const page = await context.newPage();
    await view.open(page);
    return { view, page, context };
  };
  const pages = await Promise.all(views.map(open));
  const shoot = async (step: string): Promise<void> => {
    for (const { view, page } of pages) await page.screenshot({ path: join(folder, `${view.name}-${step}.png`) });
    console.log(step);
  };
  await sleep(5_000);
  await shoot('1-before');
  await server.stop();
  const since = Date.now();
  await sleep(3_000);
  await shoot('2-lost');
  await Promise.all(pages.map(({ view, page }) => view.during(page)));
  await sleep(2_000);
  await shoot('3-used');
  await sleep(Math.max(0, awayMs - (Date.now() - since)));
  await shoot('4-after-30-s');
  server = await start();
  await Promise.all(
    pages.map(({ page }) =>
      page.locator('.wh-connection').filter({ hasText: '连接已断开' }).waitFor({ state: 'detached' }),
    ),
  );
  await shoot('5-back');
  await sleep(8_000);
  await shoot('6-as-before');
} finally {
  await browser.close();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}
