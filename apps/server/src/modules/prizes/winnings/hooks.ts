import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { setStateIn } from '../../../entity/actions.ts';
import { entryText, wrongState } from '../../../entity/state-text.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { contentOf, type KindOfChange, requestChange } from '../../changes/service.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { checkedParcel, companyName, followParcel, type NewParcel, parcelState } from '../express/service.ts';
import { moveForWinning } from '../stock/stock.ts';
import { winningCargo } from './cargo.ts';
import { proveCode } from './pick-code.ts';

const entity = entityNamed('winningRecord');
const { toClaim, toShip, shipped, cancelled } = machines['SM-Winning'].states;
const waiting: ReadonlySet<number> = new Set([toClaim, toShip]);
const { express, pickUp } = codes.DeliveryMode;

interface Sent {
  readonly id: string;
  readonly userId: string;
  readonly prizeId: string | null;
  readonly prizeName: string;
}

async function send(
  tx: Tx,
  ctx: CallContext,
  { id, userId, prizeId, prizeName }: Sent,
  parcel: NewParcel,
): Promise<void> {
  const company = await companyName(tx, parcel.expressCompany);
  const text = await builtInText(tx, 'PRIZE_SHIPPED', {
    prizeName,
    expressCompany: company,
    expressNo: parcel.expressNo,
  });
  await notifyOwner(tx, {
    userId,
    kind: 'activity',
    ...text,
    route: '/prize/mine',
    ref: { type: 'winningRecord', id },
  });
  await moveForWinning(tx, { id, prizeId }, 'send', ctx.user.id);
  await followParcel(tx, winningCargo, id, parcel);
}

async function ship(action: ActionOf<'winningRecord', 'ship' | 'reship'>): Promise<void> {
  const { tx, ctx, input, store } = action;
  const parcel = await checkedParcel(tx, ctx, input);
  store({ ...parcel, shipTime: new Date() });
  await send(tx, ctx, only(action), parcel);
}

const byExpress = each<{ readonly id: string; readonly deliveryMode: unknown }>(({ deliveryMode }, { ctx }) => {
  if (Number(deliveryMode) !== express) throw wrongState('DeliveryMode', deliveryMode, ctx);
});

async function requestCancel(action: ActionOf<'winningRecord', 'cancel'>): Promise<{ readonly waiting: string }> {
  const { ctx, tx, input } = action;
  const row = only(action);
  const label = labelOf(entity, 'status');
  const request = await requestChange(ctx, tx, {
    kind: codes.ChangeKind.winning,
    action: codes.ChangeAction.cancel,
    subject: `${row.recordNo} ${row.prizeName}`,
    content: {
      target: { id: row.id, rev: row.rev },
      fields: [
        {
          field: 'status',
          label: label.zh,
          labelEn: label.en,
          before: entryText('WinningStatus', row.status, ctx.lang),
          after: entryText('WinningStatus', cancelled, ctx.lang),
        },
      ],
    },
    userId: row.userId,
    reason: input.reason,
  });
  return { waiting: request };
}

/**
 * Takes back what the request speaks of, as long as it has not gone out. A user who changes their address meanwhile does not undo the request: it is about the
 * record.
 */
export const cancelledWinnings: KindOfChange = {
  right: 'winningRecord.cancel',
  async carryOut(ctx, tx, request) {
    const { target } = contentOf(request);
    const row =
      target &&
      (await tx
        .selectFrom('act_winning_record')
        .select(['id', 'status', 'userId', 'prizeId', 'prizeName'])
        .where('id', '=', target.id)
        .forUpdate()
        .executeTakeFirst());
    if (row === undefined || !waiting.has(Number(row.status))) throw new AppError(1145);
    await setStateIn(ctx, tx, entity, 'status', cancelled, [row.id], true);
    const text = await builtInText(tx, 'PRIZE_CANCELLED', { prizeName: row.prizeName, reason: request.reason ?? '' });
    const about = { userId: row.userId, kind: 'activity', ref: { type: 'winningRecord', id: row.id } } as const;
    await notifyOwner(tx, { ...about, ...text, route: '/prize/mine' });
    await moveForWinning(tx, row, 'release', ctx.user.id);
  },
};

/** A line of a workbook ships one record. */
const waitsForParcel = (status: unknown, deliveryMode: unknown): boolean =>
  Number(status) === toShip && Number(deliveryMode) === express;

/** Place of the draw in its chain, version of the odds, where it came from. */
const evidence = (
  t: string,
): string => `(select d.lane || '-' || d.n || ' · v' || d.version || coalesce(' · ' || k.ip, '')
  || coalesce(' · ' || left(encode(k.device_hash, 'hex'), 8), '') from act_raffle_draw d left join act_raffle_trace k on k.draw_id = d.id where d.winning_id = ${t}.id)`;

export const winningHooks: HooksOf<'winningRecord'> = {
  computed: { drawEvidence: evidence, ...parcelState.computed },
  conditions: parcelState.conditions,
  async beforeSave({ tx, ctx, old, values }) {
    if (old === undefined) return;
    if (!waitsForParcel(old.status, old.deliveryMode)) throw wrongState('WinningStatus', old.status, ctx);
    const { expressCompany, expressNo } = values;
    if (!expressCompany) throw refuseField(ctx, 'expressCompany', 'required');
    if (!expressNo) throw refuseField(ctx, 'expressNo', 'required');
    Object.assign(values, await checkedParcel(tx, ctx, { expressCompany: String(expressCompany), expressNo }), {
      status: shipped,
      shipTime: new Date(),
    });
  },
  async afterSave({ tx, ctx, id, old, values }) {
    if (old === undefined) return;
    const { expressCompany, expressNo } = values;
    await send(tx, ctx, { ...old, id }, { expressCompany: String(expressCompany), expressNo: String(expressNo) });
  },
  refuses: {
    ship: byExpress,
    verify: each(({ deliveryMode }, { ctx }) => {
      if (Number(deliveryMode) !== pickUp) throw wrongState('DeliveryMode', deliveryMode, ctx);
    }),
    cancel: async ({ tx, rows, ctx }) => {
      const { rows: asked } = await sql<{ id: string }>`
        select changes -> 'target' ->> 'id' as id from sys_change_request
        where kind = ${codes.ChangeKind.winning} and status = ${machines['SM-Change'].states.waiting} and not deleted
          and changes -> 'target' ->> 'id' = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
      return new Map(
        asked.map(({ id }) => [id, wrongState('ChangeStatus', machines['SM-Change'].states.waiting, ctx)]),
      );
    },
  },
  actions: {
    ship,
    reship: ship,
    cancel: requestCancel,
    addRemark: async ({ input: { remark }, store }) => store({ remark }),
    verify: async (action) => {
      const { tx, ctx, input, store } = action;
      const { id, prizeId } = only(action);
      await proveCode(tx, ctx, id, input.code);
      store({ doneTime: new Date() });
      await moveForWinning(tx, { id, prizeId }, 'send', ctx.user.id);
    },
    return: async (action) => {
      const { id, prizeId } = only(action);
      action.store({ remark: action.input.reason });
      await moveForWinning(action.tx, { id, prizeId }, 'return', action.ctx.user.id);
    },
    close: async (action) => {
      const { id, prizeId } = only(action);
      action.store({ remark: action.input.reason });
      await moveForWinning(action.tx, { id, prizeId }, 'release', action.ctx.user.id);
    },
  },
};
