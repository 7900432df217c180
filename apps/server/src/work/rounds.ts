import type { App } from '../http/context.ts';
import { inRound } from '../tracing/spans.ts';
import { roundMetrics } from './round-metrics.ts';

const afterFailureMs = 5_000;
/** What is written at the same moment is dealt with in one round. */
const togetherMs = 20;

export interface Rounds {
  /** In traces and metrics: `domain.what`, as jobs are named. */
  readonly name: string;
  /** Of the log, where a round fails: `commands could not be swept`. The next round follows after 5 s. */
  readonly failure: string;
  /** Time before the first round, ms. */
  readonly first?: number;
  /** A topic of `live` whose messages start the next round at once. */
  readonly topic?: string;
}

/**
 * Does something again and again as long as the process runs, one round at a time. A round answers the time until the next one, ms.
 * `stop` waits for the round under way.
 */
export function startRounds(
  { live, log, metrics }: Pick<App, 'live' | 'log' | 'metrics'>,
  { name, failure, first = 0, topic }: Rounds,
  round: () => Promise<number>,
): { stop(): Promise<void> } {
  const measured = roundMetrics(metrics);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wanted = false;
  let stopped = false;
  const turn = async (): Promise<void> => {
    wanted = false;
    const begun = performance.now();
    let pause = afterFailureMs;
    try {
      pause = await inRound(`round ${name}`, round);
      measured.end(name, begun, 'done');
    } catch (error) {
      measured.end(name, begun, 'failed');
      log.warn({ err: error }, failure);
    }
    running = undefined;
    plan(wanted ? Math.min(togetherMs, pause) : pause);
  };
  let due = Infinity;
  /** The earlier of two plans counts: what goes on at once is not held up by what it has written itself. */
  const plan = (ms: number): void => {
    const at = performance.now() + ms;
    if (stopped || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      due = Infinity;
      void (running ??= turn());
    }, ms);
  };
  const off =
    topic === undefined
      ? undefined
      : live.subscribe(topic, () => {
          wanted = true;
          if (running === undefined) plan(togetherMs);
        });
  plan(first);
  return {
    async stop() {
      stopped = true;
      off?.();
      clearTimeout(timer);
      await running;
    },
  };
}
