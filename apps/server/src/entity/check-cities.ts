import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { refuseField } from '../http/field-texts.ts';

/**
 * Provinces and cities of a form, the field `cityCodes`. @throws AppError 1001 for codes that are neither
 * @for provinces and cities that a form names: in `beforeSave`: campaigns, reminders, advertisements
 */
export async function checkCities(ctx: CallContext, tx: Tx, cityCodes: unknown): Promise<void> {
  if (!Array.isArray(cityCodes) || cityCodes.length === 0) return;
  const given = new Set(cityCodes.map(String));
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_area where id = any(${[...given]}::text[]) and level_type in (1, 2)`.execute(tx);
  if ((rows[0]?.n ?? 0) < given.size)
    throw refuseField(ctx, 'cityCodes', { zh: '须为省或市', en: 'Must be provinces or cities' });
}
