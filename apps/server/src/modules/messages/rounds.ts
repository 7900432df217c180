import type { App } from '../../http/context.ts';
import { deliveryTopic } from './owners.ts';

const afterFailureMs = 5_000;
/** Messages of the same moment are dealt with in one round. */
const togetherMs = 20;

/**
 * Does something again and again as long as the process runs: as soon as somebody has written a message, and after the time that a round
 * answers, in milliseconds.
 */
export function keepDoing(
  { live, log }: Pick<App, 'live' | 'log'>,
  failure: string,
  round: () => Promise<number>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wanted = false;
  let stopped = false;
  const turn = async (): Promise<void> => {
    wanted = false;
    const pause = await round().catch((error: unknown) => {
      log.warn({ err: error }, failure);
      return afterFailureMs;
    });
    running = undefined;
    plan(wanted ? togetherMs : pause);
  };
  const plan = (ms: number): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void (running ??= turn()), ms);
  };
  const off = live.subscribe(deliveryTopic, () => {
    wanted = true;
    if (running === undefined) plan(togetherMs);
  });
  plan(0);
  return {
    async stop() {
      stopped = true;
      off();
      clearTimeout(timer);
      await running;
    },
  };
}
