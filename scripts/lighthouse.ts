/**
 * Lighthouse of the login page and of a first list, desktop and mobile: `npm run lighthouse [-- <runs> <page>]` (default 3 of each), on a
 * machine that does nothing else; with BASE_URL and ADMIN_PASSWORD on a server that runs already. It prints the middle run of each and ends with 1
 * where a score is below its goal. Lighthouse is installed at the first use, from a lock file of its own (`bench/lighthouse`).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { tokenOf } from '../e2e/fixtures.ts';
import { findBrowser } from './browser.ts';
import { startTemporaryServer } from './server.ts';
import { freePorts, root, run, runNode } from './tools.ts';

interface Page {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** Least score by form factor. */
  readonly goals: { readonly desktop: number; readonly mobile: number };
}

/** What is read of Lighthouse's JSON report; times in ms. */
interface Report {
  readonly finalDisplayedUrl: string;
  /** `benchmarkIndex`: what the machine could do at that moment; a desktop computer has 1500 or more. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly runtimeError?: { readonly message: string };
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const pages: readonly Page[] = [
  { name: 'login', path: '/login', signedIn: false, goals: { desktop: 100, mobile: 97 } },
  { name: 'list', path: '/equipmentManage/vehicleManage', signedIn: true, goals: { desktop: 98, mobile: 85 } },
];
const metrics = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'speed-index': 'speed index ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const;
const runs = Number(process.argv[2] ?? 3);
const only = process.argv[3];
const folder = join(root, 'bench/lighthouse');
const program = join(folder, 'node_modules/lighthouse/cli/index.js');

/** Installs what the lock file says, unless it is there in that version. @throws Error when it cannot be installed */
async function install(): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: { lighthouse: string };
  };
  if (versionInstalled() === dependencies.lighthouse) return;
  console.log(`Installing Lighthouse ${dependencies.lighthouse} …`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  if ((await run('npm', args, { cwd: folder, quiet: true })) !== 0) throw new Error('Lighthouse cannot be installed');
}

function versionInstalled(): string | undefined {
  try {
    const text = readFileSync(join(folder, 'node_modules/lighthouse/package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** One run in the browser behind a port. @throws Error when the page, or another than asked for, was not measured */
async function measure(url: URL, form: keyof Page['goals'], port: number): Promise<Report> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-lighthouse-'));
  const file = join(dir, 'report.json');
  const args = [url.href, `--port=${port}`, '--only-categories=performance', '--output=json', `--output-path=${file}`];
  if (form === 'desktop') args.push('--preset=desktop');
  try {
    if ((await runNode(program, [...args, '--no-enable-error-reporting', '--quiet'], { quiet: true })) !== 0)
      throw new Error(`Lighthouse failed on ${url.pathname}`);
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    if (report.runtimeError) throw new Error(report.runtimeError.message);
    const shown = new URL(report.finalDisplayedUrl).pathname;
    if (shown !== url.pathname) throw new Error(`${url.pathname} led to ${shown}`);
    return report;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const scoreOf = ({ categories }: Report): number => Math.round((categories.performance.score ?? 0) * 100);

/** The run in the middle, by score. */
async function middleRun(measureOnce: () => Promise<Report>): Promise<Report> {
  const first = await measureOnce();
  const reports = [first];
  while (reports.length < runs) reports.push(await measureOnce());
  return reports.toSorted((a, b) => scoreOf(a) - scoreOf(b))[Math.floor((reports.length - 1) / 2)] ?? first;
}

function row(page: Page, form: keyof Page['goals'], report: Report): string {
  const values = Object.keys(metrics).map((id) => {
    const value = report.audits[id]?.numericValue ?? 0;
    return id === 'cumulative-layout-shift' ? value.toFixed(3) : value.toFixed(0);
  });
  const machine = report.environment.benchmarkIndex.toFixed(0);
  return `| ${[page.name, form, scoreOf(report), `≥ ${page.goals[form]}`, ...values, machine].join(' | ')} |`;
}

/** Measures all pages in one browser. @returns how many scores are below their goals */
async function measureAll(server: string, adminPassword: string): Promise<number> {
  const [port = 0] = await freePorts(1);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  let missed = 0;
  try {
    const cdp = await browser.newBrowserCDPSession();
    console.log(`\n| page | form | score | goal | ${Object.values(metrics).join(' | ')} | machine |`);
    console.log(`|---|---|---|---|---|${'---|'.repeat(Object.keys(metrics).length)}`);
    for (const page of pages.filter(({ name }) => only === undefined || name === only)) {
      for (const form of ['desktop', 'mobile'] as const) {
        const report = await middleRun(async () => {
          // The browser forgets it with the last page. Lighthouse works in the browser's own context, where Playwright opens no pages.
          if (page.signedIn) {
            const value = await tokenOf(server, 'admin', adminPassword);
            await cdp.send('Storage.setCookies', { cookies: [{ name: 'Admin-Token', value, url: server }] });
          }
          return measure(new URL(page.path, server), form, port);
        });
        console.log(row(page, form, report));
        if (scoreOf(report) < page.goals[form]) missed++;
      }
    }
  } finally {
    await browser.close();
  }
  return missed;
}

await install();
const given = process.env['BASE_URL'];
const server = given === undefined ? await startTemporaryServer({ SIMULATOR: '20' }) : undefined;
try {
  const password = server?.adminPassword ?? process.env['ADMIN_PASSWORD'] ?? '';
  const missed = await measureAll(server?.url ?? given ?? '', password);
  console.log(`\nMiddle of ${runs} runs, Lighthouse ${versionInstalled()}. ${missed} below their goal.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await server?.stop();
}
