import { entityOf } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../src/proof/define.ts';
import { proofs } from '../../src/proof/list.ts';
import { runProofs } from '../../src/proof/run.ts';
import { countDays } from '../../src/modules/orders/ledger/count.ts';
import { runAll } from '../../src/modules/proof/nightly.ts';
import { seed } from '../../src/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import type { Plant } from './plant.ts';
import { plants } from './plants.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { SEED: 'demo', SIMULATOR: '0', FIRMWARE_KEYS: '' } });
  await seed(t.app);
  await countDays(t.app);
  // Seals the days of the logs.
  await runAll(t.app, null);
});
afterAll(() => t.stop());

const wrongOf = (name: string, { wrong, wrongCount }: Finding): string[] =>
  wrongCount === 0 ? [] : [`${name}: ${wrong[0]?.name} ${wrong[0]?.text.en}`];

/** Does a check over data that are spoilt, and takes that back. */
async function findingOf([check, kind, ...statements]: Plant): Promise<Finding> {
  const proof = proofs().find(({ name }) => name === check);
  if (proof === undefined) throw new Error(`there is no check ${check}`);
  const client = await t.app.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = replica`);
    let rows = 0;
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
    if (rows === 0) throw new Error(`${kind}: nothing was spoilt`);
    return await proof.look({ app: t.app, client });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('an installation with demo data passes every check', async () => {
  const results = await runProofs(t.app, proofs());
  expect(
    results.flatMap((result) => [
      ...wrongOf(result.name, result),
      ...(result.error === null ? [] : [`${result.name}: ${result.error}`]),
    ]),
  ).toEqual([]);
  expect(results.filter(({ checked }) => checked === 0).map(({ name }) => name)).toEqual(['proof.backups']);
});

test.each(plants.map((plant) => ({ check: plant[0], kind: plant[1], plant })))(
  '$check finds that $kind',
  async ({ plant }) => {
    const found = await findingOf(plant);
    expect(found.wrongCount).toBeGreaterThan(0);
    expect(found.wrong.length).toBe(Math.min(found.wrongCount, 50));
    for (const { name, text, entity } of found.wrong) {
      expect(name).not.toBe('');
      expect(`${text.zh} ${text.en}`).not.toMatch(/[{}]/);
      if (entity !== null) expect(entityOf(entity)).toBeDefined();
    }
  },
);

test('every check is spoilt in some way', () => {
  const spoilt = new Set(plants.map(([check]) => check));
  // What is kept of runs is spoilt in `runs.test.ts`.
  expect(
    proofs()
      .map(({ name }) => name)
      .filter((name) => !spoilt.has(name)),
  ).toEqual(['proof.runs']);
  expect(plants.length).toBeGreaterThan(80);
});
