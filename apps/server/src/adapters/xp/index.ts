import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { z } from 'zod';
import type { App } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { askPartner } from '../partner/client.ts';
import { sandboxOf } from '../partner/sandbox-server.ts';
import type { PartnerConfig } from '../../config.ts';
import { startXpSandbox } from './sandbox.ts';

const device = z.object({
  deviceId: z.string(),
  vin: z.string(),
  activated: z.boolean(),
  bound: z.boolean(),
  ownerMobile: z
    .string()
    .regex(/^1[3-9]\d{9}$/)
    .nullable(),
  online: z.boolean(),
  soc: z.number().min(0).max(100).nullable(),
  odometerKm: z.number().min(0).nullable(),
  speedKmh: z.number().nullable(),
  voltageV: z.number().nullable(),
  locked: z.boolean().nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  lat: z.number().min(-90).max(90).nullable(),
  reportTime: z.iso.datetime({ offset: true }).nullable(),
});
/** A vehicle as the XP platform knows it. */
export type XpDevice = z.output<typeof device>;

/** The partner platform XP. Its HTTP interface: `GET /v1/devices/{id}`, `POST /v1/devices/{id}/unbind`. */
export interface XpAdapter {
  readonly source: PartnerSource;
  /** @returns undefined when XP does not know the device @throws AppError 1020 */
  device(deviceId: string): Promise<XpDevice | undefined>;
  /** Ends the owner's binding there. @throws AppError 1020; 2302 nobody is bound */
  unbind(deviceId: string, reason: string): Promise<void>;
}

const asked = { system: 'XP', timeoutMs: 10_000 } as const;

class HttpXp implements XpAdapter {
  readonly source: PartnerSource;
  readonly #partner: PartnerConfig;

  constructor(partner: PartnerConfig, sandbox: boolean) {
    this.#partner = partner;
    this.source = { sandbox, address: partner.url };
  }

  async device(deviceId: string): Promise<XpDevice | undefined> {
    const { status, body } = await askPartner(this.#partner, `/v1/devices/${encodeURIComponent(deviceId)}`, asked);
    if (status === 404) return undefined;
    const read = device.safeParse(body);
    if (!read.success) throw new AppError(1020, { system: asked.system }, { cause: read.error });
    return read.data;
  }

  async unbind(deviceId: string, reason: string): Promise<void> {
    const path = `/v1/devices/${encodeURIComponent(deviceId)}/unbind`;
    const { status } = await askPartner(this.#partner, path, { ...asked, method: 'POST', body: { reason } });
    if (status === 409 || status === 404) throw new AppError(2302);
    if (status !== 200) throw new AppError(1020, { system: asked.system });
  }
}

const sandbox = sandboxOf(({ pool }: Pick<App, 'pool'>) => startXpSandbox(pool));

/** The XP platform of this installation: the one of XP_URL, or a sandbox of its own on this machine. */
export async function xpOf(app: Pick<App, 'config' | 'pool'>): Promise<XpAdapter> {
  if (app.config.xp) return new HttpXp(app.config.xp, false);
  return new HttpXp(await sandbox(app), true);
}
