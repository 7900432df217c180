import { machines } from '@wheelhouse/entities/machines';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PartnerConfig } from '../../config.ts';
import { perSecondCounter } from '../partner/per-second.ts';
import { startSandboxServer, type SandboxAnswer, type SandboxRequest } from '../partner/sandbox-server.ts';
import { usageOf } from './sandbox-usage.ts';

// A carrier with cards, orders and moods of its own (`sbx_sim_card`, `sbx_sim_order`). It takes an order at once and carries it out some
// seconds later.

const { stock, silent, active, suspended, cancelled } = machines['SM-Sim'].states;
const [leastMs, mostMs] = [5, 60];
/** Longer than anybody waits. */
const hangMs = 60_000;
const mostPerSecond = 20;
/** A card whose number ends with it is never changed. */
const busyEnd = '7';

interface Card {
  readonly iccid: string;
  readonly state: number;
  readonly stopReason: string | null;
  readonly imei: string | null;
  readonly imeiLock: boolean;
  readonly activated: Date | null;
  /** `error`: fails; `hang`: answers too late; `lost`: takes an order and fails to say so; `never`: takes it and does nothing. */
  readonly fault: 'error' | 'hang' | 'lost' | 'never' | null;
}

const targets: Readonly<Record<string, { readonly from: readonly number[]; readonly to: number }>> = {
  suspend: { from: [active], to: suspended },
  resume: { from: [suspended, machines['SM-Sim'].states.preCancelled], to: active },
  activate: { from: [silent], to: active },
  cancel: { from: [silent, suspended, machines['SM-Sim'].states.preCancelled], to: cancelled },
};

const answer = (status: number, body: unknown): SandboxAnswer => ({ status, body });
const refusal = (status: number, code: string, message: string): SandboxAnswer => answer(status, { code, message });

/** Carries out the orders whose time has come. */
const settle = (pool: Pool, iccid: string) =>
  pool.query(
    `with done as (
       update sbx_sim_order o set done = true from sbx_sim_card c
       where o.iccid = $1 and c.iccid = o.iccid and not o.done and o.refused is null and o.due_time <= now() and c.fault is distinct from 'never'
       returning o.to_state, o.due_time)
     update sbx_sim_card c set state = d.to_state, stop_reason = null, activated = coalesce(c.activated, case when d.to_state = ${active} then now() end)
     from (select to_state from done order by due_time desc limit 1) d where c.iccid = $1`,
    [iccid],
  );

/** The card, as it was delivered when it is first asked for. */
async function findCard(pool: Pool, iccid: string): Promise<Card | undefined> {
  await pool.query(
    `insert into sbx_sim_card (iccid, state, stop_reason, imei, imei_lock, activated)
     select s.iccid, case s.sim_status when ${stock} then ${silent} else s.sim_status end, s.stop_reason, v.imei, s.imei_lock = 1, s.activate_time
     from sim_card s left join veh_vehicle v on v.iccid = s.iccid and not v.deleted
     where s.iccid = $1 and not s.deleted on conflict (iccid) do nothing`,
    [iccid],
  );
  await settle(pool, iccid);
  const { rows } = await pool.query<Card>(
    `select iccid, state::int as state, stop_reason as "stopReason", imei, imei_lock as "imeiLock", activated, fault from sbx_sim_card where iccid = $1`,
    [iccid],
  );
  return rows[0];
}

const cardOf = ({ fault: _mood, ...card }: Card): SandboxAnswer => answer(200, card);

function sessionOf({ iccid, state, imei }: Card): SandboxAnswer {
  const digit = Number(iccid.at(-2)) || 0;
  const online = state === active && digit < 8;
  const started = new Date(Date.now() - (digit + 1) * 1_860_000);
  return answer(200, {
    online,
    started: online ? started : null,
    ip: online ? `10.${digit}.${iccid.slice(-4, -2)}.${Number(iccid.slice(-2)) || 1}` : null,
    rat: online ? '4G' : null,
    cellId: online ? `460-00-${iccid.slice(-8)}` : null,
    imei,
  });
}

/** Takes an order; the same key is the same order. */
async function takeOrder(pool: Pool, card: Card, body: SandboxRequest['body']): Promise<SandboxAnswer> {
  const { key, change } = body;
  const target = typeof change === 'string' && Object.hasOwn(targets, change) ? targets[change] : undefined;
  if (typeof key !== 'string' || !/^[\w.-]{1,40}$/.test(key) || target === undefined)
    return refusal(400, 'BAD_REQUEST', 'key and change are needed');
  const known = await pool.query('select 1 from sbx_sim_order where key = $1', [key]);
  if (known.rowCount !== 0) return answer(200, { key });
  if (!target.from.includes(card.state)) return refusal(409, 'WRONG_STATE', `the card is in state ${card.state}`);
  const refused = card.iccid.endsWith(busyEnd) ? 'CARRIER_BUSY' : null;
  await pool.query(
    `insert into sbx_sim_order (key, iccid, to_state, refused, due_time) values ($1, $2, $3, $4, now() + make_interval(secs => $5)) on conflict do nothing`,
    [key, card.iccid, target.to, refused, 1 + (Number(card.iccid.at(-2)) || 0) * 0.2],
  );
  return card.fault === 'lost' ? refusal(503, 'GATEWAY', 'bad gateway') : answer(202, { key });
}

async function outcomeOf(pool: Pool, key: string): Promise<SandboxAnswer> {
  const { rows } = await pool.query<{ iccid: string }>('select iccid from sbx_sim_order where key = $1', [key]);
  if (rows[0] === undefined) return refusal(404, 'NO_ORDER', 'no such order');
  await settle(pool, rows[0].iccid);
  const found = await pool.query<{ done: boolean; refused: string | null }>(
    'select done, refused from sbx_sim_order where key = $1',
    [key],
  );
  const { done = false, refused = null } = found.rows[0] ?? {};
  if (refused !== null) return answer(200, { state: 'refused', code: refused, message: '运营商系统忙 / Carrier busy' });
  return answer(200, { state: done ? 'done' : 'pending' });
}

async function lock(pool: Pool, card: Card, { imei, lock: wanted }: SandboxRequest['body']): Promise<SandboxAnswer> {
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
  const card = iccid === '' ? undefined : await findCard(pool, iccid);
  if (card === undefined) return refusal(404, 'NO_CARD', 'no such card');
  if (card.fault === 'hang') await sleep(hangMs, undefined, { ref: false });
  if (card.fault === 'error') return refusal(503, 'DOWN', 'try again later');
  if (method === 'GET' && part === undefined) return cardOf(card);
  if (method === 'GET' && part === 'session') return sessionOf(card);
  if (method === 'GET' && part === 'usage') return answer(200, usageOf(card.iccid, url.searchParams, new Date()));
  if (method === 'POST' && part === 'orders') return takeOrder(pool, card, body);
  if (method === 'POST' && part === 'imei-lock') return lock(pool, card, body);
  return refusal(404, 'NO_PATH', 'no such path');
}

/**
 * A stand-in for a carrier: an HTTP server of its own. More than 20 requests in a second are refused (429); a card whose ICCID ends in 7 is
 * refused each change with CARRIER_BUSY, after the order was taken; usage comes up to three days late.
 */
export function startCarrierSandbox(pool: Pool): Promise<PartnerConfig> {
  const within = perSecondCounter(mostPerSecond);
  return startSandboxServer(async (request): Promise<SandboxAnswer> => {
    await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { ref: false });
    if (!within()) return { ...refusal(429, 'TOO_MANY', 'slow down'), headers: { 'retry-after': '1' } };
    const [, key] = /^\/v1\/orders\/([\w.-]{1,40})$/.exec(request.url.pathname) ?? [];
    return key === undefined ? ofCard(pool, request) : outcomeOf(pool, key);
  });
}
