import type { EntityColumns } from '../engine/source.ts';

/** What is measured of records beside their fields: SQL over alias `t`. */
export const entityColumns: EntityColumns = {
  alarm: {
    handleMinutes: 'extract(epoch from t.handle_time - t.first_time) / 60',
  },
};
