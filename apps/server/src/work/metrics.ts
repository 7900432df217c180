import { Counter, type Registry } from 'prom-client';
import { once, scrapedGauges } from '../db/metrics.ts';
import { mostCounted, type Numbers } from './statements.ts';

/** What this process has done. */
export function workCounters(registry: Registry) {
  const counter = (name: string, help: string) =>
    once(registry, name, () => new Counter({ name, help, labelNames: ['work'], registers: [registry] }));
  return {
    done: counter('wheelhouse_work_done_total', 'Steps of work that were done'),
    failed: counter('wheelhouse_work_failed_total', 'Steps of work that failed and are tried again'),
  };
}

/** What there is to do, the same at every process with the role worker. */
export function workGauges(registry: Registry, read: () => Promise<readonly Numbers[]>): void {
  const scraped = scrapedGauges(registry, read);
  const gauge = (name: string, help: string, value: (numbers: Numbers) => number) =>
    scraped({ name, help, labelNames: ['work'] }, (made, rows) => {
      for (const row of rows) made.set({ work: row.name }, value(row));
    });
  gauge('wheelhouse_work_waiting', `Work that is due, ${mostCounted} at most`, ({ waiting }) => waiting);
  gauge(
    'wheelhouse_work_oldest_seconds',
    'Age of what has been due for longest; 0 when none is',
    ({ oldest }) => oldest,
  );
  gauge('wheelhouse_work_leased', 'Work that processes have taken', ({ leased }) => leased);
}
