import { z } from 'zod';
import { conditions, digit, format, id, serial } from '../../http/kit.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const carrier = digit.optional();
const poolId = z.string().max(40).optional();
const common = {
  iccid: format('iccid').optional(),
  vin: serial(15, 17).optional(),
  carrier,
  poolId,
  vehicleTypeId: id.optional(),
  'usedMb.ge': z.number().min(0).optional(),
  'usedMb.le': z.number().min(0).optional(),
};
const days = { 'statDate.ge': day, 'statDate.le': day };

// Conditions of the tabs of usage.
export const dayQuery = conditions({ ...days, ...common });
export const monthQuery = conditions({ 'statDate.ge': month, 'statDate.le': month, ...common });
export const poolQuery = conditions({ carrier, poolId });
/** What a chart adds up; its days are `from` and `to`. */
export const chartQuery = z.object({
  dimension: z.enum(['day', 'card', 'vehicle', 'model', 'pool']),
  from: day,
  to: day,
  topN: z.int().min(1).max(500).default(20),
  ...common,
});
export const abnormalQuery = conditions({ ...days, ...common, rule: z.int().min(1).max(3).optional() });

export type CommonQuery = z.output<z.ZodObject<typeof common>>;
export type DayQuery = z.output<typeof dayQuery>;
export type MonthQuery = z.output<typeof monthQuery>;
export type PoolQuery = z.output<typeof poolQuery>;
export type AbnormalQuery = z.output<typeof abnormalQuery>;
