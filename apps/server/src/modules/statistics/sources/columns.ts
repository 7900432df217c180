import { dayText } from '../../../db/wall-clock.ts';
import type { EntityColumns } from '../engine/source.ts';

/** What is measured of records beside their fields: SQL over alias `t`. */
export const entityColumns: EntityColumns = {
  alarm: {
    handleMinutes: 'extract(epoch from t.handle_time - t.first_time) / 60',
  },
  faultReport: {
    temperature: 't.temperature::float8',
    clearMinutes: 'extract(epoch from t.clear_time - t.set_time) / 60',
  },
  repairOrder: {
    finishHours: 'extract(epoch from t.finish_time - t.create_time) / 3600',
    acceptMinutes: 'extract(epoch from t.accept_time - t.create_time) / 60',
    costFen: 'coalesce(t.labor_fen, 0) + coalesce(t.parts_fen, 0)',
  },
  vehicle: {
    id: 't.id::text',
    shipDays: `${dayText('t.first_activation_time')} - t.ship_date`,
    againDays: `${dayText('t.activation_time')} - ${dayText('t.first_activation_time')}`,
  },
};
