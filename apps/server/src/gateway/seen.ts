import { formatMid } from '@wheelhouse/contract/device/payloads';
import type { PoolClient } from 'pg';
import { renumbered } from './repeats.ts';
import type { Item } from './types.ts';

/** Sequence numbers a row of `veh_uplink_seen` covers. A trigger deletes the rows of a vehicle that gets another control unit. */
const blockSize = 16_384;

/** A message that must be stored once only. */
export interface Numbered {
  readonly vehicleId: number;
  readonly boot: number;
  readonly seq: number;
}

/** The number of an item; undefined for what has none (presence, settings without `mid`). */
export function numberOf(item: Item): Numbered | undefined {
  if (item.type === 'presence' || item.boot === null || item.seq === null) return undefined;
  return { vehicleId: item.device.vehicleId, boot: item.boot, seq: item.seq };
}

/** The number of a message as its device writes it. */
export function numberText(item: Item): string {
  const number = numberOf(item);
  return number ? `mid=${formatMid(number.boot, number.seq)}` : '';
}

interface Block {
  readonly vehicleId: number;
  readonly boot: number;
  readonly block: number;
  /** Sequence → item that came first with it. */
  readonly items: Map<number, Item>;
}

/** `{[1,5),[7,8)}` of a set of numbers. */
export function multirange(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  let text = '';
  for (let i = 0; i < sorted.length;) {
    const from = sorted[i] ?? 0;
    let to = from + 1;
    while (++i < sorted.length && sorted[i] === to) to++;
    text += `${text === '' ? '' : ','}[${from},${to})`;
  }
  return `{${text}}`;
}

/** Numbers of a small multirange text. */
function* expand(text: string): Generator<number> {
  for (const [, from, to] of text.matchAll(/\[(\d+),(\d+)\)/g)) for (let n = Number(from); n < Number(to); n++) yield n;
}

export interface Taken {
  readonly fresh: Set<Item>;
  /** Of them, those with a number that another message of the device had: it counts from the beginning again. */
  readonly renumbered: readonly Item[];
}

/**
 * Marks the items' numbers as stored, in the client's transaction, and returns which of them are new: not stored before and not twice
 * among these. Takes the rows' locks in vehicle order.
 */
export async function takeNew(client: PoolClient, items: readonly Item[]): Promise<Taken> {
  const fresh = new Set<Item>();
  const blocks = new Map<string, Block>();
  for (const item of items) {
    const number = numberOf(item);
    if (!number) {
      fresh.add(item);
      continue;
    }
    const block = Math.floor(number.seq / blockSize);
    const key = `${number.vehicleId} ${number.boot} ${block}`;
    let entry = blocks.get(key);
    if (!entry) blocks.set(key, (entry = { vehicleId: number.vehicleId, boot: number.boot, block, items: new Map() }));
    if (!entry.items.has(number.seq)) {
      entry.items.set(number.seq, item);
      fresh.add(item);
    }
  }
  if (blocks.size === 0) return { fresh, renumbered: [] };
  const list = [...blocks.values()];
  const { rows } = await client.query<{ vehicle_id: string; boot: string; block: string; dup: string }>({
    name: 'gateway-seen',
    text: `with written as (
        insert into veh_uplink_seen as s (vehicle_id, boot, block, seqs)
        select v, b, k, q::int8multirange from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as u(v, b, k, q) order by 1, 2, 3
        on conflict (vehicle_id, boot, block) do update set dup = s.seqs * excluded.seqs, seqs = s.seqs + excluded.seqs
        returning vehicle_id, boot, block, dup)
      select vehicle_id, boot, block, dup::text as dup from written where dup <> '{}'`,
    values: [
      list.map((b) => b.vehicleId),
      list.map((b) => b.boot),
      list.map((b) => b.block),
      list.map((b) => multirange([...b.items.keys()])),
    ],
  });
  const known: Item[] = [];
  for (const row of rows) {
    const entry = blocks.get(`${row.vehicle_id} ${row.boot} ${row.block}`);
    for (const seq of expand(row.dup)) {
      const item = entry?.items.get(seq);
      if (item) known.push(item);
    }
  }
  for (const item of known) fresh.delete(item);
  const others = known.length === 0 ? [] : await renumbered(client, known);
  for (const item of others) fresh.add(item);
  return { fresh, renumbered: others };
}
