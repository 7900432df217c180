import { isDerived } from '@wheelhouse/entities/fields';
import { plain } from '@wheelhouse/entities/registry';
import { bluetoothSetup } from '@wheelhouse/entities/bluetooth/bluetooth-setup';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { nextOf, only, type HooksOf, type SavingOf } from '../../entity/hooks.ts';
import { rowsById } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';

interface Taken {
  readonly name: string;
  readonly setup: string;
}

/**
 * A model among these that another enabled setup has. The table of models has each model once; two saves at the same time wait for
 * each other here, so that the second one is refused with the name of the first.
 */
async function takenModel(tx: Tx, setupId: string, models: readonly string[]): Promise<Taken | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('veh_bluetooth_setup_model'))`.execute(tx);
  const { rows } = await sql<Taken>`
    select y.name, s.setup_name as setup from veh_bluetooth_setup_model m
      join veh_type y on y.id = m.vehicle_type_id join veh_bluetooth_setup s on s.id = m.setup_id
    where m.vehicle_type_id = any(${[...models]}::bigint[]) and m.setup_id <> ${setupId} order by y.id limit 1`.execute(
    tx,
  );
  return rows[0];
}

async function beforeSave(saving: SavingOf<'bluetoothSetup'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (old) values.version = old.version + 1;
  if (Number(nextOf(saving, 'enabled')) !== 1) return;
  const taken = await takenModel(tx, old?.id ?? '0', nextOf(saving, 'vehicleTypeIds') ?? []);
  if (taken) throw fieldRefusal(ctx, 'vehicleTypeIds', 9011, { ...taken });
}

/** Fields of a version: what people set, and its number. */
const kept = Object.entries(bluetoothSetup.fields).flatMap(([name, field]) => (isDerived(field) ? [] : [name]));

async function keepVersion({ ctx, tx, id }: SavingOf<'bluetoothSetup'> & { readonly id: string }): Promise<void> {
  const [row] = await rowsById(tx, plain(bluetoothSetup), [id], ['id', 'rev', ...kept]);
  if (!row) throw new Error('the setup just saved is not there');
  const { id: _id, rev: _rev, version, ...values } = row;
  await sql`insert into veh_bluetooth_setup_history (setup_id, version, snapshot, create_by, update_by)
    values (${id}, ${version}, ${JSON.stringify(values)}::jsonb, ${ctx.user.id}, ${ctx.user.id})`.execute(tx);
}

/** Vehicles of an enabled setup, by what their control units say. */
const units = (t: string, which: string): string =>
  `(select count(*)::int from veh_bluetooth_setup_model m join veh_vehicle v on v.vehicle_type_id = m.vehicle_type_id and not v.deleted
    left join veh_device_config c on c.vehicle_id = v.id where m.setup_id = ${t}.id and v.imei is not null and ${which})`;
const synced = (t: string): string =>
  `(c.reported_ble_setup, c.reported_ble_version) is not distinct from (${t}.id, ${t}.version)`;

export const bluetoothSetupHooks: HooksOf<'bluetoothSetup'> = {
  computed: {
    vehicleCount: (t) =>
      `(select count(*)::int from veh_vehicle c where c.vehicle_type_id = any(${t}.vehicle_type_ids) and not c.deleted)`,
    syncedCount: (t) => units(t, synced(t)),
    pendingCount: (t) => units(t, `not (${synced(t)})`),
  },
  actions: {
    async push(action) {
      await sql`insert into veh_bluetooth_setup_due (setup_id) values (${only(action).id})
        on conflict (setup_id) do update set after_id = 0, next_time = now()`.execute(action.tx);
    },
  },
  beforeSave,
  afterSave: keepVersion,
  guards: {
    async enabled(tx, row, to) {
      const taken = to === 1 ? await takenModel(tx, row.id, row.vehicleTypeIds) : undefined;
      return taken && new AppError(9011, { ...taken });
    },
  },
  // Vehicles of its models follow it while it is enabled.
  async refuseDelete(tx, row) {
    if (Number(row.enabled) !== 1) return undefined;
    const { rows } = await sql<{ n: number }>`
      select count(distinct vehicle_type_id)::int as n from veh_vehicle
      where vehicle_type_id = any(${[...row.vehicleTypeIds]}::bigint[]) and not deleted`.execute(tx);
    const n = rows[0]?.n ?? 0;
    return n === 0 ? undefined : new AppError(1006, { n });
  },
};
