import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { proofOf } from '../../proof/define.ts';

const { bound } = machines['SM-Binding'].states;
const { owner } = codes.BindType;

export const bindingProofs = [
  proofOf({
    name: 'binding.owners',
    label: { zh: '车主绑定', en: 'Owners of vehicles' },
    proves: {
      zh: '每辆车最多一个有效的车主绑定，车辆记录的车主和绑定状态与它一致。',
      en: 'A vehicle has at most one owner in force, who is the one that its record names, with the state of it.',
    },
    checked: 'select count(*) from veh_vehicle where not deleted',
    looks: [
      {
        says: { zh: '有{has}个有效的车主绑定', en: 'It has {has} owners in force' },
        entity: 'vehicle',
        sql: `select v.id as record, coalesce(v.vin, v.frame_no) as name, count(*) as has from veh_binding b join veh_vehicle v on v.id = b.vehicle_id
          where b.bind_type = ${owner} and b.status = ${bound} and not b.deleted group by v.id having count(*) > 1`,
      },
      {
        says: {
          zh: '车辆的车主为{has}，绑定的车主为{should}',
          en: 'The vehicle names the owner {has}, the binding {should}',
        },
        entity: 'vehicle',
        sql: `select v.id as record, coalesce(v.vin, v.frame_no) as name, coalesce(v.owner_user_id::text, '—') as has, coalesce(b.user_id::text, '—') as should from veh_vehicle v
          left join veh_binding b on b.vehicle_id = v.id and b.bind_type = ${owner} and b.status = ${bound} and not b.deleted
          where not v.deleted and v.owner_user_id is distinct from b.user_id`,
      },
      {
        says: { zh: '绑定状态为{has}，与车主不符', en: 'Its binding state {has} does not fit its owner' },
        entity: 'vehicle',
        sql: `select id as record, coalesce(vin, frame_no) as name, bind_status as has from veh_vehicle where not deleted and (bind_status = ${bound}) <> (owner_user_id is not null)`,
      },
      {
        says: { zh: '绑定的结束时间与状态不符', en: 'A binding whose end does not fit its state' },
        entity: 'vehicle',
        sql: `select b.vehicle_id as record, b.id as name from veh_binding b where not b.deleted and (b.status = ${bound}) = (b.unbind_time is not null)`,
      },
    ],
  }),
];
