import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { packageOf } from '@wheelhouse/entities/sim/package';
import { leads } from '@wheelhouse/entities/transitions';
import { sql, type RawBuilder } from 'kysely';
import type { CarrierSeen } from '../../adapters/carrier/index.ts';
import type { Tx } from '../../db/pool.ts';
import { logMove } from './log-move.ts';
import { tellOfMoved } from './moved.ts';

const { suspended } = machines['SM-Sim'].states;
const { unexpected, unknownCard } = codes.SimSyncIssue;

/** Digits of an IMEI that name a device: the last one is not always reported. */
const deviceDigits = 14;

/** A card as its carrier has just answered. */
export interface ReadCard {
  readonly id: string;
  readonly seen: CarrierSeen;
}

/** When a card that has been read is read next: never, unless somebody has asked for it meanwhile. While one is read, its time lies ahead. */
export const unlessAskedAgain = (time: RawBuilder<unknown>) => sql`case when ${time} <= now() then ${time} end`;

interface Stored {
  readonly id: string;
  readonly simStatus: number;
  readonly packageCode: string;
  readonly imeiSeen: string | null;
  /** An operation writes the state itself, and may have done so since the carrier was asked. */
  readonly later: boolean;
}

/** What is stored of a card, in the names of `kept` below. */
function keptOf({ id, seen }: ReadCard, { simStatus: was, packageCode, later }: Stored) {
  const state = later ? was : seen.state;
  const code = later ? null : seen.packageCode;
  const volume = code === null || code === packageCode ? undefined : packageOf(code);
  return {
    id,
    was,
    state,
    jump: was !== state && !leads('SM-Sim', was, state),
    reason: seen.stopReason,
    imei: seen.imei,
    locked: seen.imeiLock ? 1 : 0,
    activated: seen.activated,
    online: seen.online === null ? null : Number(seen.online),
    had: packageCode,
    package: volume && code,
    mb: volume?.packageMb,
    cycle: volume?.packageCycle,
  };
}
type Kept = ReturnType<typeof keptOf>;

async function logChanges(tx: Tx, kept: readonly Kept[]): Promise<void> {
  for (const { id, was, state, jump, package: code, had } of kept) {
    const action = jump ? 'unexpectedChange' : 'carrierChange';
    if (was !== state) await logMove(tx, 'simCard', id, action, { simStatus: state }, { simStatus: was });
    if (code !== undefined)
      await logMove(tx, 'simCard', id, 'carrierChange', { packageCode: code }, { packageCode: had });
  }
}

/**
 * Stores cards as their carrier knows them. A change that the table of states does not have is taken over as well, logged as such, and waits for
 * a person to check it.
 * @param asked when the carrier was asked
 */
export async function keepCards(tx: Tx, reads: readonly ReadCard[], asked: Date): Promise<void> {
  const { rows } = await sql<Stored>`
    select id::text as id, sim_status::int as sim_status, package_code, imei_seen, pending_op is not null or coalesce(last_sync_time > ${asked}::timestamptz, false) as later
    from sim_card where id = any(${reads.map(({ id }) => id)}::bigint[]) order by sim_card.id for update`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const kept = reads.flatMap((read) => {
    const card = stored.get(read.id);
    return card === undefined ? [] : [keptOf(read, card)];
  });
  await sql`
    update sim_card s set sim_status = k.state, stop_reason = case when k.state = ${suspended} then coalesce(k.reason, s.stop_reason, ${codes.SimStopReason.other}) end,
      imei_seen = coalesce(k.imei, s.imei_seen), imei_lock = k.locked, activate_time = coalesce(s.activate_time, k.activated), net_status = coalesce(k.online, s.net_status),
      package_code = coalesce(k.package, s.package_code), package_mb = coalesce(k.mb, s.package_mb), package_cycle = coalesce(k.cycle, s.package_cycle),
      sync_issue = case when k.jump then ${unexpected}::smallint when s.sync_issue <> ${unknownCard} then s.sync_issue end,
      last_sync_time = now(), next_sync_time = ${unlessAskedAgain(sql`s.next_sync_time`)}, rev = s.rev + case when k.was <> k.state or k.package is not null then 1 else 0 end,
      update_time = case when k.was <> k.state or k.package is not null then now() else s.update_time end
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (id bigint, was smallint, state smallint, jump boolean, reason text, imei text, locked smallint,
      activated timestamptz, online smallint, package text, mb integer, cycle smallint)
    where s.id = k.id`.execute(tx);
  await logChanges(tx, kept);
  const device = (imei: string | null | undefined): string | undefined => imei?.slice(0, deviceDigits);
  const elsewhere = kept.filter(({ id, imei }) => imei !== null && device(imei) !== device(stored.get(id)?.imeiSeen));
  await tellOfMoved(
    tx,
    elsewhere.map(({ id }) => id),
  );
}

/** The carrier has no such card: it stays as it is, and a person has to find out why. */
export async function keepUnknown(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    with was as (select id, sync_issue from sim_card where id = ${id} for update)
    update sim_card s set next_sync_time = ${unlessAskedAgain(sql`s.next_sync_time`)}, last_sync_time = now(), sync_issue = ${unknownCard}
    from was where s.id = was.id returning was.sync_issue is not distinct from ${unknownCard} as known`.execute(tx);
  if (rows[0]?.known === false) await logMove(tx, 'simCard', id, 'unknownCard', { syncIssue: unknownCard });
}
