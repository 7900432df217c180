import { ownJson } from '@wheelhouse/contract/object';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { sqlState, type Db } from '../db/pool.ts';
import type { Database } from '../db/tables.ts';
import { isTransient } from './failure.ts';
import type { EventItem, Item } from './types.ts';

/** Kinds of uplinks that modules work on; `ready`: the device can take downlinks (it subscribed, or said online). */
export type UplinkKind = EventItem['kind'] | 'ready';

/** A stored uplink (not telemetry) or a change of presence, as modules see it. */
export interface DeviceMessage {
  readonly kind: UplinkKind;
  readonly vehicleId: string;
  readonly deviceId: string;
  /** Device and platform time, ms since epoch. */
  readonly ts: number;
  /** What the device said where that cannot be right and the platform's time stands in its place. */
  readonly said: number | null;
  readonly recv: number;
  readonly code: string | null;
  readonly state: string | null;
  readonly severity: string | null;
  readonly ref: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Works on uplinks of one kind inside the transaction that stores them: each message reaches it once only, and takes effect exactly when it
 * is acknowledged. `db` runs in that transaction; do nothing but database work, it may run again. An error other than of the connection
 * undoes the handler's own writes, is logged, and does not hold up the devices.
 */
export type UplinkHandler = (db: Db, messages: readonly DeviceMessage[]) => Promise<void>;

const handlers = new Map<UplinkKind, Set<UplinkHandler>>();

/** @returns removes the handler */
export function onUplink(kind: UplinkKind, handler: UplinkHandler): () => void {
  const set = handlers.get(kind) ?? new Set();
  handlers.set(kind, set.add(handler));
  return () => set.delete(handler);
}

/** Kysely over the client of an open transaction. */
export function dbOf(client: PoolClient): Db {
  // A statement of Kysely asks the "pool" for a connection and hands it back; both are no-ops here.
  const same = { query: client.query.bind(client), release: () => undefined };
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => Promise.resolve(same as unknown as PoolClient),
        end: () => Promise.resolve(),
        options: {},
      },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

function messageOf(item: EventItem | (Item & { readonly type: 'presence' })): DeviceMessage {
  const base = { vehicleId: String(item.device.vehicleId), deviceId: item.device.deviceId, recv: item.recv };
  if (item.type === 'presence')
    return {
      ...base,
      kind: 'ready',
      ts: item.recv,
      said: null,
      code: null,
      state: null,
      severity: null,
      ref: null,
      lat: null,
      lng: null,
      payload: {},
    };
  const { kind, ts, said, code, state, severity, ref, lat, lng } = item;
  return {
    ...base,
    kind,
    ts,
    said,
    code,
    state,
    severity,
    ref,
    lat,
    lng,
    payload: ownJson(item.payload),
  };
}

/** Gives new items to the modules that asked for their kind, in the client's transaction. */
export async function runHandlers(client: PoolClient, items: readonly Item[], log: Logger): Promise<void> {
  if (handlers.size === 0) return;
  const byKind = new Map<UplinkKind, DeviceMessage[]>();
  for (const item of items) {
    if (item.type === 'telemetry' || (item.type === 'presence' && item.change !== 'online')) continue;
    const message = messageOf(item);
    if (handlers.has(message.kind)) byKind.set(message.kind, [...(byKind.get(message.kind) ?? []), message]);
  }
  for (const [kind, messages] of byKind) {
    for (const handler of handlers.get(kind) ?? []) await runOne(client, kind, handler, messages, log);
  }
}

/**
 * Gives messages that the caller stores by itself to the modules that asked for their kind, in the caller's transaction. An error of a module
 * is the caller's.
 */
export async function handleUplinks(db: Db, kind: UplinkKind, messages: readonly DeviceMessage[]): Promise<void> {
  for (const handler of handlers.get(kind) ?? []) await handler(db, messages);
}

async function runOne(
  client: PoolClient,
  kind: string,
  handler: UplinkHandler,
  messages: readonly DeviceMessage[],
  log: Logger,
): Promise<void> {
  await client.query('savepoint handler');
  try {
    await handler(dbOf(client), messages);
    await client.query('release savepoint handler');
  } catch (error) {
    // The whole batch is tried again; anything else is the module's own mistake and must not stop the fleet.
    if (isTransient(error)) throw error;
    await client.query('rollback to savepoint handler');
    log.error({ err: error, kind, sqlState: sqlState(error) }, 'handler of uplinks failed');
  }
}
