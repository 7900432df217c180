import { codes } from '@wheelhouse/entities/codes';
import type { MyPrize } from '@wheelhouse/contract/calls/prizes/winnings';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { unseal } from '../../../entity/seal.ts';
import { assignments } from '../../../entity/store.ts';
import { defineAppCall, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { code, format, id } from '../../../http/kit.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { signedUrl } from '../../files/service.ts';
import { address, refuseWrongArea } from './address.ts';
import { giveCode } from './pick-code.ts';

const entity = entityNamed('winningRecord');
const { toClaim, toShip } = machines['SM-Winning'].states;
const { pickUp } = codes.DeliveryMode;
const mostShown = 200;

type Row = Omit<MyPrize, 'imageUrl' | 'pickCode' | 'needsIdNumber'> & {
  readonly image: string | null;
  readonly taxFlag: number;
  readonly pickCode: Buffer | null;
};

const mine = defineAppCall('GET /app/v1/prize/mine', {
  query: z.object({
    status: z
      .string()
      .regex(/^[0-6]$/)
      .optional(),
  }),
  summary: { zh: 'APP：我的奖品', en: 'App: what the caller has won' },
  async run({ app, appUser, lang }, { status }) {
    const { rows } = await sql<Row>`
      select w.record_no as "recordNo", w.status, w.prize_kind as "prizeKind", coalesce(${inLang(lang, 'p.name')}, w.prize_name) as name,
        w.level_name as "levelName", p.images[1] as image, ${wallClock('w.win_time')} as "winTime",
        ${wallClock('w.claim_deadline')} as "claimDeadline", w.delivery_mode as "deliveryMode", w.tax_flag as "taxFlag",
        case when w.status = ${toShip} then w.pick_code_enc end as "pickCode", d.name as "dealerName",
        w.express_company as "expressCompany", w.express_no as "expressNo"
      from act_winning_record w left join act_prize p on p.id = w.prize_id left join dlr_dealer d on d.id = w.dealer_id
      where w.user_id = ${appUser.id} and not w.deleted and (${status ?? null}::int is null or w.status = ${status ?? null}::int)
      order by w.id desc limit ${mostShown}`.execute(app.db);
    return rows.map(({ image, taxFlag, pickCode, ...row }) => ({
      ...row,
      imageUrl: image === null ? null : signedUrl(app, image),
      needsIdNumber: taxFlag === 1,
      pickCode: pickCode === null ? null : unseal(app.secrets, pickCode),
    }));
  },
});

interface Won {
  readonly id: string;
  readonly status: number;
  readonly deliveryMode: number | null;
  readonly taxFlag: number;
  readonly isOver: boolean;
}

/** @throws AppError 1001 no dealer that is open to owners */
async function refuseWrongDealer(tx: Tx, ctx: AppContext, dealerId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from dlr_dealer where id = ${dealerId} and not deleted and status = ${machines['SM-Dealer'].states.active}`.execute(
    tx,
  );
  if (rows.length === 0) throw refuseField(ctx, 'dealerId', 'invalid');
}

const claim = defineAppCall('POST /app/v1/prize/claim', {
  limit: { most: 60, within: 'day' },
  body: z.object({
    recordNo: code(/^WN\d{14}$/),
    address: address.optional(),
    dealerId: id.optional(),
    idNumber: format('idNumber').optional(),
  }),
  summary: { zh: 'APP：领取奖品', en: 'App: claim a prize' },
  run: (ctx, input) => withTransaction(ctx.app.db, (tx) => claimIn(tx, ctx, input)),
});

interface Claim {
  readonly recordNo: string;
  readonly address?: z.output<typeof address> | undefined;
  readonly dealerId?: string | undefined;
  readonly idNumber?: string | undefined;
}

async function claimIn(tx: Tx, ctx: AppContext, { recordNo, address: to, dealerId, idNumber }: Claim) {
  const { app, appUser } = ctx;
  const { rows } = await sql<Won>`
    select id::text as id, status, delivery_mode as "deliveryMode", tax_flag as "taxFlag", claim_deadline <= now() as "isOver"
    from act_winning_record where record_no = ${recordNo} and user_id = ${appUser.id} and not deleted for update`.execute(
    tx,
  );
  const [won] = rows;
  if (won === undefined) throw new AppError(1002);
  if (won.status !== toClaim && won.status !== toShip) throw wrongState('WinningStatus', won.status, ctx);
  if (won.status === toClaim && won.isOver) throw new AppError(6031);
  const isPickedUp = won.deliveryMode === pickUp;
  if (isPickedUp ? dealerId === undefined : to === undefined)
    throw refuseField(ctx, isPickedUp ? 'dealerId' : 'address', 'required');
  if (won.taxFlag === 1 && won.status === toClaim && idNumber === undefined)
    throw refuseField(ctx, 'idNumber', 'required');
  if (to !== undefined && !isPickedUp) await refuseWrongArea(tx, ctx, to);
  if (dealerId !== undefined && isPickedUp) await refuseWrongDealer(tx, ctx, dealerId);
  const values = {
    status: toShip,
    claimTime: new Date(),
    ...(isPickedUp
      ? { dealerId }
      : to && {
          receiver: to.receiver,
          receiverMobile: to.mobile,
          provinceId: to.provinceId,
          cityId: to.cityId,
          districtId: to.districtId,
          address: to.address,
        }),
    ...(won.taxFlag === 1 && idNumber !== undefined && { idNumber }),
  };
  const sets = assignments(entity, values, app.secrets).map(({ column, value }) => sql`${sql.raw(column)} = ${value}`);
  await sql`
    update act_winning_record set rev = rev + 1, update_time = now(), ${sql.join(sets)} where id = ${won.id}`.execute(
    tx,
  );
  const pickCode = isPickedUp && dealerId !== undefined ? await giveCode(tx, app, won.id, dealerId) : null;
  return { status: toShip, pickCode };
}

export const winningAppCalls: readonly Call[] = [mine, claim];
