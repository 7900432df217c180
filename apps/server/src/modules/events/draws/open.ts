import { randomBytes } from 'node:crypto';
import { commitmentOf, firstHashOf, laneCount, oddsHashOf } from '@wheelhouse/contract/receipts/hashes';
import { codes } from '@wheelhouse/entities/codes';
import { claimDays, poolOdds, poolOf, type PoolRow } from '@wheelhouse/entities/events/raffle-pool';
import { machines } from '@wheelhouse/entities/machines';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { seal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { moveStock } from '../../prizes/service.ts';

type Activity = StoredRowOf<'raffleActivity'>;

const { physical, coupon, theme } = codes.PrizeKind;
const { reserve } = codes.StockLogType;

interface Thing {
  readonly name: string;
  readonly costFen: number;
}

/** Where the things of a kind are, what one costs, and which of them may be given. */
const kinds: Readonly<Record<number, { readonly table: string; readonly cost: string; readonly isOn: string }>> = {
  [physical]: { table: 'act_prize', cost: 'cost_fen', isOn: `enabled = ${machines['SM-Enable'].states.enabled}` },
  [coupon]: {
    table: 'act_coupon',
    cost: 'coalesce(amount_fen, max_off_fen, 0)',
    isOn: `status = ${machines['SM-Coupon'].states.issuing}`,
  },
  [theme]: { table: 'cnt_app_theme', cost: '0', isOn: `status = ${machines['SM-Theme'].states.onShelf}` },
};

/** What a row of the pool gives, as it is when the campaign is approved: name and cost, what a coupon takes off as its cost. */
async function thingOf(tx: Tx, { prizeKind, prizeId }: PoolRow): Promise<Thing> {
  const kind = kinds[prizeKind];
  if (kind === undefined) throw new AppError(1001);
  const { rows } = await sql<Thing>`
    select name, (${sql.raw(kind.cost)})::int as cost_fen from ${sql.table(kind.table)}
    where id = ${prizeId} and not deleted and ${sql.raw(kind.isOn)}`.execute(tx);
  const [thing] = rows;
  if (thing === undefined) throw new AppError(1002);
  return thing;
}

/** Reserves more of a row's prize for a campaign. @throws AppError 6004 */
export async function reserveFor(
  tx: Tx,
  {
    row,
    qty,
    activityNo,
    operatorId,
  }: { row: PoolRow; qty: number; activityNo: string; operatorId: string | undefined },
): Promise<void> {
  if (row.prizeKind !== physical) return;
  const { prizeId } = row;
  await moveStock(tx, { prizeId, type: reserve, qty, remark: activityNo, ...(operatorId && { operatorId }) });
}

/** Keeps prizes from being disabled meanwhile; in one order, so that no two approvals wait for each other. */
async function holdPrizes(tx: Tx, rows: readonly PoolRow[]): Promise<void> {
  const ids = rows.filter((row) => row.prizeKind === physical).map(({ prizeId }) => prizeId);
  await sql`select 1 from act_prize where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
}

async function insertPool(tx: Tx, activityId: string, rows: readonly PoolRow[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const { name, costFen } = await thingOf(tx, row);
    const of = (kind: number): string | null => (row.prizeKind === kind ? row.prizeId : null);
    await sql`
      insert into act_raffle_prize (activity_id, sort, prize_kind, prize_id, coupon_id, theme_id, level_name, name, cost_fen, quantity, daily_limit,
        min_interval_sec, valid_days)
      values (${activityId}, ${at + 1}, ${row.prizeKind}, ${of(physical)}, ${of(coupon)}, ${of(theme)}, ${row.levelName}, ${name},
        ${costFen}, ${row.quantity}, ${row.dailyLimit}, ${row.minIntervalSec},
        ${row.validDays ?? claimDays})`.execute(tx);
  }
}

/** A further version of the odds; draws use it from now on. */
export async function addOdds(tx: Tx, activityId: string, version: number, rows: readonly PoolRow[]): Promise<void> {
  const odds = poolOdds(rows);
  await sql`
    insert into act_raffle_odds (activity_id, version, odds, hash, from_time)
    values (${activityId}, ${version}, ${[...odds]}, ${oddsHashOf(version, odds)}, date_trunc('milliseconds', clock_timestamp()))`.execute(
    tx,
  );
}

/**
 * Fixes what a campaign draws from: its pool and odds, the seed of its draws, to which it commits, and the beginning of its chains. Prizes are reserved last.
 * @throws AppError 6004 there is not so much; 1002 something is not to be given
 */
export async function openDraws(tx: Tx, { secrets }: Pick<App, 'secrets'>, activity: Activity): Promise<void> {
  const { id, activityNo, budgetLimitFen } = activity;
  const rows = poolOf(activity.prizes);
  await holdPrizes(tx, rows);
  const seed = randomBytes(32).toString('hex');
  const commitment = commitmentOf(activityNo, seed);
  await sql`
    insert into act_raffle_state (activity_id, seed_enc, commitment, odds_version, budget_limit_fen)
    values (${id}, ${seal(secrets, 'name', seed).enc}, ${commitment}, 1, ${budgetLimitFen})`.execute(tx);
  await addOdds(tx, id, 1, rows);
  await insertPool(tx, id, rows);
  const heads = Array.from({ length: laneCount }, (_, lane) => Buffer.from(firstHashOf(activityNo, commitment, lane)));
  await sql`
    insert into act_raffle_lane (activity_id, lane, head)
    select ${id}, l.at - 1, l.head from unnest(${heads}::bytea[]) with ordinality l (head, at)`.execute(tx);
  for (const row of rows) await reserveFor(tx, { row, qty: row.quantity, activityNo, operatorId: undefined });
}
