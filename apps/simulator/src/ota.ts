import type { OtaDownlink, OtaPackage, OtaUplink } from '@wheelhouse/contract/device/payloads';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { localHour } from './habits.ts';
import type { PartType, Vehicle } from './vehicle.ts';

type Report = Omit<OtaUplink, 'v' | 'mid' | 'job' | 'ecu'>;

export interface OtaContext {
  readonly vehicle: Vehicle;
  readonly say: (body: Omit<OtaUplink, 'v' | 'mid'>) => void;
  readonly reboot: () => void;
  readonly signal: AbortSignal;
}

const chunk = 256 * 1024;
const reportEveryBytes = 1024 * 1024;
const lookAgainMs = 20_000;
const failShare = 0.02;

const isPart = (versions: Vehicle['versions'], ecu: string): ecu is PartType => Object.hasOwn(versions, ecu);

/** Renews the software of its parts, one after another: waits for the conditions, downloads by ranges, checks, installs, starts again. */
export class Ota {
  readonly #jobs = new Map<string, AbortController>();

  /** The same job again changes nothing; an empty list of packages calls it off. */
  handle(job: OtaDownlink, context: OtaContext): void {
    if (job.pkgs.length === 0) {
      this.#jobs.get(job.job)?.abort();
      this.#jobs.delete(job.job);
      return;
    }
    if (this.#jobs.has(job.job)) return;
    const stop = new AbortController();
    this.#jobs.set(job.job, stop);
    void this.#run(job, { ...context, signal: AbortSignal.any([context.signal, stop.signal]) }).catch(() => undefined);
  }

  async #run(job: OtaDownlink, context: OtaContext): Promise<void> {
    for (const pkg of job.pkgs) {
      const report = (step: Report) => context.say({ job: job.job, ecu: pkg.ecu, ...step });
      const { versions } = context.vehicle;
      const { ecu } = pkg;
      if (!isPart(versions, ecu)) {
        report({ st: 'rejected', err: 'no such part' });
        continue;
      }
      report({ st: 'accepted', ver: versions[ecu] });
      try {
        await this.#renew(job, { ...pkg, ecu }, context, report);
      } catch (error) {
        if (context.signal.aborted) return;
        report({
          st: 'failed',
          ver: versions[ecu],
          err: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  async #renew(
    job: OtaDownlink,
    pkg: OtaPackage & { readonly ecu: PartType },
    { vehicle, reboot, signal }: OtaContext,
    report: (step: Report) => void,
  ): Promise<void> {
    const part = pkg.ecu;
    await download(pkg, signal, (bytes) => report({ st: 'downloading', bytes }));
    report({ st: 'downloaded', bytes: pkg.size });
    report({ st: 'verified' });
    let reported = false;
    while (!fits(job, vehicle)) {
      if (job.exp !== undefined && Date.now() > job.exp) throw new Error('expired');
      if (!reported) report({ st: 'deferred', ver: vehicle.versions[part] });
      reported = true;
      await sleep(lookAgainMs, undefined, { signal });
    }
    report({ st: 'installing' });
    await sleep(vehicle.random.between(4_000, 12_000), undefined, { signal });
    if (vehicle.random.chance(failShare))
      return report({ st: 'rolledBack', ver: vehicle.versions[part], err: 'self-test failed' });
    report({ st: 'rebooting' });
    vehicle.versions[part] = pkg.ver;
    reboot();
    await sleep(vehicle.random.between(14_000, 22_000), undefined, { signal });
    report({ st: 'succeeded', ver: pkg.ver });
  }
}

/** Standing, charged and within the hours asked for. */
function fits(job: OtaDownlink, vehicle: Vehicle): boolean {
  if (vehicle.pack.soc < (job.need?.soc ?? 0)) return false;
  if (vehicle.riding && job.need?.parked !== false) return false;
  if (!job.win) return true;
  const hour = localHour(Date.now());
  const [from, to] = job.win.map((text) => Number(text.slice(0, 2)) + Number(text.slice(3, 5)) / 60);
  if (from === undefined || to === undefined) return true;
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** Fetches the file piece by piece, as a device with little memory does. @throws Error when the server or the checksum disagrees */
async function download(pkg: OtaPackage, signal: AbortSignal, progress: (bytes: number) => void): Promise<void> {
  const hash = createHash('sha256');
  let reportedBytes = 0;
  for (let at = 0; at < pkg.size; at += chunk) {
    const response = await fetch(pkg.url, {
      headers: { range: `bytes=${at}-${Math.min(pkg.size, at + chunk) - 1}` },
      signal,
    });
    if (response.status !== 206) throw new Error(`download answered ${response.status}`);
    hash.update(new Uint8Array(await response.arrayBuffer()));
    if (at - reportedBytes >= reportEveryBytes || reportedBytes === 0) progress((reportedBytes = at + chunk));
  }
  if (hash.digest('hex') !== pkg.sha256.toLowerCase()) throw new Error('checksum differs');
}
