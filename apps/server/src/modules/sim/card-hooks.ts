import { machines } from '@wheelhouse/entities/machines';
import { packageOf } from '@wheelhouse/entities/sim/package';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { todayText } from '../../db/wall-clock.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { flagCondition } from '../../entity/flag.ts';
import { type HooksOf, nextOf, type SavingOf } from '../../entity/hooks.ts';
import type { Fragment } from '../../entity/scope.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { simCardActionHandlers, simCardRefusals, unknownPackage } from './card-actions.ts';
import { isMoved } from './moved.ts';
import { cardsSeenBy } from './scope.ts';
import { askSoon } from './sync.ts';

const { stock } = machines['SM-Sim'].states;
const prefixLength = 6;

/** SQL of the vehicle that a card is in, over the card's alias. */
const vehicleOf = (t: string, what: string): string =>
  `(select ${what} from veh_vehicle v where v.iccid = ${t}.iccid and not v.deleted)`;
const isInstalled = (t: string): string =>
  `exists (select from veh_vehicle v where v.iccid = ${t}.iccid and not v.deleted)`;

/** By the vehicle that a card is in: any of these columns has one of the values. */
const ofVehicle =
  (...columns: readonly ('vin' | 'frame_no' | 'imei')[]) =>
  (t: string, values: readonly string[]): Fragment => {
    const isNamed = columns.map((column) => sql`v.${sql.raw(column)} = any(${[...values]}::text[])`);
    return sql`${sql.raw(`${t}.iccid`)} in (select v.iccid from veh_vehicle v where (${sql.join(isNamed, sql` or `)}) and not v.deleted)`;
  };

/** Carriers by the first characters of an ICCID (D:IccidPrefix), read once for all rows of an import. */
const prefixes = new WeakMap<Tx, Promise<ReadonlyMap<string, number>>>();

async function readPrefixes(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ prefix: string; carrier: string }>`
    select code as prefix, parent_code as carrier from sys_item_code where category = 'IccidPrefix' and enabled = 1 and not deleted`.execute(
    tx,
  );
  return new Map(rows.map(({ prefix, carrier }) => [prefix, Number(carrier)]));
}

/** @returns undefined for unknown first characters */
async function carrierOfIccid(tx: Tx, iccid: string): Promise<number | undefined> {
  const known = prefixes.get(tx) ?? readPrefixes(tx);
  prefixes.set(tx, known);
  return (await known).get(iccid.slice(0, prefixLength));
}

const unknownPrefix = {
  zh: '无法识别该ICCID的运营商，请选择',
  en: 'The carrier of this ICCID is not known, choose it',
};

/** The carrier follows from the ICCID. @throws AppError 1001, 4002 */
async function setCarrier(saving: SavingOf<'simCard'>): Promise<void> {
  const { ctx, values, old } = saving;
  if (old !== undefined && values.iccid === undefined && values.carrier === undefined) return;
  const known = await carrierOfIccid(saving.tx, String(nextOf(saving, 'iccid')));
  const given = nextOf(saving, 'carrier') ?? undefined;
  if (known === undefined) {
    if (given === undefined) throw refuseField(ctx, 'carrier', unknownPrefix);
    return;
  }
  if (given !== undefined && Number(given) !== known) throw fieldRefusal(ctx, 'carrier', 4002);
  // The code as the dictionary has it: 1 to 4.
  values.carrier = known as 1 | 2 | 3 | 4;
}

/** The number of another card: said with the code of its own. Rows of an import are checked together. */
async function refuseTaken({ ctx, tx, values, old, importing }: SavingOf<'simCard'>): Promise<void> {
  const { iccid } = values;
  if (importing || iccid === undefined || iccid === old?.iccid) return;
  const { rows } = await sql`select 1 from sim_card where iccid = ${iccid} and not deleted`.execute(tx);
  if (rows.length > 0) throw fieldRefusal(ctx, 'iccid', 4001);
}

function setPackage({ ctx, values }: SavingOf<'simCard'>): void {
  if (values.packageCode === undefined) return;
  const found = packageOf(String(values.packageCode));
  if (found === undefined) throw refuseField(ctx, 'packageCode', unknownPackage);
  Object.assign(values, found);
}

export const simCardHooks: HooksOf<'simCard'> = {
  visible: cardsSeenBy,
  computed: {
    monthUsedMb: (t) => `round(${t}.month_used_kb / 1024.0, 2)::float8`,
    daysLeft: (t) => `(${t}.expire_time - ${todayText})::int`,
    vin: (t) => vehicleOf(t, 'coalesce(v.vin, v.frame_no)'),
    vehicleId: (t) => vehicleOf(t, 'v.id'),
    vehicleTypeId: (t) => vehicleOf(t, 'v.vehicle_type_id'),
    imei: (t) => vehicleOf(t, 'v.imei'),
    installed: (t) => `${isInstalled(t)}::int`,
    mismatch: (t) => `${isMoved(t)}::int`,
  },
  conditions: {
    vin: ofVehicle('vin', 'frame_no'),
    imei: ofVehicle('imei'),
    installed: flagCondition(isInstalled),
    mismatch: flagCondition(isMoved),
  },
  async beforeSave(saving) {
    await refuseTaken(saving);
    await setCarrier(saving);
    setPackage(saving);
  },
  // What its carrier said before the card was known here is asked for now.
  async afterSave({ tx, old, id, values }) {
    if (old !== undefined) return;
    const { rows } = await sql`
      select 1 from sim_carrier_event where iccid = ${values.iccid} and carrier = ${values.carrier}::smallint limit 1`.execute(
      tx,
    );
    if (rows.length > 0) await askSoon(tx, [id]);
  },
  actions: simCardActionHandlers,
  refuses: simCardRefusals,
  wrongState: async (_tx, { vin }, action) =>
    action === 'bind' && typeof vin === 'string' ? new AppError(2012, { vin }) : undefined,
  // Only what was never used: the carrier goes on counting the others.
  async refuseDelete(tx, { iccid, simStatus }) {
    if (Number(simStatus) !== stock) return new AppError(4005);
    const { rows } = await sql`select 1 from sim_install_log where iccid = ${iccid} limit 1`.execute(tx);
    return rows.length > 0 ? new AppError(4005) : undefined;
  },
};
