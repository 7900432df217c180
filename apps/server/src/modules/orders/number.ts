import { sql, type RawBuilder } from 'kysely';
import { nowDigits } from '../../db/wall-clock.ts';

/** A prefix, the time to the second and six digits: 20 digits in all. Source: chapter 10, §1 of the catalogue. */
export const numberNow = (
  prefix: 'GO' | 'BB' | 'RF' | 'TR',
  sequence: 'seq_ord_order' | 'seq_ord_refund' | 'seq_ord_theme_revenue',
): RawBuilder<string> =>
  sql`${sql.lit(prefix)} || ${nowDigits} || lpad((nextval(${sql.lit(sequence)}) % 1000000)::text, 6, '0')`;
