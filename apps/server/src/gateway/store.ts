import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { clientTransaction } from '../db/pool.ts';
import { lacksPartition } from './failure.ts';
import { runHandlers } from './handlers.ts';
import { copyHistory, dayText, daysOf } from './history.ts';
import { notifyVehicles, writeConnections, writeEvents } from './events.ts';
import type { GatewayMetrics } from './metrics.ts';
import { PartsSink } from './parts.ts';
import { writeDeviceKb } from './device-days.ts';
import { dropRepeated } from './repeats.ts';
import { takeNew, type Taken } from './seen.ts';
import { applyStatus, newTelemetry } from './status.ts';
import { TroubleSink } from './troubles.ts';
import type { EventItem, Item } from './types.ts';

interface Options {
  readonly pool: Pool;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
  /** Called after the commit with the items of a batch that had been stored before. */
  readonly onRepeated?: (items: readonly Item[]) => void;
  /** Called after the commit with the items whose numbers other messages of their devices had. */
  readonly onRenumbered?: (items: readonly Item[]) => void;
}

/** What a batcher remembers of what it wrote. */
interface Sinks {
  readonly parts: PartsSink;
  readonly troubles: TroubleSink;
}

/** Stores batches: one transaction each, from once-only to the notice for the console. */
export class Store {
  readonly #options: Options;
  readonly #days = new Set<number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** One per batcher: what it remembers follows the transactions of that batcher. */
  sink(): (items: readonly Item[]) => Promise<void> {
    const sink: Sinks = { parts: new PartsSink(), troubles: new TroubleSink() };
    return async (items) => {
      try {
        await this.#store(items, sink);
      } catch (error) {
        if (!lacksPartition(error)) throw error;
        this.#days.clear();
        await this.#store(items, sink);
      }
    };
  }

  /** Makes the partition of a UTC day (days since 1970). */
  async preparePartition(day: number): Promise<void> {
    await this.#options.pool.query('select veh_telemetry_partition($1::date)', [dayText(day)]);
    this.#days.add(day);
  }

  async #store(items: readonly Item[], sink: Sinks): Promise<void> {
    const { pool, metrics } = this.#options;
    const telemetry = items.filter((item) => item.type === 'telemetry');
    // Before the transaction: making a partition takes a lock that must not be held while vehicles are locked.
    for (const day of daysOf(telemetry)) if (!this.#days.has(day)) await this.preparePartition(day);
    let taken: Taken;
    try {
      taken = await clientTransaction(pool, (client) => this.#write(client, items, sink));
    } catch (error) {
      sink.parts.rolledBack();
      sink.troubles.rolledBack();
      throw error;
    }
    sink.parts.committed();
    sink.troubles.committed();
    this.#count(items, taken.fresh, metrics);
    if (taken.renumbered.length > 0) this.#options.onRenumbered?.(taken.renumbered);
  }

  async #write(client: PoolClient, items: readonly Item[], sink: Sinks): Promise<Taken> {
    const taken = await takeNew(client, items);
    const { fresh } = taken;
    const applied = await applyStatus(client, items, fresh);
    const telemetry = newTelemetry(items, fresh);
    if (telemetry.length > 0) {
      await copyHistory(client, telemetry);
      await dropRepeated(client, applied.suspects);
      await writeDeviceKb(client, telemetry);
      await sink.parts.write(client, telemetry);
      await sink.troubles.write(client, telemetry, this.#options.log);
    }
    const others = items.filter((item) => item.type !== 'telemetry' && fresh.has(item));
    if (others.length > 0 || applied.presence.length > 0 || applied.late.length > 0) {
      await writeEvents(
        client,
        others.filter((item): item is EventItem => item.type === 'event'),
        applied,
      );
      await writeConnections(client, others);
      await runHandlers(client, others, this.#options.log);
    }
    await notifyVehicles(client, new Set(items.map((item) => item.device.vehicleId)));
    return taken;
  }

  #count(items: readonly Item[], fresh: ReadonlySet<Item>, metrics: GatewayMetrics): void {
    const kinds = new Map<string, number>();
    let samples = 0;
    for (const item of items) {
      if (item.type === 'presence') continue;
      const kind = item.type === 'telemetry' ? 'telemetry' : item.kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (item.type === 'telemetry' && fresh.has(item)) samples += item.readings.length;
    }
    for (const [kind, count] of kinds) metrics.messages.inc({ kind }, count);
    metrics.samples.inc(samples);
    metrics.duplicates.inc(items.length - fresh.size);
    if (items.length > fresh.size) this.#options.onRepeated?.(items.filter((item) => !fresh.has(item)));
  }
}
