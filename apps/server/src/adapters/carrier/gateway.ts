import type { PartnerSource } from '@wheelhouse/contract/calls/vehicles';
import { z } from 'zod';
import type { PartnerConfig } from '../../config.ts';
import {
  CarrierRefused,
  type CarrierAdapter,
  type CarrierCard,
  type CarrierDay,
  type CarrierOrder,
  type CarrierOutcome,
  type CarrierSession,
} from './adapter.ts';
import { askCarrier, type CarrierRequest, type CarrierService } from './client.ts';

// The interface that the sandbox speaks: cards under `/v1/cards/{iccid}`, orders with keys of the platform's under `/v1/orders/{key}`.

const instant = z.iso
  .datetime({ offset: true })
  .nullable()
  .transform((text) => (text === null ? null : new Date(text)));
const card = z.object({
  iccid: z.string(),
  state: z.int().min(1).max(6),
  stopReason: z.string().nullable(),
  imei: z.string().nullable(),
  imeiLock: z.boolean(),
  activated: instant,
});
const session = z.object({
  online: z.boolean(),
  started: instant,
  ip: z.string().nullable(),
  rat: z.string().nullable(),
  cellId: z.string().nullable(),
  imei: z.string().nullable(),
});
const kb = z.int().min(0);
const days = z.array(
  z.object({
    day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    usedKb: kb,
    upKb: kb,
    downKb: kb,
    sessionCount: kb.nullable(),
    onlineMin: kb.nullable(),
  }),
);
const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['pending', 'done']) }),
  z.object({ state: z.literal('refused'), code: z.string().max(40), message: z.string().max(200) }),
]);

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const found = schema.safeParse(body);
  if (!found.success) throw new CarrierRefused('unknownAnswer', 'the answer is not as agreed');
  return found.data;
}

/** A carrier behind the interface of the sandbox. */
export class GatewayCarrier implements CarrierAdapter {
  readonly source: PartnerSource;
  readonly #service: CarrierService;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(service: Omit<CarrierService, 'url'>, { url, authorization }: PartnerConfig) {
    this.#service = { ...service, url };
    this.#headers = authorization === undefined ? {} : { authorization };
    this.source = { sandbox: true, address: url };
  }

  #ask(request: CarrierRequest): ReturnType<typeof askCarrier> {
    return askCarrier(this.#service, { ...request, headers: this.#headers });
  }

  async card(iccid: string): Promise<CarrierCard | undefined> {
    const { status, body } = await this.#ask({ api: 'card', iccid, path: `/v1/cards/${iccid}`, expected: [404] });
    if (status === 404) return undefined;
    const found = read(card, body);
    // An answer about another card says nothing about this one.
    if (found.iccid !== iccid) throw new CarrierRefused('unknownAnswer', 'the answer is about another card');
    return found;
  }

  async session(iccid: string): Promise<CarrierSession> {
    const { body } = await this.#ask({ api: 'session', iccid, path: `/v1/cards/${iccid}/session` });
    return read(session, body);
  }

  async usage(iccid: string, from: string, to: string): Promise<readonly CarrierDay[]> {
    const path = `/v1/cards/${iccid}/usage?from=${from}&to=${to}`;
    const { body } = await this.#ask({ api: 'usage', iccid, path });
    return read(days, body).filter(({ day }) => day >= from && day <= to);
  }

  async order({ key, iccid, change }: CarrierOrder): Promise<void> {
    await this.#ask({
      api: 'order',
      iccid,
      path: `/v1/cards/${iccid}/orders`,
      method: 'POST',
      body: { key, change },
    });
  }

  async outcome({ key, iccid }: CarrierOrder): Promise<CarrierOutcome> {
    const { status, body } = await this.#ask({
      api: 'outcome',
      iccid,
      path: `/v1/orders/${encodeURIComponent(key)}`,
      expected: [404],
    });
    return status === 404 ? { state: 'unknown' } : read(outcome, body);
  }

  async setImeiLock(iccid: string, imei: string, lock: boolean): Promise<void> {
    await this.#ask({
      api: 'imeiLock',
      iccid,
      path: `/v1/cards/${iccid}/imei-lock`,
      method: 'POST',
      body: { imei, lock },
    });
  }
}
