import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createDb, createPool, withTransaction } from '../apps/server/src/db/pool.ts';
import { countDays } from '../apps/server/src/modules/orders/ledger/count.ts';
import { balances, wholeSum } from '../apps/server/src/modules/orders/ledger/balances.ts';
import { paid, post } from '../apps/server/src/modules/orders/ledger/service.ts';

/**
 * Postings of the ledger by many connections at once, each in a transaction of its own that is on disk when it ends: `npm run bench -- ledger [--postings 20000]
 * [--connections 20] [--rounds 2]`. A posting has four entries on accounts that all of them share, and turns take it against a row in a table with
 * nothing but a key. Then what it takes to count the days, and to ask for all balances and for the sum of the whole.
 */
const { values } = parseArgs({
  options: {
    postings: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '2' },
  },
});
const [many, connections, rounds] = [Number(values.postings), Number(values.connections), Number(values.rounds)];

const log = pino({ level: 'fatal' });
const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-ledger-'));
// The database runs as somebody else when started by root.
chmodSync(dir, 0o755);
const database = await startEmbedded({ dir: join(dir, 'pg'), log });
await migrate({ url: database.url, log });
const pool: Pool = createPool({ url: database.url, max: connections, log });
const db = createDb(pool);
await pool.query(
  'create table bench_row (id bigint generated always as identity primary key, key text not null unique)',
);

/** An order of a theme without coupon and partner: the channel's money and fee. */
const posting = (key: string) =>
  paid({
    orderNo: key,
    occurTime: new Date(),
    goods: 'theme',
    channel: 1,
    payFen: 500,
    discountFen: 0,
    feeFen: 3,
    share: null,
  });

async function rateOf(what: (key: string) => Promise<unknown>): Promise<{ rate: number; p99: number }> {
  const times: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < many; at = next++) {
      const begun = performance.now();
      await what(`${begun} ${at}`);
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  times.sort((a, b) => a - b);
  const rate = Math.round((many / (performance.now() - begun)) * 1000);
  return { rate, p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0) };
}

async function timed(what: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await what();
  return Math.round(performance.now() - begun);
}

const rows = [];
for (let round = 1; round <= rounds; round++) {
  const single = await rateOf((key) => pool.query('insert into bench_row (key) values ($1)', [key]));
  const posted = await rateOf((key) => withTransaction(db, (tx) => post(tx, posting(key))));
  rows.push({
    round,
    'inserts/s': single.rate,
    'postings/s': posted.rate,
    'of the inserts': (posted.rate / single.rate).toFixed(2),
    'p99 of postings, ms': posted.p99,
    'balances before the count, ms': await timed(() => balances(db)),
    'count, ms': await timed(() => countDays({ db, log })),
    'balances, ms': await timed(() => balances(db)),
    'sum, ms': await timed(() => wholeSum(db)),
  });
}
console.table(rows);
await pool.end();
await database.stop();
rmSync(dir, { recursive: true, force: true });
