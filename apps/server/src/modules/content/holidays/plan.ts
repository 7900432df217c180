import type { HolidayDates } from '@wheelhouse/entities/content/holiday-dates';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import { defineWork } from '../../../work/work.ts';
import type { Job } from '../../module.ts';
import { isForVehicle, loadStates, presentPeriods } from './state.ts';

const { enabled: on } = machines['SM-Enable'].states;
const { queued } = loadStates;
const perStep = 1000;
/** Days after a period for which it is kept who had loaded its voice. */
const keptDays = 30;

interface Planned {
  readonly voiceId: string;
  readonly afterId: string;
}

/** The present period of a voice, and the version that it is of. */
interface Period {
  readonly version: number;
  readonly from: string;
  readonly to: string;
}

/** @returns undefined: the voice is off, or its period is not near. Whoever changes the voice meanwhile waits for the row of the plan, which is due again then. */
async function periodOf(tx: Tx, voiceId: string): Promise<Period | undefined> {
  const { rows } = await sql<HolidayDates & { version: number }>`
    select version, date_mode::int as "dateMode", dates from cnt_holiday_voice
    where id = ${voiceId} and enabled = ${on} and not deleted`.execute(tx);
  const [voice] = rows;
  const [period] = voice === undefined ? [] : presentPeriods(voice);
  return voice && period && { version: voice.version, from: period.from, to: period.to };
}

/** Vehicles that the voice is for, or that have a row of it. */
async function nextVehicles(tx: Tx, { voiceId, afterId }: Planned): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id::text as id from veh_vehicle v, cnt_holiday_voice h
    where h.id = ${voiceId} and v.id > ${afterId}::bigint and (${isForVehicle}
      or exists (select 1 from cnt_holiday_voice_vehicle d where d.voice_id = h.id and d.vehicle_id = v.id))
    order by v.id limit ${perStep}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Vehicles that the voice is for get it, or its new version, or its next period; one that is told already is left alone. */
async function queue(tx: Tx, voiceId: string, { version, from, to }: Period, ids: readonly string[]): Promise<void> {
  await sql`
    insert into cnt_holiday_voice_vehicle as d (vehicle_id, voice_id, version, from_date, until_date)
    select v.id, h.id, ${version}::int, ${from}::date, ${to}::date from cnt_holiday_voice h, veh_vehicle v
    where h.id = ${voiceId} and v.id = any(${[...ids]}::bigint[]) and ${isForVehicle} order by v.id
    on conflict (vehicle_id, voice_id) do update set version = excluded.version, from_date = excluded.from_date, until_date = excluded.until_date,
      state = ${queued}, is_removal = false, tries = 0, command_id = null, next_time = now(), attempts = 0, last_error = null
    where (d.version, d.from_date, d.is_removal) is distinct from (excluded.version, excluded.from_date, false)`.execute(
    tx,
  );
}

/** Vehicles that are not to play the voice any more: who has not been told is left out, the others forget it. What is over, they have left by themselves. */
async function takeOut(tx: Tx, voiceId: string, isOn: boolean, ids: readonly string[]): Promise<void> {
  const rows = sql`d.voice_id = ${voiceId} and d.vehicle_id = any(${[...ids]}::bigint[]) and h.id = d.voice_id and v.id = d.vehicle_id
    and d.until_date >= ${today} and not (${isOn} and ${isForVehicle})`;
  await sql`
    delete from cnt_holiday_voice_vehicle d using cnt_holiday_voice h, veh_vehicle v where ${rows} and not d.may_have`.execute(
    tx,
  );
  await sql`
    update cnt_holiday_voice_vehicle d set is_removal = true, state = ${queued}, tries = 0, command_id = null, next_time = now(), attempts = 0, last_error = null
    from cnt_holiday_voice h, veh_vehicle v where ${rows} and not d.is_removal`.execute(tx);
}

/**
 * Brings the vehicles of a voice to what they are to have, some at a time. It goes by what is so when it runs: run twice it changes nothing, and
 * after an interruption it goes on behind the last vehicle.
 */
export const holidayPlans = defineWork<Planned>({
  name: 'content.holidayVoices',
  label: { zh: '节日语音排期', en: 'Holiday voices' },
  table: 'cnt_holiday_voice_due',
  key: { voice_id: 'bigint' },
  select: 't.voice_id::text as "voiceId", t.after_id::text as "afterId"',
  lease: 60,
  backoff: [5, 30, 300],
  atOnce: 8,
  done: 'delete',
  promise: 'once',
  async step(tx, planned) {
    const { voiceId } = planned;
    const period = await periodOf(tx, voiceId);
    const ids = await nextVehicles(tx, planned);
    if (period !== undefined) await queue(tx, voiceId, period, ids);
    await takeOut(tx, voiceId, period !== undefined, ids);
    const last = ids.at(-1);
    if (ids.length < perStep || last === undefined) return 'done';
    await sql`update cnt_holiday_voice_due set after_id = ${last} where voice_id = ${voiceId}`.execute(tx);
    return { againSec: 0 };
  },
});

/** Enabled voices are looked at every hour: a period comes near, and vehicles are added or change their model. */
const everyHour: Job = {
  name: 'content.holidayVoices',
  cron: '5 * * * *',
  async run({ db }) {
    await sql`
      insert into cnt_holiday_voice_due (voice_id) select id from cnt_holiday_voice where enabled = ${on} and not deleted
      on conflict (voice_id) do nothing`.execute(db);
    await sql`delete from cnt_holiday_voice_vehicle where until_date < ${today} - ${keptDays}::int`.execute(db);
  },
};

export const holidayJobs: readonly Job[] = [everyHour];
