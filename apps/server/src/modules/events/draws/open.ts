import { randomBytes } from 'node:crypto';
import { commitmentOf, firstHashOf, laneCount, oddsHashOf } from '@wheelhouse/contract/receipts/hashes';
import { codes } from '@wheelhouse/entities/codes';
import { claimDays, poolOdds } from '@wheelhouse/entities/events/raffle-pool';
import type { Row } from '@wheelhouse/entities/fields';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
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

/** What a row of the pool gives, as it is when the campaign is approved: name and cost, what a coupon takes off as its cost. */
async function thingOf(tx: Tx, row: Row): Promise<{ readonly name: string; readonly costFen: number }> {
  const [kind, id] = [Number(row['prizeKind']), String(row['prizeId'])];
  const found =
    kind === physical
      ? sql<{
          name: string;
          costFen: number;
        }>`select name, cost_fen::int as cost_fen from act_prize where id = ${id} and enabled = 1 and not deleted`
      : kind === coupon
        ? sql<{
            name: string;
            costFen: number;
          }>`select name, coalesce(amount_fen, max_off_fen, 0)::int as cost_fen from act_coupon where id = ${id} and status = 1 and not deleted`
        : sql<{
            name: string;
            costFen: number;
          }>`select name, 0 as cost_fen from cnt_app_theme where id = ${id} and status = 3 and not deleted`;
  const [thing] = (await found.execute(tx)).rows;
  if (thing === undefined) throw new AppError(1002);
  return thing;
}

/** Reserves more of a row's prize for a campaign. @throws AppError 6004 */
export async function reserveFor(
  tx: Tx,
  { row, qty, activityNo, operatorId }: { row: Row; qty: number; activityNo: string; operatorId: string | undefined },
): Promise<void> {
  if (Number(row['prizeKind']) !== physical) return;
  const prizeId = String(row['prizeId']);
  await moveStock(tx, { prizeId, type: reserve, qty, remark: activityNo, ...(operatorId && { operatorId }) });
}

async function insertPool(tx: Tx, activityId: string, rows: readonly Row[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const { name, costFen } = await thingOf(tx, row);
    const of = (kind: number): string | null => (Number(row['prizeKind']) === kind ? String(row['prizeId']) : null);
    await sql`
      insert into act_raffle_prize (activity_id, sort, prize_kind, prize_id, coupon_id, theme_id, level_name, name, cost_fen, quantity, daily_limit,
        min_interval_sec, valid_days)
      values (${activityId}, ${at + 1}, ${Number(row['prizeKind'])}, ${of(physical)}, ${of(coupon)}, ${of(theme)}, ${String(row['levelName'])}, ${name},
        ${costFen}, ${Number(row['quantity'])}, ${row['dailyLimit'] ?? null}, ${row['minIntervalSec'] ?? null},
        ${Number(row['validDays'] ?? claimDays)})`.execute(tx);
  }
}

/** A further version of the odds; draws use it from now on. */
export async function addOdds(tx: Tx, activityId: string, version: number, rows: readonly Row[]): Promise<void> {
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
  const rows = rowsOf(activity.prizes);
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
  // In one order, so that no two approvals wait for each other.
  const inOrder = rows.toSorted((a, b) => Number(a['prizeId']) - Number(b['prizeId']));
  for (const row of inOrder)
    await reserveFor(tx, { row, qty: Number(row['quantity']), activityNo, operatorId: undefined });
}
