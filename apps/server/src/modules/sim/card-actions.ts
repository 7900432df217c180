import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { packageOf } from '@wheelhouse/entities/sim/package';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { type ActionHandlers, type ActionOf, only, type Refuses, type RefusesOf, touched } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { idsInScope } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import type { CallContext } from '../../http/context.ts';
import { vehicleByName } from '../fleet/shared/service.ts';
import { findCards, judge, type JudgedCard, type StateOp } from './judge.ts';
import { writeOperations } from './submit.ts';
import { askSoon } from './sync.ts';
import { refuseEndedCard } from './usable.ts';

const { stock } = machines['SM-Sim'].states;

type Card = ActionOf<'simCard'>['rows'][number];
type Request = ActionOf<'simCard', 'suspend' | 'resume' | 'activate' | 'cancel'>;

/** Cards with what decides about them; nobody else asks for anything in the meantime. */
const cardsOf = (tx: Tx, rows: readonly { readonly iccid: string }[]): Promise<JudgedCard[]> =>
  findCards(tx, { iccids: rows.map(({ iccid }) => iccid) }, true);

/** Cards that may not have an operation now. */
const unasked =
  (opType: StateOp): Refuses<Card> =>
  async ({ tx, rows }) =>
    judge(tx, await cardsOf(tx, rows), opType);

/** What the actions refuse whatever is asked. */
export const simCardRefusals: RefusesOf<'simCard'> = {
  suspend: unasked(codes.SimOpType.suspend),
  resume: unasked(codes.SimOpType.resume),
  activate: unasked(codes.SimOpType.activate),
  cancel: unasked(codes.SimOpType.cancel),
  bind: each(({ iccid }, { ctx, tx }) => refuseEndedCard(tx, ctx, 'iccid', iccid)),
};

/** Writes one operation a card. */
async function ask({ ctx, tx, rows, input }: Request, opType: StateOp): Promise<{ batchNo: string }> {
  const cards = await cardsOf(tx, rows);
  const { reasonCode, remark } = input;
  const source = codes.SimOpSource.manual;
  const request = { opType, source, reasonCode: String(reasonCode), remark, planTime: null, userId: ctx.user.id };
  return { batchNo: await writeOperations(tx, cards, request) };
}

export const unknownPackage = { zh: '套餐编码无法识别，应如M30、Y1G', en: 'A package code is like M30 or Y1G' };

const endLength = 6;
const endText = { zh: '与该卡的ICCID不符', en: 'Not the end of this card’s ICCID' };

/** An account cannot be opened again: whoever closes it types the end of the card's number. */
async function cancel(action: ActionOf<'simCard', 'cancel'>): Promise<object> {
  const { ctx, rows, input } = action;
  const typed = input.iccidEnd.trim().toUpperCase();
  if (rows.some(({ iccid }) => iccid.slice(-endLength) !== typed)) throw refuseField(ctx, 'iccidEnd', endText);
  return ask(action, codes.SimOpType.cancel);
}

/** Terms that begin at the end of the present ones, or today where that is over. */
async function noteRenewals({ ctx, tx, rows, input }: ActionOf<'simCard', 'renew'>, renewed: ReadonlySet<string>) {
  const { packageCode, expireTime, feeFen } = input;
  const kept = rows.filter(({ id }) => renewed.has(id));
  await sql`
    insert into sim_renewal (sim_id, iccid, package_code, from_date, to_date, fee_fen, operator_id)
    select c.id, c.iccid, ${String(packageCode)}, greatest(c.expire, ${formatDay(new Date())}::date), ${expireTime}::date, ${feeFen ?? null}::bigint, ${ctx.user.id}
    from unnest(${kept.map(({ id }) => id)}::bigint[], ${kept.map(({ iccid }) => iccid)}::text[], ${kept.map((row) => row.expireTime)}::date[]) as c (id, iccid, expire)`.execute(
    tx,
  );
}

/** Another package is the carrier's to give: it is asked for, and the cards have it when the carrier says so. Cards in stock have none there yet. */
async function changePackages(action: ActionOf<'simCard', 'renew'>, cards: readonly JudgedCard[]): Promise<void> {
  if (cards.length === 0) return;
  const { ctx, tx, input } = action;
  await writeOperations(tx, cards, {
    opType: codes.SimOpType.changePackage,
    source: codes.SimOpSource.manual,
    reasonCode: codes.SimStopReason.other,
    packageCode: String(input.packageCode),
    remark: '续期变更套餐 / Package changed as it was renewed',
    planTime: null,
    userId: ctx.user.id,
  });
}

/** New terms count at once; where they come with another package, that one counts when the carrier has changed it. */
async function renew(action: ActionOf<'simCard', 'renew'>): Promise<void> {
  const { ctx, tx, rows, input, leaveOut, store } = action;
  const code = String(input.packageCode);
  const found = packageOf(code);
  if (found === undefined) throw refuseField(ctx, 'packageCode', unknownPackage);
  const now = formatDay(new Date());
  const cards = new Map((await cardsOf(tx, rows)).map((c) => [c.id, c]));
  const renewed = new Set<string>();
  const changed: JudgedCard[] = [];
  for (const { id, expireTime, packageCode, simStatus } of rows) {
    const card = cards.get(id);
    const isOther = packageCode !== code && simStatus !== stock;
    if (input.expireTime <= expireTime || input.expireTime <= now)
      leaveOut(id, new AppError(4014, { day: expireTime > now ? expireTime : now }));
    else if (card === undefined || (isOther && card.pendingOp !== null)) leaveOut(id, new AppError(4007));
    else if (isOther && card.unknown) leaveOut(id, new AppError(4015));
    else {
      renewed.add(id);
      if (isOther) changed.push(card);
      store({ expireTime: input.expireTime, ...(simStatus === stock && { packageCode: code, ...found }) }, id);
    }
  }
  await noteRenewals(action, renewed);
  await changePackages(action, changed);
}

/** The vehicle's record says which card it has, and so does its central control; the log of installations follows by itself. */
async function setCard(ctx: CallContext, tx: Tx, vehicleId: string, iccid: string | null): Promise<void> {
  await tx
    .updateTable('veh_vehicle')
    .set({ iccid, ...touched(ctx) })
    .where('id', '=', vehicleId)
    .execute();
  await tx
    .updateTable('veh_ecu')
    .set({ iccid, ...touched(ctx) })
    .where('vehicleId', '=', vehicleId)
    .where('deviceType', '=', codes.DeviceType.centralControl)
    .where('deleted', '=', false)
    .execute();
}

async function bind(action: ActionOf<'simCard', 'bind'>): Promise<void> {
  const { ctx, tx, input } = action;
  const { iccid } = only(action);
  const { id } = await vehicleByName(tx, input.vin.trim().toUpperCase());
  if (!(await idsInScope(tx, entityNamed('vehicle'), ctx.user, [id])).has(id)) throw new AppError(1011);
  const { rows } = await sql<{ iccid: string | null }>`
    select iccid from veh_vehicle where id = ${id} for update`.execute(tx);
  const has = rows[0]?.iccid ?? null;
  if (has !== null) throw fieldRefusal(ctx, 'vin', 4006, { iccid: has });
  await setCard(ctx, tx, id, iccid);
}

async function unbind(action: ActionOf<'simCard', 'unbind'>): Promise<void> {
  const { ctx, tx } = action;
  const [card] = await findCards(tx, { iccids: [only(action).iccid] });
  if (card === undefined || card.vehicleId === null) throw new AppError(4005);
  await setCard(ctx, tx, card.vehicleId, null);
}

/** Handlers of the actions of `entities/sim/sim-actions.ts`. */
export const simCardActionHandlers: ActionHandlers<'simCard'> = {
  suspend: (action) => ask(action, codes.SimOpType.suspend),
  resume: (action) => ask(action, codes.SimOpType.resume),
  activate: (action) => ask(action, codes.SimOpType.activate),
  cancel,
  renew,
  sync: async ({ tx, rows }) => ({
    queued: await askSoon(
      tx,
      rows.map(({ id }) => id),
    ),
  }),
  /** A person has found out why the card did not agree with its carrier: the remark is in its log. */
  reconcile: async ({ store }) => store({ syncIssue: null }),
  bind,
  unbind,
};
