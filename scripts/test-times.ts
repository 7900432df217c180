import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Seconds that the tests of a file took, all together. Files that run beside each other take less on the clock. */
export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly duration?: number | null }[];
  }[];
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

const timeOf = (file: string, durations: readonly number[]): FileTime => ({
  file: basename(file),
  tests: durations.length,
  seconds: durations.reduce((sum, one) => sum + one, 0) / 1000,
});

/** Times of a JSON report of vitest, longest first; none where the program did not get so far. */
export function vitestTimes(file: string): readonly FileTime[] {
  if (!existsSync(file)) return [];
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  return testResults
    .map(({ name, assertionResults }) =>
      timeOf(
        name,
        assertionResults.map(({ duration }) => duration ?? 0),
      ),
    )
    .toSorted((a, b) => b.seconds - a.seconds);
}

const durationsOf = ({ specs, suites = [] }: Suite): number[] => [
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  ...suites.flatMap(durationsOf),
];

/** Times of a JSON report of Playwright, longest first; none where the program did not get so far. */
export function playwrightTimes(file: string): readonly FileTime[] {
  if (!existsSync(file)) return [];
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as { readonly suites: readonly Suite[] };
  return suites.map((suite) => timeOf(suite.file, durationsOf(suite))).toSorted((a, b) => b.seconds - a.seconds);
}
