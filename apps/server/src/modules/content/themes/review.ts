import { machines } from '@wheelhouse/entities/machines';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { ReviewInput, ReviewOf } from '../../../entity/approval/rules.ts';

const { onShelf, offShelf } = machines['SM-Theme'].states;

interface Voice {
  readonly themeId: string;
  readonly scene: number;
  readonly name: string;
  readonly fileId: string;
  readonly enabled: number;
}

type Theme = StoredRowOf<'appTheme'>;

const voiceFiles: ReviewInput<Theme> = {
  label: { zh: '语音', en: 'Voices' },
  async read(tx, rows) {
    const { rows: found } = await sql<Voice>`
      select theme_id::text as theme_id, scene::int as scene, name, file_id, enabled::int as enabled from cnt_voice
      where theme_id = any(${rows.map(({ id }) => id)}::bigint[]) and not deleted order by theme_id, scene`.execute(tx);
    const of = (id: string) =>
      found.filter(({ themeId }) => themeId === id).map(({ themeId: _theme, ...voice }) => voice);
    return new Map(rows.map(({ id }) => [id, of(id)]));
  },
};

/** Price and description of a theme in the mall are the shop's, as its place and its time are; before, they are approved with it. */
const inMall = (_approved: unknown, _now: unknown, { status }: Theme): boolean =>
  [onShelf, offShelf].some((state) => state === status);

export const themeReview: ReviewOf<'appTheme'> = {
  free: {
    sort: 'its place in the mall',
    startTime: 'when it is in the mall',
    endTime: 'when it is in the mall',
  },
  allows: { priceFen: inMall, originalPriceFen: inMall, description: inMall },
  inputs: { voiceFiles },
};
