import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';
import { growthOf, playwrightFailures, stagesIn, timesLine, vitestFailures } from '../scripts/test-report.ts';

test('what a stage took is read from the output as it was printed', () => {
  const times = [
    { file: 'routes.spec.ts', tests: 55, seconds: 201.4, grows: 'loop' },
    { file: 'login.spec.ts', tests: 13, seconds: 50.2, grows: 'platform' },
    { file: 'ads.spec.ts', tests: 4, seconds: 48.4, grows: 'domain' },
  ] as const;
  const log = `something before\n${timesLine('browser', 180.2, times)}\n${timesLine('rules', 16, [])}\n`;
  expect(stagesIn(log)).toEqual([
    { name: 'browser', clock: 180, looping: 201, platform: 50, tests: 300 },
    { name: 'rules', clock: 16, looping: 0, platform: 0, tests: 0 },
  ]);
});

/** What a reader of reports makes of one. */
function read<Result>(reader: (file: string) => Result, report: object): Result {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-report-'));
  try {
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(report));
    return reader(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('tests that failed are named with the first line of their error', () => {
  const passed = { status: 'passed', fullName: 'well', failureMessages: [] };
  const error = '\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n    at file.ts:1';
  const failed = { status: 'failed', fullName: 'sum is right', failureMessages: [error] };
  const testResults = [
    { name: '/a/sum.test.ts', assertionResults: [passed, failed] },
    { name: '/a/lost.test.ts', message: 'Cannot find package', assertionResults: [] },
  ];
  expect(read(vitestFailures, { testResults })).toEqual([
    'sum.test.ts › sum is right: AssertionError: expected 1 to be 2',
    'lost.test.ts › not loaded: Cannot find package',
  ]);
  const spec = (title: string, results: readonly object[]) => ({
    title,
    ok: results.length === 0,
    tests: [{ results }],
  });
  const inner = { file: 'list.spec.ts', specs: [spec('shows rows', [{ duration: 1, error: { message: error } }])] };
  const suites = [{ file: 'list.spec.ts', specs: [spec('opens', [])], suites: [inner] }];
  expect(read(playwrightFailures, { suites })).toEqual([
    'list.spec.ts › shows rows: AssertionError: expected 1 to be 2',
  ]);
  expect(vitestFailures('/none.json')).toEqual([]);
});

test('the time of a test grows with the entities, with the domains, or not at all', () => {
  const growths = {
    'apps/server/test/registry/crud.test.ts': 'loop',
    'apps/server/test/registry/history.test.ts': 'platform',
    'apps/server/test/files/file-rights.test.ts': 'loop',
    'apps/server/test/files/s3.test.ts': 'platform',
    'apps/server/test/gateway/ingest.test.ts': 'platform',
    'apps/server/test/repairs/orders.test.ts': 'domain',
    'e2e/routes.spec.ts': 'loop',
    'e2e/shell.spec.ts': 'platform',
    'e2e/access/rights.spec.ts': 'platform',
    'e2e/ota/ota-tasks.spec.ts': 'domain',
    'test/rules.test.ts': 'domain',
  } as const;
  // Otherwise it says nothing of the tests there are.
  expect(Object.keys(growths).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  for (const [file, grows] of Object.entries(growths)) expect(growthOf(file), file).toBe(grows);
});
