import type { RaffleProof } from '@wheelhouse/contract/calls/events/raffles';
import { Readable } from 'node:stream';
import { headOf, laneCount } from '@wheelhouse/contract/receipts/hashes';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { unseal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { unopenedOf } from './boxes.ts';

const atOnce = 5_000;

interface State {
  readonly activityNo: string;
  readonly name: string;
  readonly commitment: string;
  readonly oddsVersion: number;
  readonly closed: boolean;
  readonly seed: Buffer;
}

interface Last {
  readonly head: Buffer;
  readonly last: number;
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

async function begin(db: Db, id: string): Promise<State> {
  const { rows } = await sql<State>`
    select a.activity_no, a.name, s.commitment, s.odds_version, s.closed, s.seed_enc as seed from act_raffle_state s join act_raffle_activity a on a.id = s.activity_id
    where s.activity_id = ${id}`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new AppError(6047);
  return state;
}

/** Draws of a lane, some at a time, up to the number that it had when the file began. */
async function* drawsOf(db: Db, id: string, lane: number, last: number): AsyncGenerator<string> {
  for (let after = 0; after < last;) {
    const { rows } = await sql<{ n: number; text: string }>`
      select n, json_build_object('t', 'draw', 'lane', lane, 'n', n, 'requestNo', request_no, 'userId', user_id::text, 'nonce', nonce, 'version', version,
        'picked', picked, 'given', given, 'withheld', withheld, 'time', round(extract(epoch from time) * 1000)::bigint, 'hash', encode(hash, 'hex'))::text as text
      from act_raffle_draw where activity_id = ${id} and lane = ${lane} and n > ${after} and n <= ${last} order by n limit ${atOnce}`.execute(
      db,
    );
    const end = rows.at(-1);
    // What is missing shows in the file; it does not keep it from ending.
    if (end === undefined) return;
    after = end.n;
    yield `${rows.map(({ text }) => text).join('\n')}\n`;
  }
}

async function* linesOf(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  id: string,
  state: State,
): AsyncGenerator<string> {
  const { activityNo, name, commitment, closed } = state;
  const seed = closed ? unseal(secrets, state.seed) : null;
  yield line({ t: 'campaign', activityNo, name, commitment, seed, lanes: laneCount });
  const { rows: odds } = await sql<object>`
    select 'odds' as t, version, odds, hash, round(extract(epoch from from_time) * 1000)::float8 as "from" from act_raffle_odds
    where activity_id = ${id} order by version`.execute(db);
  for (const one of odds) yield line(one);
  const { rows: heads } = await sql<object>`
    select 'head' as t, to_char(day, 'YYYY-MM-DD') as day, head, counts from act_raffle_head where activity_id = ${id} order by day`.execute(
    db,
  );
  const { rows: ends } = await sql<Last>`
    select head, last from act_raffle_lane where activity_id = ${id} order by lane`.execute(db);
  // What is drawn meanwhile is not in this file, nor in its heads.
  for (const [lane, { last }] of ends.entries()) yield* drawsOf(db, id, lane, last);
  for (const one of heads) yield line(one);
  yield line({
    t: 'end',
    head: headOf(ends.map(({ head }) => head)),
    draws: ends.reduce((sum, { last }) => sum + last, 0),
  });
}

/** What a campaign commits to, its seed once it has ended, and the heads of its chains. @throws AppError 6047 nothing was approved */
export async function proofOf({ db, secrets }: Pick<App, 'db' | 'secrets'>, id: string): Promise<RaffleProof> {
  const { commitment, oddsVersion, closed, seed } = await begin(db, id);
  const isOpen = (await unopenedOf(db, id)) > 0;
  const { rows: heads } = await sql<RaffleProof['heads'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, head, (select sum(n) from unnest(counts) n)::int as draws
    from act_raffle_head where activity_id = ${id} order by act_raffle_head.day desc`.execute(db);
  return { commitment, oddsVersion, seed: closed && !isOpen ? unseal(secrets, seed) : null, heads };
}

/** The file of a campaign's receipts (decision 0040), as a stream. @throws AppError 6047 nothing was approved, 7014 it would tell what unopened boxes hold */
export async function receiptsOf(
  app: Pick<App, 'db' | 'secrets'>,
  id: string,
): Promise<{ readonly content: Readable; readonly name: string }> {
  const state = await begin(app.db, id);
  const unopened = await unopenedOf(app.db, id);
  if (unopened > 0) throw new AppError(7014, { n: unopened });
  return { content: Readable.from(linesOf(app, id, state)), name: `${state.activityNo}.jsonl` };
}
