import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const baseURL = process.env['BASE_URL'] ?? 'http://127.0.0.1:8080';
const secondURL = process.env['SECOND_URL'];

/** Specs that change nothing on the server, and count on no record that others change meanwhile. */
const looking = ['routes.spec.ts', 'lists.spec.ts'];
/** Specs of every form and dialog, of vehicles and what they send, and as many others as make both halves take the same time. */
const second =
  /((crud|dialogs|alarms|control|equipment|live|ota-tasks(-old)?|theft|trace|vehicles-\w+)|(orders|feedback)\/[\w-]+)\.spec\.ts$/;

/**
 * Runs against servers with demo data and a simulated fleet; `npm test` starts them. The specs of behaviour change data and take turns, those of
 * BASE_URL and those of SECOND_URL beside each other, or all on BASE_URL where there is no other. Routes and lists are only looked at, by
 * the third worker.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // A test waits for a quarter of its time: the third worker has what the other two leave idle of two cores.
  workers: 3,
  projects: [
    { name: 'behaviour', testIgnore: secondURL === undefined ? looking : [...looking, second], workers: 1 },
    ...(secondURL === undefined
      ? []
      : [{ name: 'behaviour, second server', testMatch: second, workers: 1, use: { baseURL: secondURL } }]),
    { name: 'routes', testMatch: looking },
  ],
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
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
        // Compiling for speed pays later than a test ends: a tenth less of the processors.
        '--js-flags=--no-opt',
      ],
    },
  },
});
