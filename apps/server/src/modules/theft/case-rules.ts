import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import type { HooksOf, SavingOf } from '../../entity/hooks.ts';
import { desireConfig } from '../binding/service.ts';
import { cities, nearestCity } from '../fleet/map/service.ts';
import { addNote } from './notes.ts';
import { openStolenCase, stolen } from '../fleet/shared/service.ts';
import { refuseField } from '../../http/field-texts.ts';
import { todayDigits, wallClockText } from '../../db/wall-clock.ts';

const { bound } = machines['SM-Binding'].states;

/** `ST`, the day, and how many there are that day. The lock is held until the case is stored. */
export async function nextCaseNo(tx: Tx): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('veh_stolen_case.case_no'))`.execute(tx);
  const { rows } = await sql<{ no: string }>`
    with d as (select 'ST' || ${todayDigits} as day)
    select d.day || lpad((coalesce(max(substr(c.case_no, 11)::int), 0) + 1)::text, 3, '0') as no
    from d left join veh_stolen_case c on c.case_no like d.day || '%' group by d.day`.execute(tx);
  return rows[0]?.no ?? '';
}

export interface Victim {
  readonly bindStatus: number;
  readonly ownerUserId: string | null;
  readonly cityId: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** The vehicle a case is about, with where it was last and its dealer's city. */
export async function victimOf(tx: Tx, vehicleId: string): Promise<Victim | undefined> {
  const { rows } = await sql<Victim>`
    select v.bind_status, v.owner_user_id::text as owner_user_id, d.city_id, s.gps_lng as lng, s.gps_lat as lat
    from veh_vehicle v left join dlr_dealer d on d.id = v.dealer_id left join veh_vehicle_status s on s.vehicle_id = v.id
    where v.id = ${vehicleId} and not v.deleted`.execute(tx);
  return rows[0];
}

/** City of the theft where none is given: that of the last position, else the dealer's. */
export function cityOf({ lng, lat, cityId }: Victim): string | null {
  return (lng !== null && lat !== null ? cities[nearestCity(lng, lat)]?.id : undefined) ?? cityId;
}

async function checkNew({ ctx, tx, values }: SavingOf<'stolenCase'>): Promise<void> {
  const vehicleId = String(values.vehicleId);
  const victim = await victimOf(tx, vehicleId);
  if (victim?.bindStatus !== bound) throw fieldRefusal(ctx, 'vehicleId', 2302);
  if (await openStolenCase(tx, vehicleId)) throw fieldRefusal(ctx, 'vehicleId', 2019);
  values.caseNo = await nextCaseNo(tx);
  values.ownerUserId = victim.ownerUserId;
  values.handlerId = ctx.user.id;
  values.cityId ??= cityOf(victim);
}

async function changed({ ctx, tx, old, values, id }: SavingOf<'stolenCase'> & { readonly id: string }): Promise<void> {
  const by = { caseId: id, operatorId: ctx.user.id };
  if (!old) {
    await addNote(tx, { ...by, kind: codes.StolenNoteKind.status, text: { zh: '登记案件', en: 'Case recorded' } });
    return;
  }
  const receipt = values.policeReportNo;
  const images = Array.isArray(values.policeReceipt) ? values.policeReceipt.map(String) : [];
  if (typeof receipt === 'string' || images.length > 0) {
    const no = String(receipt ?? old.policeReportNo ?? '');
    const text = { zh: `报警回执${no}`, en: `Police receipt ${no}` };
    await addNote(tx, { ...by, kind: codes.StolenNoteKind.receipt, text, images });
  }
  const radius = values.guardRadiusM;
  if (typeof radius === 'number' && Number(old.status) === stolen.monitoring)
    await desireConfig(tx, String(old.vehicleId), { settings: { guardRadiusM: radius } });
}

const status = (column: string) => (t: string) =>
  `(select ${column} from veh_vehicle_status s where s.vehicle_id = ${t}.vehicle_id)`;

export const caseRules: Pick<HooksOf<'stolenCase'>, 'beforeSave' | 'afterSave' | 'computed'> = {
  async beforeSave(saving) {
    const at = saving.values.stolenTime;
    if (typeof at === 'string' && (parseInstant(at)?.getTime() ?? 0) > Date.now())
      throw refuseField(saving.ctx, 'stolenTime', 'past');
    if (!saving.old) await checkNew(saving);
  },
  afterSave: changed,
  computed: {
    lastReportTime: status(wallClockText('s.report_time')),
    soc: status('s.soc'),
    lastPosition: status(`round(s.gps_lng::numeric, 5) || ', ' || round(s.gps_lat::numeric, 5)`),
  },
};
