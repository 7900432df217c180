import type { FaultReport } from '../faults/trial.ts';

export interface ClusterOptions {
  readonly devices: number;
  /** Seconds of load before each fault and after the last. */
  readonly seconds: number;
  /** How long faults follow one another, where a scenario goes on for a time. */
  readonly minutes: number;
}

export interface ClusterReport extends FaultReport {
  /** Further lines of its table. */
  readonly more?: Readonly<Record<string, number | string>>;
  /** Lines below the table. */
  readonly notes?: readonly string[];
  /** What is not as it has to be, besides messages that are missing or stored twice. */
  readonly wrong?: readonly string[];
}

/**
 * An installation of several processes and servers on this machine, which loses them one by one under load.
 * @for a cluster that loses parts under load: and its line in `run.ts`: `nats.ts`; several processes behind haproxy are `startInstallation`, load is
 * `underLoad` (`processes.ts`)
 */
export interface Scenario {
  readonly title: string;
  /** Why it cannot run here, e.g. a program that is not installed. */
  readonly leftOut: () => string | undefined;
  readonly run: (options: ClusterOptions) => Promise<ClusterReport>;
}
