import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { adminPassword, type Lang, signIn, speak, tokenOf } from './fixtures.ts';
import { addressOf, isCalm } from './opened.ts';
import { pages } from './pages.ts';

// BASE_URL=… ADMIN_PASSWORD=… node e2e/gallery.ts <folder> [looks, by commas] [parts of paths, by commas]: every page of the console in the
// given looks (`1440-light-zh`), and index.html with all of them side by side. Says which pages are wider than the window.

const server = process.env['BASE_URL'] ?? 'http://127.0.0.1:8080';
const [folder = 'gallery', looks = '1440-light-zh,1280-dark-en,390-dark-zh', parts = ''] = process.argv.slice(2);
const heights: Readonly<Record<string, number>> = { 1440: 900, 1280: 800, 390: 844 };
const chosen = pages.filter(({ path }) => parts.split(',').some((part) => path.includes(part)));
const widerThanWindow = (): boolean => document.documentElement.scrollWidth > document.documentElement.clientWidth;

async function shoot(browser: Browser, token: string, look: string): Promise<void> {
  const [width = '', theme = '', lang = ''] = look.split('-');
  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: Number(width), height: heights[width] ?? 900 },
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Shanghai',
  });
  await signIn(context, server, token);
  const page = await context.newPage();
  await speak(page, lang as Lang);
  // Each page without the tabs of the ones before.
  await page.addInitScript(() => sessionStorage.clear());
  for (const route of chosen) {
    await page.goto(await addressOf(route, server));
    await page.waitForFunction(isCalm, 'main :is(h1, .wh-state)', { timeout: 20_000 }).catch(() => undefined);
    if (await page.evaluate(widerThanWindow)) console.log(`${look}: ${route.path} is wider than the window`);
    await page.screenshot({ path: join(resolve(folder), `${route.name}-${look}.png`), animations: 'disabled' });
  }
  await context.close();
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const token = await tokenOf(server, 'admin', adminPassword);
for (const look of looks.split(',')) await shoot(browser, token, look);
await browser.close();
const pictures = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();
const figure = (name: string): string =>
  `<figure><a href="${name}"><img src="${name}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
await writeFile(
  join(folder, 'index.html'),
  `<!doctype html><style>body{display:grid;grid-template-columns:repeat(auto-fill,minmax(420px,1fr))}img{width:100%}</style>${pictures.map(figure).join('')}`,
);
console.log(`${pictures.length} pictures in ${resolve(folder)}`);
