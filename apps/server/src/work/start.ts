import type { App } from '../http/context.ts';
import { workCounters, workGauges } from './metrics.ts';
import { startRounds } from './rounds.ts';
import { numbersOf } from './statements.ts';
import type { Work } from './work.ts';

/** Between two rounds of a work at which nothing is due, at least and at most. */
const [soonestMs, latestMs] = [100, 5_000];

/** Does works as long as the process runs, each in rounds of its own, safe beside other processes. */
export function startWorks(app: App, works: readonly Work[]): { stop(): Promise<void> } {
  let isStopping = false;
  const counters = workCounters(app.metrics);
  workGauges(app.metrics, () => numbersOf(app.db, works));
  const running = works.map((work) => {
    const { name, topic, atOnce, statements } = work;
    counters.done.inc({ work: name }, 0);
    counters.failed.inc({ work: name }, 0);
    const rounds = { name, failure: 'what is due could not be looked for', ...(topic !== undefined && { topic }) };
    return startRounds(app, rounds, async () => {
      if ((await work.round(app, () => isStopping)) === atOnce) return 0;
      return Math.min(latestMs, Math.max(soonestMs, (await statements.untilDue(app.db)) ?? latestMs));
    });
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running.map((rounds) => rounds.stop()));
    },
  };
}
