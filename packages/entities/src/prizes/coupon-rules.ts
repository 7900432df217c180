import { parseInstant } from '@wheelhouse/contract';
import { codes } from '../codes.ts';
import type { Issue } from '../define.ts';
import type { Row } from '../fields.ts';
import { prizesMachines } from '../machines/prizes.ts';
import { period } from '../schedule.ts';

const { draft } = prizesMachines['SM-Coupon'].states;
const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? parseInstant(value)?.getTime() : undefined;

/** Nobody gets back more than they pay. A threshold of 0 is none: what an order pays then ends at 0. */
export function underThreshold(row: Row): Issue | undefined {
  const [amount, threshold] = [Number(row['amountFen'] ?? 0), Number(row['thresholdFen'] ?? 0)];
  if (Number(row['couponType']) !== codes.CouponType.amount || threshold === 0 || amount < threshold) return undefined;
  return { field: 'amountFen', code: 6021 };
}

/** Coupons are received before their validity ends. */
function receivedInTime(row: Row): Issue | undefined {
  const [start, end] = [timeOf(row['receiveStart']), timeOf(row['receiveEnd'])];
  if (start !== undefined && end !== undefined && end <= start)
    return { field: 'receiveEnd', text: { zh: '须晚于领取开始', en: 'Must be later than its beginning' } };
  const until = Number(row['validMode']) === codes.ValidMode.fixed ? timeOf(row['validEnd']) : undefined;
  if (start !== undefined && until !== undefined && start >= until)
    return {
      field: 'receiveStart',
      text: { zh: '须早于有效期结束', en: 'Must be before the validity ends' },
    };
  return undefined;
}

export const couponPeriods = [period('validStart', 'validEnd', { days: 1_098 }), receivedInTime] as const;

/** What was published is never taken back. */
export function onlyGrows(row: Row, old: Row | undefined): Issue | undefined {
  if (old === undefined || Number(old['status']) === draft || Number(row['total']) >= Number(old['total']))
    return undefined;
  return {
    field: 'total',
    text: { zh: '发布后只能增加，目前为{n}', en: 'May only grow once published: it is {n}' },
    params: { n: Number(old['total']) },
  };
}
