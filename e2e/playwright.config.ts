import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Specs that change nothing on the server. */
const looking = ['routes.spec.ts', 'lists.spec.ts'];

/**
 * Runs against BASE_URL, a server with demo data and a simulated fleet; `npm test` starts one. The specs of behaviour change data and take
 * turns; routes and lists are only looked at, meanwhile by a second worker, at last by both.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'behaviour', testIgnore: looking, workers: 1 },
    { name: 'routes', testMatch: looking },
  ],
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env['BASE_URL'] ?? 'http://127.0.0.1:8080',
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a third of the time of a run: a failed test has its picture.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
