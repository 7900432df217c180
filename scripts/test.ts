import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { ensureConsole } from './console.ts';
import { newKey, startTemporaryServer } from './server.ts';
import { temporaryFolder } from './temp.ts';
import {
  type FileTime,
  playwrightFailures,
  playwrightTimes,
  timesLine,
  vitestFailures,
  vitestTimes,
} from './test-report.ts';
import { root, runNode } from './tools.ts';

// npm test [-- --only=unit|server|platform|e2e [file or option …]]: everything, on the embedded database; where DATABASE_URL is given, the server's tests
// run there, but for those of the platform. Ends with a line for each test that failed, and `N passed, N failed`.

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly times?: readonly FileTime[];
  /** A line for each test that failed. */
  readonly failures?: readonly string[];
}

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
/** What stands behind `--only=…` goes to its test program: `sim.spec.ts -g suspend`. */
const chosen = only === undefined ? [] : process.argv.slice(2).filter((arg) => !arg.startsWith('--only='));
// Of the servers and test programs as well.
process.env['TMPDIR'] = temporaryFolder();
const reports = mkdtempSync(join(process.env['TMPDIR'], 'wheelhouse-reports-'));
/** A program that failed without a failed test (a file that does not load, a crash) counts as one. */
function count(name: string, code: number, of: Required<Count>): Count {
  if (code === 0 || of.failed > 0) return of;
  return { ...of, failed: 1, failures: of.failures.length > 0 ? of.failures : [`${name} ended with code ${code}`] };
}

/** The numbers of a JSON report, by name; none where the program did not get so far. */
function readNumbers(file: string, part?: string): Readonly<Record<string, number>> {
  if (!existsSync(file)) return {};
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return (part === undefined ? report : report[part]) as Record<string, number>;
}

async function vitest(project: string, databaseUrl: string): Promise<Count> {
  const file = join(reports, `${project}.json`);
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile=${file}`, `--project=${project}`, ...chosen];
  const code = await runNode(join(root, 'node_modules/vitest/vitest.mjs'), args, {
    env: { DATABASE_URL: databaseUrl },
  });
  const { numPassedTests = 0, numFailedTests = 0 } = readNumbers(file);
  return count(project, code, {
    passed: numPassedTests,
    failed: numFailedTests,
    times: vitestTimes(file),
    failures: vitestFailures(file),
  });
}

async function playwright(env: Readonly<Record<string, string>>): Promise<Count> {
  const file = join(reports, 'e2e.json');
  const program = join(root, 'node_modules/@playwright/test/cli.js');
  const code = await runNode(
    program,
    ['test', '--config=e2e', `--reporter=${chosen.length > 0 ? 'list' : 'dot'},json`, ...chosen],
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const { expected = 0, unexpected = 0 } = readNumbers(file, 'stats');
  return count('browser', code, {
    passed: expected,
    failed: unexpected,
    times: playwrightTimes(file),
    failures: playwrightFailures(file),
  });
}

/**
 * Two servers with the same keys; devices talk to the second one, where the specs of vehicles run. A server starts on one core: they start
 * beside each other.
 */
async function browserTests(): Promise<Count> {
  const [browser] = await Promise.all([findBrowser(), ensureConsole()]);
  // Firmware of the demo is signed with a key that follows from the secret one.
  const keys = { PORTAL_KEY: newKey(), APP_TOKEN_KEY: newKey(), SECRET_KEY: newKey() };
  const starts = [startTemporaryServer(keys), startTemporaryServer({ ...keys, SIMULATOR: '20' })] as const;
  try {
    const [server, second] = await Promise.all(starts);
    return await playwright({
      ...keys,
      BASE_URL: server.url,
      SECOND_URL: second.url,
      MQTT_URL: second.mqttUrl,
      ADMIN_PASSWORD: server.adminPassword,
      CHROMIUM_PATH: browser,
    });
  } finally {
    for (const start of await Promise.allSettled(starts)) if (start.status === 'fulfilled') await start.value.stop();
  }
}

async function stage(name: string, work: () => Promise<Count>): Promise<Count> {
  console.log(`\n— ${name}`);
  const begun = performance.now();
  try {
    const result = await work();
    console.log(`\n${timesLine(name, (performance.now() - begun) / 1000, result.times ?? [])}`);
    return result;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, failures: [`${name} did not start`] };
  }
}

/** Each server test runs on one database: those of the platform, as the browser's, on the embedded one, the others on the one that is given. */
const stages = {
  unit: () => stage('rules', () => vitest('unit', '')),
  server: () => stage('server', () => vitest('server', process.env['DATABASE_URL'] ?? '')),
  platform: () => stage('platform, on the embedded database', () => vitest('platform', '')),
  e2e: () => stage('browser', browserTests),
} as const satisfies Readonly<Record<string, () => Promise<Count>>>;

const counts: Count[] = [];
for (const [name, run] of Object.entries(stages)) if (only === undefined || only === name) counts.push(await run());
rmSync(reports, { recursive: true, force: true });

// Of a long log people have the end.
for (const line of counts.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${line}`);
const sum = (key: 'passed' | 'failed'): number => counts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
