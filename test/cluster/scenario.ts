import type { FaultReport } from '../faults/trial.ts';

export interface ClusterOptions {
  readonly devices: number;
  /** Seconds of load before each fault and after the last. */
  readonly seconds: number;
}

/** An installation of several processes and servers on this machine, which loses them one by one under load. */
export interface Scenario {
  readonly title: string;
  /** Why it cannot run here, e.g. a program that is not installed. */
  readonly leftOut: () => string | undefined;
  readonly run: (options: ClusterOptions) => Promise<FaultReport>;
}
