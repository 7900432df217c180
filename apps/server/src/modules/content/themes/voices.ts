import { hasVoices } from '@wheelhouse/entities/content/theme-slots';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { probeAudio, storedBytes } from '../../files/service.ts';

const { draft } = machines['SM-Theme'].states;
const limits = { bytes: 300 * 1024, minSec: 0.3, maxSec: 8 } as const;

const texts = {
  noVoices: { zh: '该主题不含语音', en: 'The theme has no voices' },
  closed: { zh: '主题不是草稿，语音须随新版本修改', en: 'Not a draft: voices change with a new version' },
  file: { zh: '须为0.3–8秒、不超过300KB的mp3或wav', en: 'Must be an MP3 or WAV of 0.3–8 s, up to 300 KB' },
} as const;

interface Theme {
  readonly themeType: number;
  readonly status: number;
}

/** Locks the theme, so that it is not submitted meanwhile. */
async function themeOf(tx: Tx, id: unknown): Promise<Theme | undefined> {
  const { rows } = await sql<Theme>`
    select theme_type as "themeType", status from cnt_app_theme where id = ${id} and not deleted for share`.execute(tx);
  return rows[0];
}

const isDraft = async (tx: Tx, themeId: unknown): Promise<boolean> => (await themeOf(tx, themeId))?.status === draft;

async function measure({ ctx, tx, old, values }: SavingOf<'voice'>): Promise<void> {
  const { fileId } = values;
  if (typeof fileId !== 'string' || fileId === old?.fileId) return;
  const bytes = await storedBytes(ctx.app, tx, fileId, limits.bytes);
  const facts = bytes && probeAudio(bytes);
  if (facts === undefined || facts.durationSec < limits.minSec || facts.durationSec > limits.maxSec)
    throw refuseField(ctx, 'fileId', texts.file);
  values.durationSec = Math.round(facts.durationSec * 100) / 100;
}

/** Voices are reviewed with their theme: they change while it is a draft. */
export const voiceHooks: HooksOf<'voice'> = {
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    const theme = await themeOf(tx, values.themeId ?? old?.themeId);
    if (theme && !hasVoices({ themeType: theme.themeType })) throw refuseField(ctx, 'themeId', texts.noVoices);
    if (theme && theme.status !== draft) throw refuseField(ctx, 'themeId', texts.closed);
    await measure(saving);
  },
  guards: {
    enabled: async (tx, { themeId }, _to, ctx) =>
      (await isDraft(tx, themeId)) ? undefined : refuseField(ctx, 'themeId', texts.closed),
  },
  refuseDelete: async (tx, { themeId }, ctx) =>
    (await isDraft(tx, themeId)) ? undefined : refuseField(ctx, 'themeId', texts.closed),
};
