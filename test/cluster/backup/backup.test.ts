import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveMetrics, readArchive } from '../../../apps/server/src/db/archiving.ts';
import { rowsAt } from '../../../apps/server/test/support/databases.ts';
import { tempDir } from '../../../apps/server/test/support/temp.ts';
import { postgresBin } from '../../../apps/server/test/support/postgres.ts';
import { freePorts } from '../../../scripts/tools.ts';
import { backRestProgram, Repository } from './repository.ts';
import { spoil } from './spoil.ts';

const lacking =
  backRestProgram === undefined ? 'pgbackrest' : postgresBin === undefined ? 'PostgreSQL server' : undefined;
const patience = { timeout: 20_000, interval: 100 };
const why = lacking === undefined ? '' : ` (left out: there is no ${lacking} on this machine)`;

describe.skipIf(lacking !== undefined)(`backups as deploy/pgbackrest makes them${why}`, { timeout: 180_000 }, () => {
  const dir = tempDir();
  let repository: Repository;

  const query = <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    rowsAt<Row>(repository.server.url(), text);
  const insert = (from: number) =>
    query(`insert into kept select n, repeat('x', 500) from generate_series(${from}, ${from + 999}) n`);

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    repository = new Repository(dir, port);
    await repository.begin();
  });
  afterAll(async () => {
    await repository.server.end('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });

  test('an archive that takes nothing shows in the metrics, and so does one that works again', async () => {
    const registry = new Registry();
    const pool = new pg.Pool({ connectionString: repository.server.url(), max: 1 });
    archiveMetrics(registry, () => readArchive(pool));
    const gauges = async () => {
      const found = await registry.getMetricsAsJSON();
      return Object.fromEntries(
        found.map(({ name, values }) => [name.replace('wheelhouse_wal_', ''), values[0]?.value]),
      );
    };
    /** Fills a segment, which is then archived. */
    const fill = () => query("select pg_logical_emit_message(true, 'test', repeat('x', 100000)), pg_switch_wal()");
    const archive = join(repository.dir, 'archive/wheelhouse');
    const begun = Date.now() / 1000;
    try {
      await fill();
      await expect.poll(async () => (await gauges())['waiting_bytes'], patience).toBeLessThan(1000);
      const { archive_failing: failing, archived_timestamp_seconds: archived = 0 } = await gauges();
      expect([failing, archived >= begun]).toEqual([0, true]);
      chmodSync(archive, 0);
      await fill();
      await expect.poll(gauges, patience).toMatchObject({ archive_failing: 1 });
      expect((await gauges())['waiting_bytes']).toBeGreaterThan(100_000);
      chmodSync(archive, 0o750);
      await fill();
      await expect.poll(gauges, patience).toMatchObject({ archive_failing: 0 });
    } finally {
      await pool.end();
    }
    // Without an answer there is no number.
    expect(await gauges()).toEqual({
      archive_failing: undefined,
      archived_timestamp_seconds: undefined,
      waiting_bytes: undefined,
    });
  });

  test('what was committed until a moment is restored, and nothing after it; damage is found before it is needed', async () => {
    await query('create table kept (n int, filler text)');
    await insert(1);
    await repository.done('--type=full', 'backup');
    await insert(1001);
    // A restore looks for backups that ended in a second before its moment.
    await sleep(1_000);
    const [row] = await query<{ moment: string }>('select clock_timestamp()::text as moment');
    await insert(2001);
    await query('select pg_switch_wal()');
    // It waits until the segment has arrived.
    expect(await repository.check()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/are whole, with \d+ seg/),
    });

    const { server } = repository;
    await server.end('SIGKILL');
    const target = ['--type=time', `--target=${row?.moment}`, '--target-action=promote'];
    const refused = await repository.tried(...target, 'restore');
    expect(refused).toMatchObject({ code: 38, output: expect.stringContaining('unable to restore while PostgreSQL') });
    server.makeEmpty();
    await repository.done(...target, 'restore');
    await server.start();
    expect(await query('select count(*)::int as n, max(n) as last from kept')).toEqual([{ n: 2000, last: 2000 }]);

    const undo = spoil(join(repository.dir, 'backup'), /bundle\/1$/);
    expect(await repository.check({ NO_SERVER: '1' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/damaged[^]*checksum invalid: 1/),
    });
    undo();
    const segment = readdirSync(join(repository.dir, 'archive'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /00000001[0-9A-F]{16}-/.test(name))
      .toSorted()
      .at(-2);
    rmSync(join(repository.dir, 'archive', segment ?? 'none'));
    expect(await repository.check({ NO_SERVER: '1' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/segments of WAL missing before \w{24}: 1\./),
    });
    expect((await repository.check({ NO_SERVER: '1', MAX_AGE_HOURS: '-1' })).output).toContain(
      'the newest backup is of',
    );
  });
});
