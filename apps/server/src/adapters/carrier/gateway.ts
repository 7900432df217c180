import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { z } from 'zod';
import type { PartnerConfig } from '../../config.ts';
import {
  CarrierRefused,
  type CarrierAdapter,
  type CarrierAnswers,
  type CarrierCard,
  type CarrierDay,
  type CarrierMany,
  type CarrierOrder,
  type CarrierOutcome,
  type CarrierSession,
} from './adapter.ts';
import { askCarrier, type CarrierRequest, type CarrierService } from './client.ts';

// The interface that the sandbox speaks: cards under `/v1/cards/{iccid}`, many of them under `/v1/cards/query` and `/v1/usage/query`, orders with
// keys of the platform's under `/v1/orders/{key}`.

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
  packageCode: z.string().max(40).nullable(),
});
const session = z.object({
  online: z.boolean(),
  started: instant,
  ip: z.string().nullable(),
  rat: z.string().nullable(),
  cellId: z.string().nullable(),
  apn: z.string().nullable(),
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
const many = z.object({ cards: z.array(z.looseObject({ iccid: z.string() })) });
/** A card of a question about many that could not be answered. */
const failed = z.object({ error: z.string().max(40) });
const seen = card.extend({ online: z.boolean() });
const daysOfCard = z.object({ days });
/** Cards of one request. */
const most = 100;

const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['pending', 'done']) }),
  z.object({ state: z.literal('refused'), code: z.string().max(40), message: z.string().max(200) }),
]);

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const found = schema.safeParse(body);
  if (!found.success) throw new CarrierRefused('unknownAnswer', 'the answer is not as agreed');
  return found.data;
}

const within = (found: readonly CarrierDay[], from: string, to: string): readonly CarrierDay[] =>
  found.filter(({ day }) => day >= from && day <= to);

/** Answers by card: one that is not as agreed is a refusal of that card; those about cards that were not asked for say nothing. */
function answersOf<Answer>(asked: readonly string[], body: unknown, schema: z.ZodType<Answer>): CarrierAnswers<Answer> {
  const wanted = new Set(asked);
  const answered = read(many, body).cards.filter(({ iccid }) => wanted.has(iccid));
  const answers = new Map<string, Answer | CarrierRefused>();
  for (const one of answered) {
    const refusal = failed.safeParse(one).data;
    const answer = schema.safeParse(one);
    const isAnswer = refusal === undefined && answer.success;
    const unread = () => new CarrierRefused(refusal?.error ?? 'unknownAnswer', 'the card could not be read');
    answers.set(one.iccid, isAnswer ? answer.data : unread());
  }
  return answers;
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

  readonly many: CarrierMany = {
    by: 'numbers',
    most,
    cards: async (iccids) => {
      const { body } = await this.#ask({
        api: 'cards',
        iccids,
        path: '/v1/cards/query',
        method: 'POST',
        body: { iccids },
      });
      return answersOf(iccids, body, seen);
    },
    usage: async (iccids, from, to) => {
      const { body } = await this.#ask({
        api: 'usages',
        iccids,
        path: '/v1/usage/query',
        method: 'POST',
        body: { iccids, from, to },
      });
      const dated = daysOfCard.transform((one) => within(one.days, from, to));
      return answersOf(iccids, body, dated);
    },
  };

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
    return within(read(days, body), from, to);
  }

  async order({ iccid, ...order }: CarrierOrder): Promise<void> {
    await this.#ask({ api: 'order', iccid, path: `/v1/cards/${iccid}/orders`, method: 'POST', body: order });
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
