import type { OtaOffer } from '@wheelhouse/contract/calls/ota/tasks';
import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import type { Call } from '../../../http/call.ts';
import type { App } from '../../../http/context.ts';
import { defineDeviceCall } from '../../../http/device-call.ts';
import { id } from '../../../http/kit.ts';
import { packageUrl } from '../firmware/links.ts';
import { isOffered } from '../firmware/offered.ts';
import { isAwaited } from '../../fleet/shared/service.ts';
import { taskFirmware } from './firmware.ts';
import { checksumsOf, windowOf } from './offer.ts';
import { jobOf, readJob, takeReports } from './reports.ts';
import { execStates } from './rows.ts';

const { downloading, ready } = execStates;
const { received, download, verify, install, reboot, done, failed } = codes.OtaPhase;

interface OfferRow {
  readonly id: string;
  readonly attempt: number;
  readonly firmwareId: string;
  readonly minSoc: number;
  readonly minCsq: number;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
}

async function offersOf(app: App, vehicleId: string): Promise<readonly OtaOffer[]> {
  const { rows } = await sql<OfferRow>`
    select x.id::text as id, x.attempt, t.firmware_id::text as firmware_id, t.min_soc, t.min_csq, t.window_start, t.window_end
    from ota_execution x join ota_task t on t.id = x.task_id
    where x.vehicle_id = ${vehicleId} and (${sql.raw(isAwaited('x'))} or x.status in (${downloading}, ${ready})) and not x.deleted order by x.id`.execute(
    app.db,
  );
  const offers: OtaOffer[] = [];
  for (const { id: executionId, attempt, firmwareId, minSoc, minCsq, ...window } of rows) {
    const firmware = await taskFirmware(app.db, firmwareId);
    if (firmware === undefined || !isOffered(app, firmware)) continue;
    const { deviceType, version, packageType, baseVersion, fileSize, sha256, signature } = firmware;
    offers.push({
      executionId,
      job: jobOf(executionId, attempt),
      deviceType,
      version,
      packageType,
      baseVersion,
      url: packageUrl(app, { executionId, attempt }),
      size: fileSize ?? 0,
      sha256: sha256 ?? '',
      signature,
      ...checksumsOf(firmware),
      preconditions: { soc: minSoc, parked: true, csq: minCsq },
      window: windowOf(window),
    });
  }
  return offers;
}

const part = z.object({
  deviceType: z.number(),
  partModel: z.string().max(40).optional(),
  hardwareVersion: z.string().max(40).optional(),
  softwareVersion: z.string().max(40).optional(),
});

const check = defineDeviceCall('POST /device/v1/ota/check', {
  body: z.object({
    imei: z.string().max(20).optional(),
    vin: z.string().max(20).optional(),
    parts: z.array(part).max(50).optional(),
    soc: z.number().optional(),
    csq: z.number().optional(),
    parked: z.boolean().optional(),
  }),
  summary: { zh: '设备：查询可用升级', en: 'Device: updates that the vehicle has jobs for' },
  async run({ app, device }, { imei }) {
    // What the vehicle is and has, the platform knows from its telemetry; it decides when a job goes out.
    if (imei !== undefined && imei !== device.imei) return { upgrades: [] };
    return { upgrades: await offersOf(app, device.vehicleId) };
  },
});

/** What a phase says in the words of `otaStates`. */
const states: Readonly<Record<number, string>> = {
  [received]: 'accepted',
  [download]: 'downloading',
  [verify]: 'verified',
  [install]: 'installing',
  [reboot]: 'rebooting',
  [done]: 'succeeded',
  [failed]: 'failed',
};
const failure = /^E\d\d$/;
/** ms since epoch, or a time of day in Shanghai. */
const momentOf = (time: number | string | undefined): number | undefined =>
  typeof time === 'string' ? parseInstant(time)?.getTime() : time;

const report = defineDeviceCall('POST /device/v1/ota/report', {
  body: z.object({
    executionId: id,
    phase: z.number().int(),
    progress: z.number().min(0).max(100).optional(),
    resultCode: z.string().max(40).nullish(),
    time: z.union([z.number(), z.string().max(40)]).optional(),
    job: z.string().max(40).optional(),
  }),
  summary: { zh: '设备：上报升级进度', en: 'Device: a step of an update' },
  async run({ app, device }, { executionId, phase, progress, resultCode = null, time, job }) {
    const named = job === undefined ? undefined : readJob(job);
    const st = resultCode !== null && failure.test(resultCode) ? 'failed' : states[phase];
    const isOther = job !== undefined && named?.executionId !== executionId;
    if (st === undefined || isOther) return null;
    await withTransaction(app.db, (tx) =>
      takeReports(tx, [
        {
          vehicleId: device.vehicleId,
          executionId,
          attempt: named?.attempt,
          saidAt: momentOf(time),
          deviceType: undefined,
          bytes: undefined,
          st,
          progress: progress === undefined ? null : Math.floor(progress),
          code: resultCode,
          text: null,
        },
      ]),
    );
    return null;
  },
});

export const otaVehicleCalls: readonly Call[] = [check, report];
