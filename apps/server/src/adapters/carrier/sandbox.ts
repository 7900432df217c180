import { machines } from '@wheelhouse/entities/machines';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PartnerConfig } from '../../config.ts';
import { perSecondCounter } from '../partner/per-second.ts';
import { startSandboxServer, type SandboxAnswer, type SandboxRequest } from '../partner/sandbox-server.ts';
import { findSandboxCards, settleSandboxCard, type SandboxCard } from './sandbox-cards.ts';
import { usageOf } from './sandbox-usage.ts';

// A carrier with cards, orders and moods of its own (`sbx_sim_card`, `sbx_sim_order`). It takes an order at once and carries it out some
// seconds later.

const { silent, active, suspended, preCancelled, cancelled } = machines['SM-Sim'].states;
const [leastMs, mostMs] = [5, 60];
/** Longer than anybody waits. */
const hangMs = 60_000;
const mostPerSecond = 20;
/** Cards of one question. */
const mostCards = 100;
/** A card whose number ends with it is never changed. */
const busyEnd = '7';
/** A card that nobody asks about. */
const otherCard = '89860000000000000000';

interface Wish {
  readonly from: readonly number[];
  readonly toState: number | null;
  readonly toPackage: string | null;
}
const toState = (to: number, from: readonly number[]): Wish => ({ from, toState: to, toPackage: null });
const states: Readonly<Record<string, Wish>> = {
  suspend: toState(suspended, [active]),
  resume: toState(active, [suspended, preCancelled]),
  activate: toState(active, [silent]),
  cancel: toState(cancelled, [silent, suspended, preCancelled]),
};

const answer = (status: number, body: unknown): SandboxAnswer => ({ status, body });
const refusal = (status: number, code: string, message: string): SandboxAnswer => answer(status, { code, message });

const shown = ({ fault, ...card }: SandboxCard) => (fault === 'other' ? { ...card, iccid: otherCard } : card);

const isOnline = ({ iccid, state }: SandboxCard): boolean => state === active && (Number(iccid.at(-2)) || 0) < 8;

function sessionOf(card: SandboxCard): SandboxAnswer {
  const { iccid, imei } = card;
  const digit = Number(iccid.at(-2)) || 0;
  const online = isOnline(card);
  const started = new Date(Date.now() - (digit + 1) * 1_860_000);
  return answer(200, {
    online,
    started: online ? started : null,
    ip: online ? `10.${digit}.${iccid.slice(-4, -2)}.${Number(iccid.slice(-2)) || 1}` : null,
    rat: online ? '4G' : null,
    cellId: online ? `460-00-${iccid.slice(-8)}` : null,
    apn: online ? 'cmiot' : null,
    imei,
  });
}

function wishOf({ change, packageCode }: SandboxRequest['body']): Wish | undefined {
  if (change === 'package')
    return typeof packageCode === 'string' && /^[A-Z0-9]{2,12}$/.test(packageCode)
      ? { from: [silent, active, suspended], toState: null, toPackage: packageCode }
      : undefined;
  return typeof change === 'string' && Object.hasOwn(states, change) ? states[change] : undefined;
}

/** Takes an order; the same key is the same order. */
async function takeOrder(pool: Pool, card: SandboxCard, body: SandboxRequest['body']): Promise<SandboxAnswer> {
  const { key } = body;
  const wish = wishOf(body);
  if (typeof key !== 'string' || !/^[\w.-]{1,40}$/.test(key) || wish === undefined)
    return refusal(400, 'BAD_REQUEST', 'key and change are needed');
  const known = await pool.query('select 1 from sbx_sim_order where key = $1', [key]);
  if (known.rowCount !== 0) return answer(200, { key });
  if (!wish.from.includes(card.state)) return refusal(409, 'WRONG_STATE', `the card is in state ${card.state}`);
  const refused = card.iccid.endsWith(busyEnd) ? 'CARRIER_BUSY' : null;
  await pool.query(
    `insert into sbx_sim_order (key, iccid, to_state, to_package, refused, due_time)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) on conflict do nothing`,
    [key, card.iccid, wish.toState, wish.toPackage, refused, 1 + (Number(card.iccid.at(-2)) || 0) * 0.2],
  );
  return card.fault === 'lost' ? refusal(503, 'GATEWAY', 'bad gateway') : answer(202, { key });
}

async function outcomeOf(pool: Pool, key: string): Promise<SandboxAnswer> {
  const { rows } = await pool.query<{ iccid: string }>('select iccid from sbx_sim_order where key = $1', [key]);
  if (rows[0] === undefined) return refusal(404, 'NO_ORDER', 'no such order');
  await settleSandboxCard(pool, rows[0].iccid);
  const found = await pool.query<{ done: boolean; refused: string | null }>(
    'select done, refused from sbx_sim_order where key = $1',
    [key],
  );
  const { done = false, refused = null } = found.rows[0] ?? {};
  if (refused !== null) return answer(200, { state: 'refused', code: refused, message: '运营商系统忙 / Carrier busy' });
  return answer(200, { state: done ? 'done' : 'pending' });
}

async function lock(pool: Pool, card: SandboxCard, { imei, lock: wanted }: SandboxRequest['body']) {
  if (typeof imei !== 'string' || typeof wanted !== 'boolean')
    return refusal(400, 'BAD_REQUEST', 'imei and lock are needed');
  if (wanted && card.imei !== null && card.imei !== imei)
    return refusal(422, 'OTHER_DEVICE', `the card is in ${card.imei}`);
  await pool.query('update sbx_sim_card set imei_lock = $2, imei = coalesce(imei, $3) where iccid = $1', [
    card.iccid,
    wanted,
    imei,
  ]);
  return answer(200, { iccid: card.iccid });
}

async function ofCard(pool: Pool, { method, url, body }: SandboxRequest): Promise<SandboxAnswer> {
  const [, iccid = '', part] = /^\/v1\/cards\/([0-9A-Z]{19,20})(?:\/([a-z-]+))?$/.exec(url.pathname) ?? [];
  const [card] = iccid === '' ? [] : await findSandboxCards(pool, [iccid]);
  if (card === undefined) return refusal(404, 'NO_CARD', 'no such card');
  if (card.fault === 'hang') await sleep(hangMs, undefined, { ref: false });
  if (card.fault === 'error') return refusal(503, 'DOWN', 'try again later');
  if (method === 'GET' && part === undefined) return answer(200, shown(card));
  if (method === 'GET' && part === 'session') return sessionOf(card);
  if (method === 'GET' && part === 'usage') return answer(200, usageOf(card.iccid, url.searchParams, new Date()));
  if (method === 'POST' && part === 'orders') return takeOrder(pool, card, body);
  if (method === 'POST' && part === 'imei-lock') return lock(pool, card, body);
  return refusal(404, 'NO_PATH', 'no such path');
}

/** Many cards at once: one that fails says so, the others are answered. */
async function ofMany(pool: Pool, { url, body }: SandboxRequest): Promise<SandboxAnswer> {
  const { iccids, from, to } = body;
  if (!Array.isArray(iccids) || iccids.length === 0 || iccids.length > mostCards)
    return refusal(400, 'BAD_REQUEST', `1 to ${mostCards} cards`);
  const found = await findSandboxCards(pool, iccids.map(String));
  const days = new URLSearchParams({ from: String(from), to: String(to) });
  const now = new Date();
  const cards = found.map((card) => {
    if (card.fault === 'error' || card.fault === 'hang') return { iccid: card.iccid, error: 'DOWN' };
    return url.pathname === '/v1/cards/query'
      ? { ...shown(card), online: isOnline(card) }
      : { iccid: card.iccid, days: usageOf(card.iccid, days, now) };
  });
  return answer(200, { cards });
}

/**
 * A stand-in for a carrier: an HTTP server of its own. More than 20 requests in a second are refused (429); a card whose ICCID ends in 7 is
 * refused each change with CARRIER_BUSY, after the order was taken; usage comes up to three days late; a card that is suspended for 90 days is
 * pre-cancelled.
 */
export function startCarrierSandbox(pool: Pool): Promise<PartnerConfig> {
  const within = perSecondCounter(mostPerSecond);
  return startSandboxServer(async (request): Promise<SandboxAnswer> => {
    await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { ref: false });
    if (!within()) return { ...refusal(429, 'TOO_MANY', 'slow down'), headers: { 'retry-after': '1' } };
    if (/^\/v1\/(cards|usage)\/query$/.test(request.url.pathname)) return ofMany(pool, request);
    const [, key] = /^\/v1\/orders\/([\w.-]{1,40})$/.exec(request.url.pathname) ?? [];
    return key === undefined ? ofCard(pool, request) : outcomeOf(pool, key);
  });
}
