import { createHmac, timingSafeEqual } from 'node:crypto';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyLive } from '../../db/live.ts';
import { withTransaction } from '../../db/pool.ts';
import { defineCall, type Proof } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { format } from '../../http/kit.ts';
import { simTopic } from './submit.ts';
import { askSoon } from './sync.ts';

const { running } = machines['SM-SimOperation'].states;
/** Tolerance for the clock of a carrier. */
const windowMs = 5 * 60_000;

/** The signature of a carrier's call: HMAC-SHA256 over timestamp and body as they are sent. */
export const signCallback = (key: string, timestamp: string, body: string): Buffer =>
  createHmac('sha256', key).update(timestamp).update(body).digest();

const proof: Proof = {
  scheme: 'carrier',
  // The key is too long to be guessed, so attempts are not counted.
  async verify(app, request): Promise<void> {
    const { callbackKey } = app.config.providers.carriers;
    const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
    const refusal = new AppError(1102, undefined, { status: 401 });
    if (callbackKey === undefined || typeof timestamp !== 'string' || typeof signature !== 'string') throw refusal;
    if (!/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) throw refusal;
    if (Math.abs(Number(timestamp) - Date.now()) > windowMs) throw refusal;
    const right = signCallback(callbackKey, timestamp, request.rawBody ?? '');
    if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) throw refusal;
  },
};

/**
 * A carrier says that something has happened to a card: `x-timestamp` (ms since epoch, 13 digits, at most 5 minutes off) and `x-signature`, hex
 * HMAC-SHA256 over the timestamp and the body's bytes under CARRIER_CALLBACK_KEY. What it says is not believed: the card is read at the carrier, now
 * instead of later. An event is taken once. Refused with 401 (1102).
 */
export const callback = defineCall('POST /carrier/v1/callback/:carrier', {
  access: 'public',
  proof,
  body: z.object({ eventId: z.string().regex(/^[\w.-]{1,64}$/), iccid: format('iccid') }),
  summary: { zh: '运营商回调', en: 'Call of a carrier' },
  async run({ app, params }, { eventId, iccid }) {
    const carrier = z.coerce.number().int().min(1).max(4).safeParse(params['carrier']);
    if (!carrier.success) throw new AppError(1002);
    return withTransaction(app.db, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        with event as (
          insert into sim_carrier_event (carrier, event_id, iccid) values (${carrier.data}, ${eventId}, ${iccid}) on conflict do nothing returning iccid)
        select s.id::text as id from sim_card s join event on event.iccid = s.iccid where s.carrier = ${carrier.data} and not s.deleted`.execute(
        tx,
      );
      const [card] = rows;
      if (card === undefined) return { taken: 0 as const };
      await askSoon(tx, [card.id]);
      await sql`
        update sim_operation set next_time = least(next_time, now()) where sim_id = ${card.id} and status = ${running} and not deleted`.execute(
        tx,
      );
      await notifyLive(tx, simTopic, {});
      return { taken: 1 as const };
    });
  },
});
