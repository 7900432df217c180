import { dataPurposes } from '@wheelhouse/contract/device/payloads';
import { sql } from 'kysely';
import { cardsSeenBy, monthFeeText } from '../../sim/service.ts';
import type { OwnSource } from '../engine/source.ts';

const kbOfMb = 1024;

/** Cards that a user sees, over the alias `s`. */
const visible: OwnSource['visible'] = (user) => cardsSeenBy(user, 's') ?? sql`true`;
/** What a card is told apart by. */
const ofCard = { seriesId: 'y.series_id::text', carrier: 's.carrier', poolId: 's.pool_id' } as const;

/** Mobile data of cards, by day and by month. */
export const simSources: Readonly<Record<string, OwnSource>> = {
  flowDay: {
    from: `sim_flow_day d left join sim_card s on s.iccid = d.iccid and not s.deleted left join veh_type y on y.id = d.vehicle_type_id`,
    at: 'd.stat_date',
    atIs: 'day',
    visible,
    columns: {
      vehicleTypeId: 'd.vehicle_type_id::text',
      ...ofCard,
      iccid: 'd.iccid',
      vin: 'd.vin',
      usedMb: `d.used_kb / ${kbOfMb}.0`,
      usedIccid: 'case when d.used_kb > 0 then d.iccid end',
      onlineIccid: 'case when d.online_min > 0 then d.iccid end',
    },
  },
  // A row a purpose.
  deviceDay: {
    from: `sim_device_day d cross join lateral (select * from (values ${dataPurposes.map((purpose) => `('${purpose}', d.${purpose}_kb)`).join(', ')}) t(purpose, kb) where kb is not null) p
      left join sim_card s on s.iccid = d.iccid and not s.deleted left join veh_vehicle t on t.id = d.vehicle_id left join veh_type y on y.id = t.vehicle_type_id`,
    at: 'd.stat_date',
    atIs: 'day',
    visible,
    columns: {
      vehicleTypeId: 't.vehicle_type_id::text',
      ...ofCard,
      purpose: 'p.purpose',
      deviceMb: `p.kb / ${kbOfMb}.0`,
    },
  },
  flowMonth: {
    from: `sim_flow_month d left join sim_card s on s.iccid = d.iccid and not s.deleted
      left join veh_vehicle t on t.iccid = d.iccid and not t.deleted left join veh_type y on y.id = t.vehicle_type_id`,
    at: 'd.month',
    atIs: 'month',
    visible,
    columns: {
      vehicleTypeId: 't.vehicle_type_id::text',
      ...ofCard,
      iccid: 'd.iccid',
      usedMb: `d.used_kb / ${kbOfMb}.0`,
      packageMb: 'd.package_mb',
      overIccid: `case when d.package_mb > 0 and d.used_kb > d.package_mb * ${kbOfMb}::bigint then d.iccid end`,
      feeFen: monthFeeText,
    },
  },
};
