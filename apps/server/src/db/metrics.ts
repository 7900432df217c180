import { Gauge, type Registry } from 'prom-client';

/** The metric of that name. A registry that has it already (a restart within the process) keeps its own. */
export const once = <M>(registry: Registry, name: string, make: () => M): M =>
  (registry.getSingleMetric(name) as M | undefined) ?? make();

/** What a pool of connections says of itself. */
interface PoolSize {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Connections of this process to the database, and who waits for one. */
export function poolGauges(registry: Registry, pool: PoolSize): void {
  const name = 'wheelhouse_database_pool';
  once(
    registry,
    name,
    () =>
      new Gauge({
        name,
        help: 'Connections to the primary by state: busy, idle, and callers that wait for one',
        labelNames: ['state'] as const,
        registers: [registry],
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      }),
  );
}

/** A scrape must not wait for a database that does not answer. */
const patienceMs = 2_000;

async function inTime<State>(asked: Promise<State>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => undefined);
  }
}

/**
 * Gauges that are read from the database at each scrape, all of them at once. They are absent while it does not answer.
 * @returns makes one of them; `show` sets its values, and is not called where there are none
 */
export function scrapedGauges<State>(registry: Registry, read: () => Promise<State>) {
  let reading: Promise<State | undefined> | undefined;
  const shared = (): Promise<State | undefined> => {
    reading ??= inTime(read())
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return reading;
  };
  return <Label extends string = never>(
    { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
    show: (gauge: Gauge<Label>, state: State) => void,
  ): Gauge<Label> =>
    once(
      registry,
      name,
      () =>
        new Gauge({
          name,
          help,
          labelNames,
          registers: [registry],
          async collect() {
            const state = await shared();
            this.reset();
            if (labelNames.length === 0) this.remove();
            if (state !== undefined) show(this, state);
          },
        }),
    );
}
