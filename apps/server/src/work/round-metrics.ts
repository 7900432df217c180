import { Counter, Gauge, type Registry } from 'prom-client';
import { once } from '../db/metrics.ts';

/** What the rounds of this process did, by their names: how many ended and how, how long it worked on them, and when one was done last. */
export function roundMetrics(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    once(registry, name, () => new Counter({ name, help, labelNames, registers: [registry] }));
  const ended = counter('wheelhouse_rounds_total', 'Rounds that have ended, by result: done, failed', [
    'round',
    'result',
  ]);
  const seconds = counter('wheelhouse_round_seconds_total', 'Time that rounds took', ['round']);
  const doneAt = once(
    registry,
    'wheelhouse_round_done_timestamp_seconds',
    () =>
      new Gauge({
        name: 'wheelhouse_round_done_timestamp_seconds',
        help: 'When a round was done last',
        labelNames: ['round'] as const,
        registers: [registry],
      }),
  );
  return {
    /** Notes a round that began at `begun` (`performance.now()`). */
    end(round: string, begun: number, result: 'done' | 'failed'): void {
      ended.inc({ round, result });
      seconds.inc({ round }, (performance.now() - begun) / 1000);
      if (result === 'done') doneAt.set({ round }, Date.now() / 1000);
    },
  };
}

/** What follows each vehicle's reports: trips, alarm rules. */
export function followerMetrics(registry: Registry, follower: string) {
  const labelNames = ['follower'] as const;
  const waiting = once(
    registry,
    'wheelhouse_follower_waiting_vehicles',
    () =>
      new Gauge({
        name: 'wheelhouse_follower_waiting_vehicles',
        help: 'Vehicles that have reported and are not dealt with yet, as this process knows them',
        labelNames,
        registers: [registry],
      }),
  );
  const vehicles = once(
    registry,
    'wheelhouse_follower_vehicles_total',
    () =>
      new Counter({
        name: 'wheelhouse_follower_vehicles_total',
        help: 'Vehicles dealt with, each time they are',
        labelNames,
        registers: [registry],
      }),
  );
  return {
    waiting: (count: number): void => waiting.set({ follower }, count),
    dealtWith: (count: number): void => vehicles.inc({ follower }, count),
  };
}
