import { isPast } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { underThreshold } from '@wheelhouse/entities/prizes/coupon-rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { dayText } from '../../../db/wall-clock.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { nextOf, type HooksOf, type RefusesOf, type SavingOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';

const { draft } = machines['SM-Coupon'].states;
const { CouponType: type, ValidMode: mode } = codes;

/** `CP` and a running number of at least four digits. */
async function nextNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`select 'CP' || ${runningNumber('seq_act_coupon', 4)} as no`.execute(tx);
  return rows[0]?.no ?? '';
}

const fewCodes = {
  zh: '已导入{n}个券码，请先导入更多券码',
  en: '{n} {n|code is|codes are} imported: import more first',
} as const;

/** Of what is published, every coupon has its code. @throws AppError 1001 */
function refuseWithoutCodes({ ctx, old, values }: SavingOf<'coupon'>): void {
  if (old === undefined || old.status === draft || old.couponType !== type.external) return;
  const total = Number(values.total ?? old.total);
  const n = old.codeCount ?? 0;
  if (total > Math.max(old.total, n)) throw refuseField(ctx, 'total', fewCodes, { n });
}

const over = { zh: '结束时间已过', en: 'The end has passed' } as const;

const refuses: RefusesOf<'coupon'> = {
  publish: each((row, { ctx }) => {
    if (underThreshold(row) !== undefined) throw fieldRefusal(ctx, 'amountFen', 6021);
    if (row.validMode === mode.fixed && isPast(row.validEnd)) throw refuseField(ctx, 'validEnd', over);
    if (row.receiveEnd !== null && isPast(row.receiveEnd)) throw refuseField(ctx, 'receiveEnd', over);
    const count = row.codeCount ?? 0;
    if (row.couponType === type.external && count !== row.total)
      throw new AppError(6025, { codes: count, total: row.total });
  }),
};

/** What a day and a number of days look like in every language; sheets and pages say it in words. */
const validityOf = (t: string): string => `case when ${t}.valid_mode = ${mode.fixed}
  then to_char(${dayText(`${t}.valid_start`)}, 'YYYY-MM-DD') || ' ~ ' || to_char(${dayText(`${t}.valid_end`)}, 'YYYY-MM-DD') else ${t}.valid_days || 'd' end`;

const faceOf = (t: string): string => `case ${t}.coupon_type
  when ${type.amount} then '¥' || to_char(${t}.amount_fen / 100.0, 'FM9999990.00') when ${type.percent} then ${t}.discount || '/10' end`;

/** 8.5: a fifth of the price and a bit is what is paid; people of other languages count what they save. */
function percentOff(discount: number) {
  return { zh: `${discount}折`, en: `${Math.round(100 - 10 * discount)}% off` };
}

export const couponHooks: HooksOf<'coupon'> = {
  computed: {
    useRate: (t) => `round(100.0 * ${t}.used / nullif(${t}.issued, 0), 2)`,
    face: faceOf,
    validity: validityOf,
  },
  texts: {
    face(value) {
      const discount = /^(.+)\/10$/.exec(String(value))?.[1];
      return discount === undefined ? undefined : percentOff(Number(discount));
    },
    validity(value) {
      const days = /^(\d+)d$/.exec(String(value))?.[1];
      return days === undefined ? undefined : { zh: `领取后${days}天`, en: `${days} days after receipt` };
    },
  },
  async beforeSave(saving) {
    if (saving.old === undefined) saving.values.couponNo = await nextNo(saving.tx);
    refuseWithoutCodes(saving);
    const end = nextOf(saving, 'validEnd');
    if (end !== saving.old?.validEnd && typeof end === 'string' && isPast(end))
      throw refuseField(saving.ctx, 'validEnd', 'ahead');
  },
  refuses,
};

export const userCouponHooks: HooksOf<'userCoupon'> = {
  actions: {
    async void({ input, store }) {
      store({ voidReason: input.reason });
    },
  },
};
