import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PartnerConfig } from '../../config.ts';
import { startSandboxServer, type SandboxAnswer } from '../partner/sandbox-server.ts';

interface Device {
  readonly vin: string;
  readonly activated: boolean;
  readonly ownerMobile: string | null;
  readonly odometerM: string;
  readonly seed: number;
  readonly fault: 'error' | 'timeout' | 'flaky' | null;
}

const [leastMs, mostMs] = [40, 220];
/** Longer than anybody waits. */
const hangMs = 60_000;
const home = { lng: 120.1551, lat: 30.2741 };

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** What a device measures follows from the clock: it rides in the day, is charged in the night. */
function liveOf({ seed, odometerM, ownerMobile, activated }: Device, now: Date) {
  const hours = (now.getTime() / 3_600_000 + 8 + (seed % 24) / 6) % 24;
  const riding =
    activated && ownerMobile !== null && hours > 7 && hours < 21 && (seed + Math.floor(hours * 2)) % 3 === 0;
  const online = activated && seed % 11 !== 3;
  const charge = hours < 7 ? 60 + hours * 5.7 : 100 - (hours - 7) * 4;
  const drift = (seed % 97) / 97;
  return {
    online,
    soc: activated ? Math.round(Math.max(8, Math.min(100, charge - drift * 20))) : null,
    odometerKm: round(Number(odometerM) / 1000 + (now.getTime() / 86_400_000 - 20_700) * (4 + drift * 12), 1),
    speedKmh: riding ? round(18 + drift * 22, 1) : 0,
    voltageV: round(66 + charge / 12, 1),
    locked: !riding,
    lng: round(home.lng + (drift - 0.5) * 0.3 + (riding ? (hours % 1) * 0.01 : 0), 6),
    lat: round(home.lat + ((seed % 53) / 53 - 0.5) * 0.2, 6),
    reportTime: online ? now.toISOString() : new Date(now.getTime() - (2 + (seed % 40)) * 3_600_000).toISOString(),
  };
}

/**
 * A stand-in for the XP platform with devices, delays and failures of its own (`sbx_xp_device`): a device can fail (`error`), hang
 * (`timeout`), or fail two times in three (`flaky`).
 */
export function startXpSandbox(pool: Pool): Promise<PartnerConfig> {
  const asked = new Map<string, number>();

  const find = async (id: string): Promise<Device | undefined> =>
    (
      await pool.query<Device>(
        'select vin, activated, owner_mobile as "ownerMobile", odometer_m as "odometerM", seed, fault from sbx_xp_device where device_id = $1',
        [id],
      )
    ).rows[0];

  const fails = async (id: string, { fault }: Device): Promise<boolean> => {
    if (fault === 'timeout') await sleep(hangMs, undefined, { ref: false });
    const times = (asked.get(id) ?? 0) + 1;
    asked.set(id, times);
    return fault === 'error' || (fault === 'flaky' && times % 3 !== 0);
  };

  return startSandboxServer(async ({ method, url, body }): Promise<SandboxAnswer> => {
    await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { ref: false });
    const [, id = '', action] = /^\/v1\/devices\/([\w-]{1,40})(?:\/(unbind))?$/.exec(url.pathname) ?? [];
    const device = id === '' ? undefined : await find(id);
    if (!device) return { status: 404, body: { error: 'unknown device' } };
    if (await fails(id, device)) return { status: 503, body: { error: 'busy' } };
    if (action === 'unbind') {
      if (method !== 'POST' || typeof body['reason'] !== 'string') return { status: 400, body: { error: 'reason' } };
      const { rowCount } = await pool.query(
        'update sbx_xp_device set owner_mobile = null where device_id = $1 and owner_mobile is not null',
        [id],
      );
      return rowCount === 1 ? { status: 200, body: {} } : { status: 409, body: { error: 'not bound' } };
    }
    const { vin, activated, ownerMobile } = device;
    return {
      status: 200,
      body: { deviceId: id, vin, activated, bound: ownerMobile !== null, ownerMobile, ...liveOf(device, new Date()) },
    };
  });
}
