import { z } from 'zod';
import { machines } from '@wheelhouse/entities/machines';
import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import type { OnceConfig } from '../../config-parts.ts';
import {
  CarrierRefused,
  type CarrierAdapter,
  type CarrierCard,
  type CarrierDay,
  type CarrierMany,
  type CarrierOrder,
  type CarrierOutcome,
  type CarrierSession,
} from './adapter.ts';
import { KeptToken, type Token } from '../partner/token.ts';
import { askCarrier, type CarrierRequest, type CarrierService } from './client.ts';

// The management API of 1NCE, version 1. A card is Enabled or Disabled; a change is queued there, and shows when the card is read again.

const { silent, active, suspended } = machines['SM-Sim'].states;

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const card = z.object({
  iccid: z.string(),
  iccid_with_luhn: z.string().nullish(),
  status: z.enum(['Enabled', 'Disabled']),
  imei: z.string().nullish(),
  imei_lock: z.boolean().default(false),
  label: z.string().nullish(),
  activation_date: z.string().nullish(),
});
const connectivity = z.object({
  status: z.string(),
  pdp_context: z
    .object({
      created: z.string().nullish(),
      ue_ip_address: z.string().nullish(),
      ci: z.string().nullish(),
      imeisv: z.string().nullish(),
      rat_type: z.object({ description: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
const volume = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);
const usage = z.object({
  stats: z.array(
    z.object({
      date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
      data: z.object({ volume, volume_rx: volume, volume_tx: volume }).nullish(),
    }),
  ),
});
type OnceCard = z.output<typeof card>;

const kbOfMb = 1024;
/** Cards of a page, the most that the API gives. */
const pageSize = 100;
/** Before its end a token is not used any more. */
const earlyMs = 60_000;
/** The API names a card by 19 digits; on the card stands a check digit behind them. */
const namedBy = (iccid: string): string => iccid.slice(0, 19);
/** IMEI and software version come as one number: its first 14 digits are the device's. */
const imeiOf = (imeisv: string | null | undefined): string | null => {
  const digits = imeisv?.slice(0, 14) ?? '';
  return /^\d{14}$/.test(digits) ? digits : null;
};
const timeOf = (text: string | null | undefined): Date | null => {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
};

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const found = schema.safeParse(body);
  if (!found.success) throw new CarrierRefused('unknownAnswer', 'the answer is not as the carrier documents it');
  return found.data;
}

function cardOf(found: OnceCard): CarrierCard {
  const activated = timeOf(found.activation_date);
  const enabled = activated === null ? silent : active;
  return {
    state: found.status === 'Enabled' ? enabled : suspended,
    stopReason: null,
    imei: imeiOf(found.imei),
    imeiLock: found.imei_lock,
    activated,
    packageCode: null,
  };
}

/** SIM cards of 1NCE. */
export class OnceCarrier implements CarrierAdapter {
  readonly source: PartnerSource;
  /** Cards are listed page by page; usage is told card by card. */
  readonly many: CarrierMany = {
    by: 'pages',
    page: async (page) => {
      const path = `/v1/sims?page=${page}&pageSize=${pageSize}`;
      const { status, body } = await this.#ask({ api: 'cards', path, expected: [404] });
      const list = status === 404 ? [] : read(z.array(z.unknown()), body);
      // A card that is not as documented is on no page: it is read alone, and refused then.
      const cards = list.flatMap((found) => {
        const one = card.safeParse(found).data;
        if (one === undefined) return [];
        const seen = { ...cardOf(one), online: null };
        return [one.iccid, one.iccid_with_luhn ?? one.iccid].map((number) => [number, seen] as const);
      });
      return { cards: new Map(cards), last: list.length < pageSize };
    },
  };
  readonly #service: CarrierService;
  readonly #config: OnceConfig;
  readonly #token = new KeptToken(() => this.#askToken());

  constructor(service: Omit<CarrierService, 'url'>, config: OnceConfig) {
    this.#config = config;
    this.#service = { ...service, url: config.url };
    this.source = { sandbox: false, address: config.url };
  }

  async #askToken(): Promise<Token> {
    const { clientId, clientSecret } = this.#config;
    const { body } = await askCarrier(
      // Tokens are no part of the log.
      { ...this.#service, silent: true },
      {
        api: 'token',
        iccids: [],
        path: '/oauth/token',
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
        body: { grant_type: 'client_credentials' },
      },
    );
    const { access_token: value, expires_in: seconds } = read(token, body);
    return { value, until: Date.now() + seconds * 1000 - earlyMs };
  }

  async #ask(request: CarrierRequest): ReturnType<typeof askCarrier> {
    const askWith = (value: string) =>
      askCarrier(this.#service, { ...request, headers: { authorization: `Bearer ${value}` } });
    const value = await this.#token.value();
    try {
      return await askWith(value);
    } catch (error) {
      if (!(error instanceof CarrierRefused && error.code === 'denied')) throw error;
      // A token may be withdrawn before its end: once more with a new one.
      await this.#token.forget(value);
      return askWith(await this.#token.value());
    }
  }

  async #card(iccid: string): Promise<OnceCard | undefined> {
    const path = `/v1/sims/${namedBy(iccid)}`;
    const { status, body } = await this.#ask({ api: 'card', iccid, path, expected: [404] });
    return status === 404 ? undefined : read(card, body);
  }

  async card(iccid: string): Promise<CarrierCard | undefined> {
    const found = await this.#card(iccid);
    return found && cardOf(found);
  }

  async session(iccid: string): Promise<CarrierSession> {
    const { body } = await this.#ask({ api: 'session', iccid, path: `/v1/sims/${namedBy(iccid)}/status` });
    const { status, pdp_context: context } = read(connectivity, body);
    return {
      online: status === 'ONLINE',
      started: timeOf(context?.created),
      ip: context?.ue_ip_address ?? null,
      rat: context?.rat_type?.description ?? null,
      cellId: context?.ci ?? null,
      apn: null,
      imei: imeiOf(context?.imeisv),
    };
  }

  async usage(iccid: string, from: string, to: string): Promise<readonly CarrierDay[]> {
    const path = `/v1/sims/${namedBy(iccid)}/usage?start_dt=${from}&end_dt=${to}`;
    const { body } = await this.#ask({ api: 'usage', iccid, path });
    return read(usage, body).stats.flatMap(({ date, data }) =>
      data
        ? [
            {
              day: date.slice(0, 10),
              usedKb: Math.round(data.volume * kbOfMb),
              upKb: Math.round(data.volume_tx * kbOfMb),
              downKb: Math.round(data.volume_rx * kbOfMb),
              sessionCount: null,
              onlineMin: null,
            },
          ]
        : [],
    );
  }

  /** The API has no keys of orders: a card that is already as it should be is left alone. */
  async order({ iccid, change }: CarrierOrder): Promise<void> {
    if (change === 'cancel' || change === 'package')
      throw new CarrierRefused('notOffered', '1NCE neither closes single cards nor changes packages by its API', {
        permanent: true,
      });
    await this.#update(iccid, { status: change === 'suspend' ? 'Disabled' : 'Enabled' });
  }

  /** Pending until the card says otherwise. */
  async outcome({ iccid, change }: CarrierOrder): Promise<CarrierOutcome> {
    const found = await this.#card(iccid);
    return { state: found?.status === (change === 'suspend' ? 'Disabled' : 'Enabled') ? 'done' : 'pending' };
  }

  async setImeiLock(iccid: string, imei: string, lock: boolean): Promise<void> {
    const found = await this.#card(iccid);
    // The API locks a card to the device that it is in.
    if (lock && found?.imei?.slice(0, 14) !== imei.slice(0, 14))
      throw new CarrierRefused('otherDevice', 'the card is in another device', { permanent: true });
    await this.#update(iccid, { imei_lock: lock });
  }

  /** An update replaces state, lock and label together: what is not to change is sent as it was read. */
  async #update(iccid: string, change: { readonly status: 'Enabled' | 'Disabled' } | { readonly imei_lock: boolean }) {
    const found = await this.#card(iccid);
    if (found === undefined) throw new CarrierRefused('http404', 'no such card', { permanent: true });
    const { label, status, imei_lock: lock } = found;
    const next = { status, imei_lock: lock, ...change };
    if (next.status === status && next.imei_lock === lock) return;
    await this.#ask({
      api: 'update',
      iccid,
      path: `/v1/sims/${namedBy(iccid)}`,
      method: 'PUT',
      body: { iccid: namedBy(iccid), ...next, ...(typeof label === 'string' && { label }) },
    });
  }
}
