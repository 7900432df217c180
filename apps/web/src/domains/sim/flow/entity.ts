import type { EntityDef } from '@wheelhouse/entities/define';
import { f } from '@wheelhouse/entities/fields';
import { plain } from '@wheelhouse/entities/registry';
import { simCard } from '@wheelhouse/entities/sim/sim-card';

/** What usage is narrowed by: for the filters of the page alone. */
export const usageEntity: EntityDef = {
  ...plain(simCard),
  label: { zh: '流量', en: 'Usage' },
  fields: {
    ...plain(simCard).fields,
    statDate: f.date({ label: { zh: '日期', en: 'Days' } }),
    usedMb: f.decimal({ decimals: 2, unit: 'MB', label: { zh: '用量(MB)', en: 'Used (MB)' } }),
  },
  list: {
    columns: [],
    filters: {
      statDate: 'range',
      iccid: 'eq',
      vehicleTypeId: 'eq',
      vin: 'eq',
      carrier: 'eq',
      poolId: 'eq',
      usedMb: 'range',
    },
    order: 'id desc',
  },
};
