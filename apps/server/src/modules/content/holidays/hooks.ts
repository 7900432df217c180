import { overlaps, type HolidayDates } from '@wheelhouse/entities/content/holiday-dates';
import { machines } from '@wheelhouse/entities/machines';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { todayText } from '../../../db/wall-clock.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import { nextOf, type HooksOf, type SavingOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { refuseOldPlatform } from '../../fleet/shared/service.ts';
import { probeAudio, storedBytes } from '../../files/service.ts';
import { loadStates } from './state.ts';

type Voice = StoredRowOf<'holidayVoice'>;
/** What decides whether two voices would be played at once. */
interface Slot extends HolidayDates {
  readonly id: string;
  readonly scene: number;
  readonly vehicleTypeIds: readonly string[];
}

const { enabled: on } = machines['SM-Enable'].states;
const limits = { bytes: 500 * 1024, minSec: 0.5, maxSec: 10 } as const;
const wrongFile = {
  zh: '须为0.5–10秒、不超过500KB的mp3或wav',
  en: 'Must be an MP3 or WAV of 0.5–10 s, up to 500 KB',
} as const;

/** The name of an enabled voice of the same scene and a common model with a day in common. Saves wait for each other here: the second sees the first. */
async function overlapping(tx: Tx, slot: Slot): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('cnt_holiday_voice'))`.execute(tx);
  const { rows } = await sql<HolidayDates & { name: string }>`
    select holiday_name as name, date_mode::int as "dateMode", dates from cnt_holiday_voice
    where enabled = ${on} and not deleted and id <> ${slot.id} and scene = ${slot.scene}
      and (${slot.vehicleTypeIds.length} = 0 or coalesce(cardinality(vehicle_type_ids), 0) = 0 or vehicle_type_ids && ${[...slot.vehicleTypeIds]}::bigint[])
    order by sort, id`.execute(tx);
  return rows.find((other) => overlaps(slot, other))?.name;
}

const slotOf = ({ id, scene, dateMode, dates, vehicleTypeIds }: Voice): Slot => ({
  id,
  scene: Number(scene),
  dateMode: Number(dateMode),
  dates,
  vehicleTypeIds: vehicleTypeIds ?? [],
});

/** @returns seconds, where the file is another than before. @throws AppError 1001 */
async function measure(
  { ctx, tx, old, values }: SavingOf<'holidayVoice'>,
  field: 'audioFile' | 'audioFileEn',
): Promise<number | undefined> {
  const fileId = values[field];
  if (typeof fileId !== 'string' || fileId === old?.[field]) return undefined;
  const bytes = await storedBytes(ctx.app, tx, fileId, limits.bytes);
  const facts = bytes && probeAudio(bytes);
  if (facts === undefined || facts.durationSec < limits.minSec || facts.durationSec > limits.maxSec)
    throw refuseField(ctx, field, wrongFile);
  return Math.round(facts.durationSec * 100) / 100;
}

/** What vehicles hold of a voice: another value is another version, which they load again. */
const held = ['dateMode', 'dates', 'scene', 'audioFile', 'audioFileEn', 'volume'] as const;

const isChanged = ({ old, values }: SavingOf<'holidayVoice'>): boolean =>
  held.some((name) => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(old?.[name]));

async function beforeSave(saving: SavingOf<'holidayVoice'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (values.vehicleTypeIds && values.vehicleTypeIds.length > 0)
    await refuseOldPlatform(ctx, tx, values.vehicleTypeIds);
  const seconds = await measure(saving, 'audioFile');
  if (seconds !== undefined) values.durationSec = seconds;
  await measure(saving, 'audioFileEn');
  if (old && isChanged(saving)) values.version = old.version + 1;
  if (Number(nextOf(saving, 'enabled')) !== on) return;
  const name = await overlapping(tx, {
    id: old?.id ?? '0',
    scene: Number(nextOf(saving, 'scene')),
    dateMode: Number(nextOf(saving, 'dateMode')),
    dates: nextOf(saving, 'dates') ?? [],
    vehicleTypeIds: nextOf(saving, 'vehicleTypeIds') ?? [],
  });
  if (name !== undefined) throw fieldRefusal(ctx, 'dates', 5231, { name });
}

/** Vehicles of a voice in these states, as SQL; those that only forget it are not counted. */
const vehicles =
  (states: readonly number[], more = 'true') =>
  (t: string): string =>
    `(select count(*)::int from cnt_holiday_voice_vehicle d
      where d.voice_id = ${t}.id and not d.is_removal and d.state in (${states.join(', ')}) and ${more})`;

export const holidayVoiceHooks: HooksOf<'holidayVoice'> = {
  computed: {
    loadedCount: vehicles([loadStates.loaded]),
    // Nobody waits for what is over.
    waitingCount: vehicles([loadStates.queued, loadStates.told], `d.until_date >= ${todayText}`),
    failedCount: vehicles([loadStates.givenUp]),
  },
  beforeSave,
  // A new name or place is no reason to look for overlaps.
  beforeSaveOf: [...held, 'vehicleTypeIds', 'enabled'],
  guards: {
    async enabled(tx, row, to) {
      const name = to === on ? await overlapping(tx, slotOf(row)) : undefined;
      return name === undefined ? undefined : new AppError(5231, { name });
    },
  },
};
