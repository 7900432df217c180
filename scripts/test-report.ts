import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { Domain } from '../packages/entities/src/domains.ts';
import { domainIn } from '../test/domains.ts';
import { root } from './tools.ts';

/** Seconds that the tests of a file took, all together. Files that run beside each other take less on the clock. */
export interface FileTime {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
  readonly grows: Growth;
}

/**
 * With what the time of a file grows: a `loop` over all entities, pages or calls with them, tests of a `domain` with the number of domains.
 * Those of the `platform`, of what every domain uses, stay.
 */
export type Growth = 'loop' | 'domain' | 'platform';

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    /** Why a file could not be loaded. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly duration?: number | null;
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

/** They lie beside the loops over the registry and ask about the platform, with a few entities as examples. */
const examples = /\/registry\/(access|aliases|budget|history|in-use)\.test\.ts$/;
const loops =
  /\/registry\/[\w-]+\.test\.ts$|\/(file-rights|foreign-ids|matrix|role-matrix|unkept)\.test\.ts$|\/fuzz\/|\/(crud|dialogs|lists|routes)\.spec\.ts$/;
/** Domains that stand under all others: they are whole, and do not grow with what comes. */
const platform: ReadonlySet<Domain> = new Set(['access', 'changes', 'files', 'fleet', 'reference', 'search']);
/** Tests of the server and of the console that belong to no domain are about the engine and the frame of the console. */
const sorted = /^(?:apps\/server\/test|e2e)\//;

/** @param path from the root of the repository */
export function growthOf(path: string): Growth {
  if (examples.test(path)) return 'platform';
  if (loops.test(path)) return 'loop';
  const domain = domainIn(path);
  const isPlatform = domain === undefined ? sorted.test(path) : platform.has(domain);
  return isPlatform ? 'platform' : 'domain';
}

const timeOf = (path: string, durations: readonly number[]): FileTime => ({
  file: basename(path),
  tests: durations.length,
  seconds: durations.reduce((sum, one) => sum + one, 0) / 1000,
  grows: growthOf(path),
});

/** Times of a JSON report of vitest, longest first; none where the program did not get so far. */
export function vitestTimes(file: string): readonly FileTime[] {
  if (!existsSync(file)) return [];
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  return testResults
    .map(({ name, assertionResults }) =>
      timeOf(
        relative(root, name),
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
  return suites
    .map((suite) => timeOf(`e2e/${suite.file}`, durationsOf(suite)))
    .toSorted((a, b) => b.seconds - a.seconds);
}

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g');

/** `file › test: first line of the error`, as the end of a log repeats it. */
const failureLine = (file: string, test: string, message = ''): string =>
  `${basename(file)} › ${test}: ${message.replaceAll(colours, '').split('\n', 1)[0]?.slice(0, 300) ?? ''}`;

/** Tests that failed, of a JSON report of vitest, and files that could not be loaded. */
export function vitestFailures(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, message = '', assertionResults }) => [
    ...(assertionResults.length === 0 && message !== '' ? [failureLine(name, 'not loaded', message)] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failureLine(name, fullName, failureMessages?.[0])),
  ]);
}

const failuresOf = ({ file, specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return failureLine(file, title, results.find(({ error }) => error !== undefined)?.error?.message);
    }),
  ...suites.flatMap(failuresOf),
];

/** Tests that failed, of a JSON report of Playwright. */
export function playwrightFailures(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as { readonly suites: readonly Suite[] };
  return suites.flatMap(failuresOf);
}

/** Seconds of files, all of them or those that loop. */
export const secondsOf = (times: readonly FileTime[]): number => times.reduce((sum, { seconds }) => sum + seconds, 0);

/** What a stage took, as `npm test` prints it and `npm run gate-cost` reads it. */
export function timesLine(name: string, clock: number, times: readonly FileTime[]): string {
  const longest = times.slice(0, 8).map(({ file, seconds, tests }) => `${file} ${seconds.toFixed(0)} s (${tests})`);
  const of = (growth: Growth): string => secondsOf(times.filter(({ grows }) => grows === growth)).toFixed(0);
  return `— ${name}: ${clock.toFixed(0)} s on the clock; loops over entities and pages are ${of('loop')}, tests of the platform ${of('platform')} of ${secondsOf(times).toFixed(0)} s of tests. ${longest.join(', ')}`;
}

export interface StageTime {
  readonly name: string;
  readonly clock: number;
  readonly looping: number;
  readonly platform: number;
  readonly tests: number;
}

/** The lines of `timesLine` in a log, without colours. */
export const stagesIn = (log: string): readonly StageTime[] =>
  [
    ...log.matchAll(
      /^— (.+): (\d+) s on the clock; loops over entities and pages are (\d+), tests of the platform (\d+) of (\d+) s/gm,
    ),
  ].map(([, name = '', clock, looping, platformTests, tests]) => ({
    name,
    clock: Number(clock),
    looping: Number(looping),
    platform: Number(platformTests),
    tests: Number(tests),
  }));
