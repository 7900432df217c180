import type { App } from '../http/context.ts';

/** Work that is done at set times by one of the processes with the role `worker`. */
export interface Job {
  /** `domain.what`. */
  readonly name: string;
  /** Minute, hour, day, month, weekday; in Asia/Shanghai. */
  readonly cron: string;
  /** May run more than once for a time, and may be cut off: it leaves things so that the next run goes on. */
  run(app: App): Promise<void>;
}
