import { listed } from '@wheelhouse/contract/lang';
import type { SimRenewal } from '@wheelhouse/contract/calls/sim';
import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { carrierOf, CarrierRefused } from '../../adapters/carrier/index.ts';
import { withTransaction, type Db, type Tx } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { runAction } from '../../entity/actions.ts';
import { audit } from '../../entity/audit.ts';
import { findInScope, visibleWhere } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { actionBody, format, id, ids, type ActionBody } from '../../http/kit.ts';
import { answers } from './answers.ts';
import { findCards, type JudgedCard } from './judge.ts';

const mostSynced = 200;
const mostRenewed = 500;
const iccid = format('iccid');

/** What the carrier refuses, in the caller's language. */
export const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof CarrierRefused)) return error;
  return error.permanent
    ? new AppError(4013, { message: error.message }, { cause: error })
    : new AppError(4090, undefined, { cause: error });
};

/** The card of a number, if the caller sees it. @throws AppError 1002 */
async function cardOf({ user }: CallContext, db: Db | Tx, number: string): Promise<JudgedCard> {
  const [card] = await findCards(db, { iccids: [number], seenBy: user });
  if (card === undefined) throw new AppError(1002);
  return card;
}

const simCard = entityNamed('simCard');
const noCard = { zh: '找不到SIM卡：{list}', en: 'No such SIM card: {list}' };
const mostNamed = 5;

/** Actions name their cards by number as well as by id. @throws AppError 1001 naming numbers of no card that the caller sees */
async function idsOf(ctx: CallContext, numbers: readonly string[], field: 'iccid' | 'iccids'): Promise<string[]> {
  const cards = await findCards(ctx.app.db, { iccids: numbers, seenBy: ctx.user });
  const found = new Set(cards.map(({ iccid: number }) => number));
  const unknown = numbers.filter((number) => !found.has(number));
  if (unknown.length > 0)
    throw refuseField(ctx, field, noCard, { list: listed(unknown.slice(0, mostNamed), ctx.lang) });
  return cards.map(({ id: cardId }) => cardId);
}

const sync = defineCall('POST /veh/crm/simCard/sync', {
  access: 'simIndex.sync',
  body: actionBody.extend({ iccids: z.array(iccid).min(1).max(mostSynced).optional() }),
  summary: { zh: '立即向运营商同步', en: 'Ask the carriers about cards now' },
  run: async (ctx, { iccids, ...body }) =>
    runAction(ctx, simCard, 'sync', iccids === undefined ? body : { ...body, ids: await idsOf(ctx, iccids, 'iccids') }),
});

const renew = defineCall('POST /veh/crm/simCard/renew', {
  access: 'simIndex.renew',
  body: actionBody.extend({
    iccids: z.array(iccid).min(1).max(mostRenewed).optional(),
    ids: ids(mostRenewed).optional(),
  }),
  summary: { zh: '续期', en: 'Renew cards' },
  run: async (ctx, { iccids, ...body }) =>
    runAction(
      ctx,
      simCard,
      'renew',
      iccids === undefined ? body : { ...body, ids: await idsOf(ctx, iccids, 'iccids') },
    ),
});

const renewals = defineCall('POST /veh/crm/simCard/renewals', {
  access: 'simIndex.query',
  body: z.object({ id }),
  summary: { zh: 'SIM卡续期记录', en: 'Renewals of a card' },
  async run(ctx, input) {
    const card = await findInScope(ctx, simCard, input.id);
    const { rows } = await sql<SimRenewal>`
      select r.package_code, r.from_date::text as from_date, r.to_date::text as to_date, r.fee_fen::float8 as fee_fen, ${wallClock('r.time')} as time, u.real_name as operator_name
      from sim_renewal r left join sys_user u on u.id = r.operator_id where r.sim_id = ${card.id} order by r.id desc limit 100`.execute(
      ctx.app.db,
    );
    return rows;
  },
});

const bind = defineCall('POST /veh/crm/simCard/bindVehicle', {
  access: 'simIndex.bind',
  body: actionBody.extend({ iccid: iccid.optional() }),
  summary: { zh: '绑定车辆', en: 'Put a card into a vehicle' },
  run: async (ctx, { iccid: number, ...body }) =>
    runAction(ctx, simCard, 'bindVehicle', await oneCard(ctx, number, body)),
});

const unbind = defineCall('POST /veh/crm/simCard/unbindVehicle', {
  access: 'simIndex.unbind',
  body: actionBody.extend({ iccid: iccid.optional() }),
  summary: { zh: '从车辆解绑', en: 'Take a card out of its vehicle' },
  run: async (ctx, { iccid: number, ...body }) =>
    runAction(ctx, simCard, 'unbindVehicle', await oneCard(ctx, number, body)),
});

async function oneCard(ctx: CallContext, number: string | undefined, body: ActionBody): Promise<ActionBody> {
  if (number === undefined) return body;
  const [cardId] = await idsOf(ctx, [number], 'iccid');
  return { ...body, ...(cardId !== undefined && { id: cardId }) };
}

const realtime = defineCall('POST /veh/crm/simCard/realtime', {
  access: 'simIndex.query',
  body: z.object({ iccid }),
  summary: { zh: 'SIM卡实时状态', en: 'A card at its carrier, now' },
  async run(ctx, input) {
    const { app } = ctx;
    const card = await cardOf(ctx, app.db, input.iccid);
    const carrier = await carrierOf(app, card.carrier);
    try {
      const [known, session] = await Promise.all([carrier.card(card.iccid), carrier.session(card.iccid)]);
      if (known === undefined) throw new AppError(1002);
      return {
        source: carrier.source,
        simStatus: known.state,
        netStatus: session.online ? (1 as const) : (0 as const),
        ip: session.ip,
        rat: session.rat,
        cellId: session.cellId,
        apn: session.apn,
        imeiSeen: session.imei ?? known.imei,
        imeiLock: known.imeiLock ? (1 as const) : (0 as const),
        sessionStart: session.started === null ? null : formatInstant(session.started),
      };
    } catch (error) {
      throw refusalOf(error);
    }
  },
});

/** The carrier cannot be rolled back: the request is logged before it is made, and our record follows what the card then says. */
const imeiLock = defineCall('POST /veh/crm/simCard/imeiLock', {
  access: 'simIndex.imeiLock',
  body: z.object({ iccid, imei: format('imei'), lock: z.union([z.literal(0), z.literal(1)]) }),
  summary: { zh: '机卡绑定', en: 'Lock a card to its device' },
  async run(ctx, { iccid: number, imei, lock }) {
    const { app } = ctx;
    const card = await withTransaction(app.db, async (tx) => {
      const found = await cardOf(ctx, tx, number);
      if (found.pendingOp !== null) throw new AppError(4007);
      await audit(tx, ctx, {
        action: 'imeiLock',
        entity: 'simCard',
        entityId: found.id,
        path: '/veh/crm/simCard/imeiLock',
        functionCode: 'simIndex.imeiLock',
        after: { imei, lock },
      });
      return found;
    });
    const carrier = await carrierOf(app, card.carrier);
    try {
      await carrier.setImeiLock(card.iccid, imei, lock === 1);
      const known = await carrier.card(card.iccid);
      const locked = known?.imeiLock === true ? (1 as const) : (0 as const);
      await sql`
        update sim_card set imei_lock = ${locked}, imei_seen = coalesce(${known?.imei ?? null}, imei_seen), last_sync_time = now(), rev = rev + 1,
          update_by = ${ctx.user.id}, update_time = now() where id = ${card.id}`.execute(app.db);
      return { imeiLock: locked, confirmed: locked === lock ? (1 as const) : (0 as const) };
    } catch (error) {
      throw refusalOf(error);
    }
  },
});

const installs = defineCall('POST /veh/crm/simCard/installs', {
  access: 'simIndex.query',
  body: z.object({ id }),
  summary: { zh: 'SIM卡安装记录', en: 'Vehicles that a card was in' },
  async run(ctx, input) {
    const card = await findInScope(ctx, simCard, input.id);
    const vehicles = visibleWhere(entityNamed('vehicle'), 'v', ctx.user);
    const seen = vehicles ? sql`l.vehicle_id in (select v.id from veh_vehicle v where ${vehicles})` : sql`true`;
    const { rows } = await sql<{
      vin: string | null;
      imei: string | null;
      fromTime: string;
      toTime: string | null;
      operatorName: string | null;
    }>`
      select l.vin, l.imei, ${wallClock('l.from_time')} as from_time, ${wallClock('l.to_time')} as to_time, u.real_name as operator_name
      from sim_install_log l left join sys_user u on u.id = l.operator_id where l.iccid = ${card.iccid} and ${seen} order by l.id desc limit 100`.execute(
      ctx.app.db,
    );
    return rows;
  },
});

export const simCardCalls: readonly Call[] = [
  sync,
  renew,
  renewals,
  realtime,
  bind,
  unbind,
  imeiLock,
  installs,
  answers,
];
