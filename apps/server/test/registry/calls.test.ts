import { partsOf } from '@wheelhouse/entities/statistics/define';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { readdirSync, readFileSync } from 'node:fs';
import { answersMay, mayPath } from '@wheelhouse/entities/may';
import { publishableCalls } from '@wheelhouse/entities/publishable';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { expect, test } from 'vitest';
import { calls } from '../../src/modules/index.ts';

const packages = new URL('../../../../packages/', import.meta.url);
const tables = [
  ...readdirSync(new URL('contract/src/calls/', packages), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `contract/src/calls/${name}`),
  'entities/src/calls.ts',
];
/** Methods and paths of own calls, as the tables have them. */
const listed = tables.flatMap((file) =>
  [...readFileSync(new URL(file, packages), 'utf8').matchAll(/^ {2}'((?:GET|POST) [^']+)'/gm)].map(
    ([, key = '']) => key,
  ),
);

const standard = new Set(
  Object.values(entities)
    .map(plain)
    .flatMap((entity) => [
      ...entity.calls.map((call) => pathOfCall(entity, call)),
      ...Object.values(entity.actions ?? {}).map(({ path }) => `${entity.base}/${path}`),
      ...(entity.list.counters === undefined ? [] : [`${entity.base}/counters`]),
      ...(answersMay(entity) ? [mayPath(entity)] : []),
      ...(entity.publishable === true ? Object.keys(publishableCalls).map((call) => `${entity.base}/${call}`) : []),
    ]),
);
/** Calls of statistics follow from their definitions. */
const ofStatistics = new Set(
  Object.values(statistics).flatMap((statistic) =>
    [...(statistic.cards.length > 0 ? ['summary'] : []), ...partsOf(statistic).map(({ call }) => call), 'export'].map(
      (call) => `${statistic.base}/${call}`,
    ),
  ),
);
/** The generic calls answer by model: the tables have each model instead. */
const generic = new Set(['/rest/r/:modelName', '/rest/w/:modelName']);

test('every call of the tables is defined, and listed once', () => {
  const defined = new Set(calls.map(({ method, path }) => `${method} ${path}`));
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter((key) => !defined.has(key))).toEqual([]);
  expect(listed.filter((key, at) => listed.indexOf(key) !== at)).toEqual([]);
});

test('every call is in the tables, or comes from a definition', () => {
  const known = new Set(listed);
  const strange = calls.filter(
    ({ method, path }) =>
      !known.has(`${method} ${path}`) && !standard.has(path) && !ofStatistics.has(path) && !generic.has(path),
  );
  expect(strange.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
