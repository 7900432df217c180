import { isRecord } from '@wheelhouse/contract/object';
import { derivedFields, otherPartType, partTypes } from '@wheelhouse/contract/device/fields';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { sqlState, type Db } from '../db/pool.ts';
import { isTransient } from './failure.ts';
import { dbOf } from './handlers.ts';
import type { TelemetryItem } from './types.ts';
import { shortText } from './values.ts';

/** A trouble code that a part has at a moment. */
export interface TroubleCode {
  /** D:DeviceType. */
  readonly part: number;
  readonly code: string;
}

/** The trouble codes of a vehicle at a moment of device time: all that are active, perhaps none. */
export interface TroubleReport {
  readonly vehicleId: string;
  readonly ts: number;
  readonly codes: readonly TroubleCode[];
}

/**
 * Works on changed trouble codes inside the transaction that stores the telemetry; the history has the samples already. After a start of the process
 * every vehicle's first report counts as a change, and late reports always do. Do nothing but database work, it may run again.
 */
export type TroubleHandler = (db: Db, reports: readonly TroubleReport[]) => Promise<void>;

const handlers = new Set<TroubleHandler>();

/** @returns removes the handler */
export function onTroubleCodes(handler: TroubleHandler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}

/** Active codes of the part `dtc` of a sample, each once. */
export function troubleCodesOf(dtc: unknown): TroubleCode[] {
  if (!Array.isArray(dtc)) return [];
  const found = new Map<string, TroubleCode>();
  for (const entry of dtc as unknown[]) {
    if (!isRecord(entry) || entry['active'] === false) continue;
    const code = shortText(entry['code'])?.slice(0, 20) ?? null;
    if (code === null) continue;
    const name = entry['ecu'];
    const part =
      typeof name === 'string' && Object.hasOwn(partTypes, name) ? (partTypes[name] ?? otherPartType) : otherPartType;
    found.set(`${part} ${code}`, { part, code });
  }
  return [...found.values()];
}

const maxRemembered = 500_000;

interface Last {
  readonly key: string;
  readonly ts: number;
}

/** Finds changes of trouble codes in a batcher's telemetry: most samples have none, and cost a look at one value. */
export class TroubleSink {
  #last = new Map<number, Last>();
  /** Of the transaction under way. */
  readonly #fresh = new Map<number, Last>();
  /** The first report of each vehicle that a handler failed on: reported again with the vehicle's next. */
  readonly #missed = new Map<number, TroubleReport>();
  /** In the transaction under way. */
  #reported: { readonly reports: readonly TroubleReport[]; readonly failed: boolean } | undefined;

  /** In the client's transaction; `committed` or `rolledBack` must follow. */
  async write(client: PoolClient, items: readonly TelemetryItem[], log: Logger): Promise<void> {
    if (handlers.size === 0) return;
    const reports: TroubleReport[] = [];
    for (const { device, readings } of items) {
      for (const { ts, values, parts } of readings) {
        if (!Array.isArray(values[derivedFields.faultCodes.id]) || parts === null) continue;
        const codes = troubleCodesOf((JSON.parse(parts) as { dtc?: unknown }).dtc);
        const missed = this.#missed.get(device.vehicleId);
        if (!this.#isNews(device.vehicleId, ts, codes) && !missed) continue;
        reports.push({ vehicleId: String(device.vehicleId), ts, codes }, ...(missed ? [missed] : []));
      }
    }
    if (reports.length === 0) return;
    reports.sort((a, b) => Number(a.vehicleId) - Number(b.vehicleId) || a.ts - b.ts);
    const done = new Set<boolean>();
    for (const handler of handlers) done.add(await this.#run(client, handler, reports, log));
    this.#reported = { reports, failed: done.has(false) };
  }

  committed(): void {
    for (const report of this.#reported?.reports ?? []) {
      const vehicleId = Number(report.vehicleId);
      if (this.#reported?.failed !== true) this.#missed.delete(vehicleId);
      else if (!this.#missed.has(vehicleId)) this.#missed.set(vehicleId, report);
    }
    this.#reported = undefined;
    for (const [vehicleId, last] of this.#fresh) this.#last.set(vehicleId, last);
    this.#fresh.clear();
    if (this.#last.size > maxRemembered) this.#last = new Map();
  }

  rolledBack(): void {
    this.#reported = undefined;
    this.#fresh.clear();
  }

  #isNews(vehicleId: number, ts: number, codes: readonly TroubleCode[]): boolean {
    const key = codes
      .map(({ part, code }) => `${part} ${code}`)
      .sort()
      .join();
    const last = this.#fresh.get(vehicleId) ?? this.#last.get(vehicleId);
    // Its time moves on also when nothing has changed: a report from before is a late one.
    if (!last || ts >= last.ts) this.#fresh.set(vehicleId, { key, ts });
    return !last || ts < last.ts || last.key !== key;
  }

  async #run(
    client: PoolClient,
    handler: TroubleHandler,
    reports: readonly TroubleReport[],
    log: Logger,
  ): Promise<boolean> {
    await client.query('savepoint troubles');
    try {
      await handler(dbOf(client), reports);
      await client.query('release savepoint troubles');
      return true;
    } catch (error) {
      if (isTransient(error)) throw error;
      await client.query('rollback to savepoint troubles');
      log.error({ err: error, sqlState: sqlState(error) }, 'handler of trouble codes failed');
      return false;
    }
  }
}
