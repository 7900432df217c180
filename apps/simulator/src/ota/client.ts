import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OtaDownlink, OtaPackage, OtaUplink } from '@wheelhouse/contract/device/payloads';
import { isPartType, type Part, type PartType } from '../parts.ts';
import { hash } from '../random.ts';
import type { Vehicle } from '../vehicle.ts';
import { checkFits, isOver, mayInstall } from './conditions.ts';
import { fateOf, type Fate, type Mishaps } from './dice.ts';
import { Download, type Network } from './download.ts';
import { OtaFailure } from './failure.ts';
import { verifyPackage } from './verify.ts';

/** One step of a job, as it is reported. */
export type OtaStep = Omit<OtaUplink, 'v' | 'mid'>;
type Report = Omit<OtaStep, 'job' | 'ecu'>;

export interface OtaSettings {
  readonly keys: readonly KeyObject[];
  readonly mishaps: Mishaps;
  readonly network: Network;
  /** Waiting, installing and starting again go so many times as fast. */
  readonly pace: number;
}

export interface OtaContext extends OtaSettings {
  readonly vehicle: Vehicle;
  /** Sends a step. @returns whether there is a connection; otherwise it is said again later */
  readonly say: (step: OtaStep) => boolean;
  /** Switches the control unit off and on again. Resolves when it is back on the network. */
  readonly reboot: () => Promise<void>;
  /** Asks the platform for another address of a package. */
  readonly renew: (job: string, ecu: string) => Promise<string | undefined>;
  /** So many bytes have come. */
  readonly moved?: (bytes: number) => void;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Job {
  readonly stop: AbortController;
  last?: OtaStep;
  isOver: boolean;
}

interface Work {
  readonly job: OtaDownlink;
  readonly pkg: OtaPackage & { readonly ecu: PartType };
  readonly part: Part;
  readonly fate: Fate;
  readonly signal: AbortSignal;
  readonly report: (step: Report) => void;
}

const remembered = 100;
const lookAgainMs = 20_000;
const installMs = [4_000, 12_000] as const;
const oldGeneration = 1;
const ends: readonly OtaStep['st'][] = ['rejected', 'succeeded', 'failed', 'rolledBack'];

/** Thrown where a vehicle is not heard of again. */
class Silence extends Error {}

/**
 * Renews the software of its parts: takes a job or refuses it, downloads by ranges, checks, waits until it may install, installs, starts
 * again, and says each step. A job has one effect, however often it comes; a job without packages calls it off.
 */
export class Ota {
  readonly #context: OtaContext;
  readonly #jobs = new Map<string, Job>();
  /** Parts that a job is at work on. */
  readonly #busy = new Set<PartType>();
  /** Parts install one after another: each ends with a restart of the vehicle. */
  #workshop: Promise<unknown> = Promise.resolve();
  #unsaid: OtaStep[] = [];

  constructor(context: OtaContext) {
    this.#context = context;
  }

  /** A job of the platform. One that is known and over is answered with its end. */
  handle(job: OtaDownlink): void {
    const known = this.#jobs.get(job.job);
    if (job.pkgs.length === 0) return known?.stop.abort();
    if (known !== undefined) {
      if (known.last !== undefined && ends.includes(known.last.st)) this.#say(known.last);
      return;
    }
    const entry: Job = { stop: new AbortController(), isOver: false };
    this.#jobs.set(job.job, entry);
    const [oldest] = this.#jobs.keys();
    if (this.#jobs.size > remembered && oldest !== undefined && this.#jobs.get(oldest)?.isOver)
      this.#jobs.delete(oldest);
    void this.#run(job, entry);
  }

  /** A job found by asking; nothing when it is known. */
  offer(job: OtaDownlink): void {
    if (!this.#jobs.has(job.job)) this.handle(job);
  }

  /** The connection is there again: what could not be said is said now. */
  online(): void {
    for (const step of this.#unsaid.splice(0)) this.#say(step);
  }

  #say(step: OtaStep): void {
    if (!this.#context.say(step)) this.#unsaid.push(step);
  }

  async #run(job: OtaDownlink, entry: Job): Promise<void> {
    const signal = AbortSignal.any([this.#context.signal, entry.stop.signal]);
    for (const pkg of job.pkgs) {
      const report = (step: Report): void => {
        // Called off: the platform has drawn its line, and waits for no answer.
        if (signal.aborted) return;
        entry.last = { job: job.job, ecu: pkg.ecu, ...step };
        this.#say(entry.last);
      };
      try {
        await this.#renew(job, pkg, signal, report);
      } catch (error) {
        if (!(error instanceof Silence)) throw error;
        delete entry.last;
      }
    }
    entry.isOver = true;
  }

  async #renew(job: OtaDownlink, pkg: OtaPackage, signal: AbortSignal, report: Work['report']): Promise<void> {
    const { vehicle, mishaps } = this.#context;
    const { ecu } = pkg;
    if (!isPartType(ecu)) return report({ st: 'rejected', err: 'E06' });
    if (this.#busy.has(ecu)) return report({ st: 'rejected', err: 'E99' });
    const part = vehicle.parts[ecu];
    this.#busy.add(ecu);
    try {
      if (isOver(job, this.#context.now())) throw new OtaFailure('E99', 'expired', true);
      checkFits(pkg, part);
      const fate = fateOf(vehicle.spec.seed, job.job, mishaps);
      report({ st: 'accepted', ver: part.software });
      await this.#work({ job, pkg: { ...pkg, ecu }, part, fate, signal, report });
    } catch (error) {
      if (error instanceof Silence) throw error;
      if (signal.aborted) return;
      const failure = error instanceof OtaFailure ? error : new OtaFailure('E99', String(error));
      const st = failure.isRefusal ? 'rejected' : failure.failCode === 'E09' ? 'rolledBack' : 'failed';
      report({ st, ver: part.software, err: failure.failCode });
    } finally {
      this.#busy.delete(ecu);
    }
  }

  async #work(work: Work): Promise<void> {
    const { fate, report, pkg, part } = work;
    const { keys, vehicle } = this.#context;
    if (fate === 'storage') throw new OtaFailure('E01', 'no space');
    const downloaded = await this.#download(work);
    report({ st: 'downloaded', bytes: downloaded.bytes });
    verifyPackage(pkg, downloaded, { part, keys, isSigned: vehicle.spec.otaGeneration !== oldGeneration });
    report({ st: 'verified', bytes: downloaded.bytes });
    const turn = this.#workshop.then(async () => this.#install(work));
    this.#workshop = turn.catch(() => undefined);
    await turn;
  }

  async #download({ job, pkg, fate, signal, report }: Work) {
    const { network, vehicle, renew, moved } = this.#context;
    let counted = 0;
    const middle = Math.floor(pkg.size / 2);
    let saidAt = -Infinity;
    report({ st: 'downloading', bytes: 0 });
    const download = new Download(pkg.url, {
      size: pkg.size,
      network,
      random: vehicle.random,
      signal,
      renew: async () => renew(job.job, pkg.ecu),
      progress: (bytes) => {
        moved?.(bytes - counted);
        counted = bytes;
        if (fate === 'silence' && bytes >= middle && isSilentEarly(vehicle, job)) throw new Silence();
        // In steps of a tenth: a fleet that says every range drowns the rest.
        if (bytes - saidAt < pkg.size / 10 || bytes === pkg.size) return;
        saidAt = bytes;
        report({ st: 'downloading', bytes });
      },
      ...(fate === 'network' && { endsAt: middle }),
      ...(fate === 'hash' && { spoils: middle }),
    });
    return download.run();
  }

  async #install({ job, pkg, part, fate, signal, report }: Work): Promise<void> {
    const { vehicle, pace, reboot, now } = this.#context;
    const pause = async (ms: number): Promise<void> => sleep(ms / pace, undefined, { signal });
    let isWaiting = false;
    while (!mayInstall(job, vehicle, now())) {
      if (isOver(job, now())) throw new OtaFailure('E99', 'expired');
      if (!isWaiting) report({ st: 'deferred', ver: part.software });
      isWaiting = true;
      await pause(lookAgainMs);
    }
    signal.throwIfAborted();
    if (fate === 'battery') throw new OtaFailure('E04', 'low charge');
    report({ st: 'installing' });
    const ms = vehicle.random.between(...installMs);
    if (fate === 'powerLoss') {
      await pause(ms / 2);
      await reboot();
      report({ st: 'installing' });
    }
    await pause(ms);
    if (fate === 'silence') throw new Silence();
    report({ st: 'rebooting' });
    // From here on nothing calls it off.
    if (fate !== 'rollback' && fate !== 'lie') part.software = pkg.ver;
    await reboot();
    if (fate === 'rollback') throw new OtaFailure('E09', 'self-test failed');
    report({ st: 'succeeded', ver: pkg.ver });
  }
}

/** Half of the silent ones are lost while they download, the others while they install. */
const isSilentEarly = ({ spec }: Vehicle, { job }: OtaDownlink): boolean =>
  hash(spec.seed, ...[...job].map((char) => char.codePointAt(0) ?? 0), 0x511e) < 0.5;
