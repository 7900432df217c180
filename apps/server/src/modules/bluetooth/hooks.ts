import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { audit } from '../../entity/audit.ts';
import { type HooksOf, only } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { column } from '../../entity/scope.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { resetKeys } from '../binding/service.ts';
import { isRiding } from '../control/service.ts';

/** The parts that have Bluetooth: a module of its own, or the central control. */
const { bound } = machines['SM-Binding'].states;
const { centralControl, bleModule } = codes.DeviceType;

/** The enabled setup of a vehicle's model: a value of it. */
const ofSetup = (value: string) => (t: string) =>
  `(select s.${value} from veh_bluetooth_setup_model m join veh_bluetooth_setup s on s.id = m.setup_id where m.vehicle_type_id = ${t}.vehicle_type_id)`;

/** An app that knows a vehicle by its MAC does not find it without one. */
const noMac = { zh: '蓝牙MAC不能清空', en: 'The BLE MAC cannot be removed' } as const;

export const bluetoothInfoHooks: HooksOf<'bluetoothInfo'> = {
  computed: {
    setupName: ofSetup('setup_name'),
    protocolVersion: ofSetup('protocol_version'),
    // Newer central controls have Bluetooth inside, and its firmware is theirs.
    firmwareVersion: (t) =>
      `(select e.software_version from veh_ecu e where e.vehicle_id = ${t}.id and e.device_type in (${centralControl}, ${bleModule})
        and e.software_version is not null and not e.deleted order by e.device_type desc, e.id limit 1)`,
    // A control unit leaves the factory with the first key.
    keyVersion: (t) => `coalesce((select c.ble_key_version from veh_device_config c where c.vehicle_id = ${t}.id), 1)`,
    keyCount: (t) =>
      `(select count(*)::int from veh_binding b where b.vehicle_id = ${t}.id and b.status = ${bound} and not b.deleted
        and (b.expire_time is null or b.expire_time > now()))`,
  },
  conditions: {
    protocolVersion: (t, values) =>
      sql`${column(t, 'vehicle_type_id')} in (select m.vehicle_type_id from veh_bluetooth_setup_model m
        join veh_bluetooth_setup s on s.id = m.setup_id where s.protocol_version = any(${[...values]}::text[]))`,
  },
  async beforeSave({ ctx, old, values }) {
    if (old?.bleMac && values.bleMac === null) throw refuseField(ctx, 'bleMac', noMac);
  },
  async afterSave({ ctx, tx, id, old, values, importing }) {
    // The central control is a part with the MAC on it; both say the same.
    if (values.bleMac !== undefined)
      await sql`update veh_ecu set ble_mac = ${values.bleMac}, rev = rev + 1, update_time = now()
        where vehicle_id = ${id} and device_type = ${centralControl} and not deleted`.execute(tx);
    // The history of the vehicle shows it, too.
    const before = { bleMac: old?.bleMac, bleName: old?.bleName };
    const functionCode = importing ? 'blueToothInfo.import' : 'blueToothInfo.edit';
    const after = { ...before, ...values };
    await audit(tx, ctx, { action: 'update', entity: 'vehicle', entityId: id, before, after, functionCode });
  },
  actions: {
    resetKey: (action) => resetKeys(action.tx, only(action).id),
  },
  refuses: {
    resetKey: each(async ({ id }, { tx }) => ((await isRiding(tx, id)) ? new AppError(2404) : undefined)),
  },
};
