import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a switch of the installation is on, as a condition (D:SystemSwitch).
 * @for a switch that operators turn: `isSwitchedOn('SIM_AUTO_STOP')` in the statement that depends on it
 */
export const isSwitchedOn = (code: string): RawBuilder<boolean> => sql`exists (
  select from sys_item_code i where i.category = 'SystemSwitch' and i.code = ${code} and i.enabled = ${machines['SM-Enable'].states.enabled} and not i.deleted)`;
