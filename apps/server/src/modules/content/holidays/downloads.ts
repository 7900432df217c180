import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { factSql } from '../../../db/facts.ts';
import type { Tx } from '../../../db/pool.ts';
import { today, todayText } from '../../../db/wall-clock.ts';
import { publishDown, type UplinkHandler } from '../../../gateway/service.ts';
import type { App } from '../../../http/context.ts';
import { defineWork } from '../../../work/work.ts';
import { isRiding, isUpgrading, newCommandId } from '../../control/service.ts';
import { signedUrl } from '../../files/service.ts';
import { loadStates } from './state.ts';

const { enabled: on } = machines['SM-Enable'].states;
const { queued, told, loaded, givenUp } = loadStates;
/** How long a message waits for its vehicle, and how long it is until a silent one is told again. */
const [tellSec, silenceSec] = [60, 180];
/** A vehicle that is being ridden or updated is looked at again after this. */
const busySec = 300;
const mostTries = 5;
/** Seconds after the first refusal, the second, and so on. */
const pauses = [60, 600, 3600, 21_600];

/** What a vehicle is told, or is not told any more. */
interface Load {
  readonly vehicleId: string;
  readonly voiceId: string;
  readonly from: string;
  readonly to: string;
  readonly isOver: boolean;
  readonly isRemoval: boolean;
  /** The voice is on and still has the version of the row. */
  readonly isPresent: boolean;
  readonly state: number;
  readonly tries: number;
  readonly imei: string | null;
  readonly isOnline: boolean;
  readonly scene: number;
  readonly volume: number;
  readonly audioFile: string;
  readonly sha256: string;
  readonly audioFileEn: string | null;
  readonly sha256En: string | null;
}

/**
 * A message of its own rather than a control command: of those a vehicle has one open at a time, and a download must not keep its owner from locking
 * it. The unit answers as it answers commands; one that holds a file of this hash loads nothing.
 */
function messageFor(app: Pick<App, 'secrets'>, load: Load, id: string): CommandDownlink {
  const { voiceId, scene, from, to, volume, audioFile, sha256, audioFileEn, sha256En } = load;
  const iat = Date.now();
  const head = { v: 1, id, iat, exp: iat + tellSec * 1000 } as const;
  if (load.isRemoval) return { ...head, type: 'removeVoice', args: { voiceId } };
  const english = audioFileEn === null ? {} : { urlEn: signedUrl(app, audioFileEn), sha256En };
  return {
    ...head,
    type: 'setVoice',
    args: { voiceId, scene, from, to, volume, url: signedUrl(app, audioFile), sha256, ...english },
  };
}

const rowOf = ({ vehicleId, voiceId }: Load) => sql`vehicle_id = ${vehicleId} and voice_id = ${voiceId}`;

async function tell(tx: Tx, app: App, load: Load & { readonly imei: string }): Promise<void> {
  const id = newCommandId(Date.now());
  await publishDown(tx, load.imei, 'cmd', messageFor(app, load, id), tellSec);
  await sql`
    update cnt_holiday_voice_vehicle set state = ${told}, command_id = ${id}, tries = tries + 1, may_have = true
    where ${rowOf(load)}`.execute(tx);
}

/** Tells vehicles one by one. A vehicle that is away rests until it comes back (`wakeAtContact`). */
export const holidayDownloads = defineWork<Load>({
  name: 'content.holidayVoiceDownloads',
  label: { zh: '节日语音下发', en: 'Holiday voice downloads' },
  table: 'cnt_holiday_voice_vehicle',
  key: { vehicle_id: 'bigint', voice_id: 'bigint' },
  select: `t.vehicle_id::text as "vehicleId", t.voice_id::text as "voiceId", t.from_date::text as "from", t.until_date::text as "to",
    t.until_date < ${todayText} as "isOver", t.is_removal as "isRemoval", t.state::int as state, t.tries::int as tries,
    (h.enabled = ${on} and not h.deleted and h.version = t.version) as "isPresent", case when v.deleted then null else v.imei end as imei,
    ${factSql('online', 's')} is true as "isOnline", h.scene::int as scene, h.volume::int as volume,
    h.audio_file as "audioFile", a.sha256, h.audio_file_en as "audioFileEn", e.sha256 as "sha256En"`,
  join: `join cnt_holiday_voice h on h.id = t.voice_id join veh_vehicle v on v.id = t.vehicle_id join sys_file a on a.file_id = h.audio_file
    left join sys_file e on e.file_id = h.audio_file_en left join veh_vehicle_status s on s.vehicle_id = t.vehicle_id`,
  lease: 60,
  backoff: [30, 300, 3600],
  atOnce: 200,
  done: 'rest',
  promise: 'once',
  async step(tx, load, app) {
    const { imei, isOnline, isOver, isPresent, isRemoval, state, tries, vehicleId } = load;
    // What has changed meanwhile, the plan of the voice queues anew.
    if (imei === null || !isOnline || isOver || (!isPresent && !isRemoval)) return 'done';
    if (state === told && tries >= mostTries) {
      await sql`update cnt_holiday_voice_vehicle set state = ${givenUp}, last_error = 'silent' where ${rowOf(load)}`.execute(
        tx,
      );
      return 'done';
    }
    if ((await isRiding(tx, vehicleId)) || (await isUpgrading(tx, vehicleId))) return { againSec: busySec };
    await tell(tx, app, { ...load, imei });
    return { againSec: silenceSec };
  },
});

/** Vehicles that are back are told what waits for them, until the period is over. */
export const wakeAtContact: UplinkHandler = async (db, messages) => {
  const ids = messages.map(({ vehicleId }) => vehicleId);
  await sql`
    update cnt_holiday_voice_vehicle set next_time = now()
    where vehicle_id = any(${ids}::bigint[]) and state in (${queued}, ${told}) and next_time is null
      and until_date >= ${today}`.execute(db);
};

/** What vehicles say of their downloads. A version that was replaced meanwhile has no command any more: its answers change nothing. */
export const takeHolidayAnswers: UplinkHandler = async (db, messages) => {
  const of = (...states: readonly string[]) =>
    messages.filter(({ ref, state }) => ref !== null && states.includes(state ?? ''));
  const good = of('succeeded');
  if (good.length > 0) {
    const rows = sql`unnest(${good.map(({ ref }) => ref)}::text[], ${good.map((one) => one.vehicleId)}::bigint[]) as a (command_id, vehicle_id)
      where d.command_id = a.command_id and d.vehicle_id = a.vehicle_id and d.state in (${told}, ${givenUp})`;
    await sql`delete from cnt_holiday_voice_vehicle d using ${rows} and d.is_removal`.execute(db);
    await sql`update cnt_holiday_voice_vehicle d set state = ${loaded}, next_time = null, last_error = null from ${rows}`.execute(
      db,
    );
  }
  const refused = of('failed', 'rejected');
  if (refused.length > 0)
    await sql`
      update cnt_holiday_voice_vehicle d set last_error = 'code ' || left(a.code, 20),
        state = case when d.tries >= ${mostTries} then ${givenUp} else ${queued} end::smallint,
        next_time = case when d.tries < ${mostTries} then now() + make_interval(secs => (${`{${pauses.join(',')}}`}::int[])[greatest(d.tries, 1)]) end
      from unnest(${refused.map(({ ref }) => ref)}::text[], ${refused.map((one) => one.vehicleId)}::bigint[],
        ${refused.map(({ payload }) => String(Number(payload['code'] ?? -1)))}::text[]) as a (command_id, vehicle_id, code)
      where d.command_id = a.command_id and d.vehicle_id = a.vehicle_id and d.state = ${told}`.execute(db);
};
