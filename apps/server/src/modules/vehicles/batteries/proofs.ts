import { proofOf } from '../../../proof/define.ts';

export const batteryProofs = [
  proofOf({
    name: 'vehicles.batteries',
    label: { zh: '电池与车辆', en: 'Batteries in vehicles' },
    proves: {
      zh: '电池所在的车辆和仓位就是它未结束的安装记录，一个仓位只有一块电池。',
      en: 'A battery is in the vehicle and slot of its open record, and a slot holds one battery.',
    },
    checked: 'select count(*) from veh_battery where not deleted',
    looks: [
      {
        says: {
          zh: '电池在车辆/仓位{has}，安装记录为{should}',
          en: 'The battery is in vehicle, slot {has}; its record says {should}',
        },
        entity: 'battery',
        sql: `select b.id as record, b.battery_sn as name, coalesce(b.vehicle_id || ' / ' || b.slot, '—') as has, coalesce(r.vehicle_id || ' / ' || r.slot, '—') as should
          from veh_battery b left join veh_battery_binding r on r.battery_id = b.id and r.unbind_time is null and not r.deleted
          where not b.deleted and (b.vehicle_id is distinct from r.vehicle_id or b.slot is distinct from r.slot)`,
      },
      {
        says: { zh: '仓位里有{has}块电池', en: 'A slot holds {has} batteries' },
        entity: 'vehicle',
        sql: `select vehicle_id as record, vehicle_id || ' #' || slot as name, count(*) as has from veh_battery where vehicle_id is not null and not deleted
          group by vehicle_id, slot having count(*) > 1`,
      },
      {
        says: { zh: '安装记录在安装之前结束', en: 'A record ends before it begins' },
        entity: 'battery',
        sql: `select battery_id as record, id as name from veh_battery_binding where unbind_time < bind_time and not deleted`,
      },
    ],
  }),
];
