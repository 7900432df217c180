import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { entities, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snake } from '../../src/db/snake.ts';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { Fuzzer } from './run.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Anything at all, sent to every call there is: by the names of its own fields, upon what it would take. A slice of what `npm run fuzz`
 * sends (FUZZ inputs from FUZZ_SEED).
 */
const inputs = Number(process.env['FUZZ'] ?? 3_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const isCommand = process.env['FUZZ'] !== undefined;

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp();
  world = await makeWorld(t, isCommand ? 60 : 8);
}, 120_000);
afterAll(() => t.stop());

/** Ends the session of whoever asks. */
const enders = ['/system/crm/sysUser/ssoLogout'];

test(
  'every call takes any junk: refused or done, traced, never a failure',
  async () => {
    const tried = calls.filter((call) => !enders.includes(call.path));
    const { groups, failures } = await new Fuzzer(t, world).run({ calls: tried, inputs, seed });
    const sum = (name: keyof (typeof groups)[string]) =>
      Object.values(groups).reduce((total, group) => total + group[name], 0);
    const total = {
      inputs: sum('inputs'),
      refused: sum('refused'),
      accepted: sum('accepted'),
      '5xx': sum('5xx'),
      'traces missing': sum('traces missing'),
    };
    if (isCommand) {
      console.table({ ...Object.fromEntries(Object.entries(groups).sort(([a], [b]) => a.localeCompare(b))), total });
      console.log(`seed ${seed}, ${tried.length} calls`);
    }
    expect(failures).toEqual([]);
    expect(total).toMatchObject({ '5xx': 0, 'traces missing': 0 });
    expect(total.inputs).toBeGreaterThanOrEqual(inputs);
    expect(total.accepted).toBeGreaterThan(inputs / 100);
  },
  isCommand ? 7_200_000 : 120_000,
);

test('nothing of it was stored that a browser would run', async () => {
  const rich = Object.values(entities)
    .map(plain)
    .filter((entity) => !entity.external)
    .flatMap((entity) =>
      Object.entries(entity.fields)
        .filter(([, { kind }]) => kind === 'richText')
        .map(([name]) => ({
          table: entity.table,
          column: snake(name),
        })),
    );
  expect(rich.length).toBeGreaterThan(0);
  for (const { table, column } of rich) {
    const { rows } = await t.app.pool.query(
      `select ${column} from ${table} where ${column} ~* '<script|onerror|onload|javascript:' limit 1`,
    );
    expect(rows, `${table}.${column}`).toEqual([]);
  }
});

test('nothing of it was written beside the storage', () => {
  const { dataDir } = t.app.config;
  const isOwn = (name: string): boolean =>
    ['storage', 'tmp', 'uploads', 'files'].includes(name) || name.endsWith('.key');
  expect(readdirSync(dataDir).filter((name) => !isOwn(name))).toEqual([]);
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
});
