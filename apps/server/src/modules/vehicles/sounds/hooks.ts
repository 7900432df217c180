import { fill, type Lang, type Text } from '@wheelhouse/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { probeAudio, storedBytes, type AudioFacts } from '../../files/service.ts';
import { refuseOldPlatform } from '../../fleet/shared/service.ts';

/** What the control unit can play. */
const limits = { bytes: 1024 * 1024, minSec: 0.2, maxSec: 15, channels: 1, sampleRateHz: 16_000 } as const;

const soundTexts = {
  unreadable: { zh: '无法识别的mp3或wav文件', en: 'not a readable mp3 or wav file' },
  duration: { zh: '时长{n}秒，须为0.2–15秒', en: '{n} s long, must be 0.2–15 s' },
  channels: { zh: '{n}声道，须为单声道', en: '{n} channels, must be mono' },
  sampleRate: { zh: '采样率{n}Hz，须为16000Hz', en: '{n} Hz, must be 16,000 Hz' },
  tooLarge: { zh: '超过1MB', en: 'over 1 MB' },
} as const satisfies Record<string, Text>;

/** Why a sound is not accepted, as text; undefined when it is. */
export function soundProblem(facts: AudioFacts | undefined, lang: Lang): string | undefined {
  if (!facts) return soundTexts.unreadable[lang];
  const { durationSec, channels, sampleRateHz } = facts;
  if (durationSec < limits.minSec || durationSec > limits.maxSec)
    return fill(soundTexts.duration[lang], { n: durationSec.toFixed(2) });
  if (channels !== limits.channels) return fill(soundTexts.channels[lang], { n: channels });
  if (sampleRateHz !== limits.sampleRateHz) return fill(soundTexts.sampleRate[lang], { n: sampleRateHz });
  return undefined;
}

async function measure({ ctx, tx, old, values }: SavingOf<'soundEffect'>): Promise<void> {
  const fileId = values.audioFile;
  if (typeof fileId !== 'string' || fileId === old?.audioFile) return;
  const bytes = await storedBytes(ctx.app, tx, fileId, limits.bytes);
  const tooLarge = soundTexts.tooLarge[ctx.lang];
  const facts = bytes && probeAudio(bytes);
  const why = bytes ? soundProblem(facts, ctx.lang) : tooLarge;
  if (why !== undefined || !facts || !bytes) throw fieldRefusal(ctx, 'audioFile', 2601, { why: why ?? tooLarge });
  values.durationSec = Math.round(facts.durationSec * 100) / 100;
  values.sizeKb = Math.max(1, Math.round(bytes.length / 1024));
  values.sampleRateHz = facts.sampleRateHz;
  if (old) values.version = Number(old.version) + 1;
}

/** A model of the sound that already has another default sound for the same scene. */
async function takenDefault(
  tx: Tx,
  { scene, vehicleTypeIds }: Pick<SavingOf<'soundEffect'>['values'], 'scene' | 'vehicleTypeIds'>,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select m.name from veh_sound_effect s join veh_type m on m.id = any(s.vehicle_type_ids)
    where s.is_default = 1 and not s.deleted and s.id <> ${id} and s.scene = ${scene}
      and m.id = any(${vehicleTypeIds}::bigint[]) order by m.name limit 1`.execute(tx);
  return rows[0]?.name;
}

async function checkSound(saving: SavingOf<'soundEffect'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const row = { ...old, ...values };
  await refuseOldPlatform(ctx, tx, row.vehicleTypeIds ?? []);
  if (String(row.isDefault) === '1') {
    // Locks, so that two saves at once do not both find no default.
    await sql`select pg_advisory_xact_lock(hashtext('veh_sound_effect.default'))`.execute(tx);
    const taken = await takenDefault(tx, row, String(old?.id ?? 0));
    if (taken !== undefined) throw fieldRefusal(ctx, 'isDefault', 2602, { m: taken });
  }
  if (String(row.free) === '1') values.priceFen = null;
  await measure(saving);
}

/** SM-Shelf of sounds: a default is never taken off. */
export const soundHooks: HooksOf<'soundEffect'> = {
  beforeSave: checkSound,
  guards: {
    shelfStatus: async (_tx, row, to) => (to === 2 && Number(row.isDefault) === 1 ? new AppError(2603) : undefined),
  },
};
