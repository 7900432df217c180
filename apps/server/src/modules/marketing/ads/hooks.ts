import { isPast } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { adSlots } from '@wheelhouse/entities/marketing/ad-slots';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { checkCities } from '../../../entity/check-cities.ts';
import { saveJump } from '../../../entity/check-jump.ts';
import { type HooksOf, nextOf, type Refuses, type SavingOf } from '../../../entity/hooks.ts';
import { each, refusalOf } from '../../../entity/refusals.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { uploadFacts } from '../../files/service.ts';
import { refuseFullSlot } from './slots.ts';

type Saving = SavingOf<'advertisement'>;

const { waiting, live } = machines['SM-Ad'].states;
const onStates: readonly number[] = [waiting, live];
const entity = entityNamed('advertisement');

/** Pictures have a size of their place. @throws AppError 1001 */
async function checkPictures(saving: Saving): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const sizes = adSlots[Number(nextOf(saving, 'position'))]?.sizes ?? [];
  const moved = values.position !== undefined && values.position !== old?.position;
  for (const field of ['image', 'imageEn'] as const) {
    const fileId = nextOf(saving, field);
    if (typeof fileId !== 'string' || (fileId === old?.[field] && !moved)) continue;
    const facts = await uploadFacts(tx, fileId);
    if (sizes.some(({ width, height }) => facts?.width === width && facts.height === height)) continue;
    const wanted = sizes.map(({ width, height }) => `${width}×${height}`).join(' / ');
    const found = `${facts?.width ?? '?'}×${facts?.height ?? '?'}`;
    const text = {
      zh: '{label}须为{wanted}像素，所选为{found}',
      en: '{label} must be {wanted} pixels; the picture is {found}',
    };
    throw refuseField(ctx, field, text, { label: labelOf(entity, field)[ctx.lang], wanted, found });
  }
}

/** What is on keeps to the limits of its place when its end or audience changes. @throws AppError 5161 */
async function keepLimits({ tx, old, values }: Saving): Promise<void> {
  if (old === undefined || !onStates.includes(old.status)) return;
  const changed = (['endTime', 'audienceType', 'tagIds', 'vehicleTypeIds', 'cityCodes'] as const).some(
    (name) => values[name] !== undefined,
  );
  if (!changed) return;
  const next = { ...old, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) };
  const endTime: unknown = values.endTime;
  await refuseFullSlot(tx, { ...next, endTime: typeof endTime === 'string' ? endTime : old.endTime });
}

/** Places are waited for in the same order by everybody. */
const byPlace = <Row extends { readonly position: unknown }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => Number(a.position) - Number(b.position));

/** What is over (1001), or finds no place (5161). */
const unshelvable: Refuses<StoredRowOf<'advertisement'>> = ({ rows, ...judged }) =>
  each<StoredRowOf<'advertisement'>>(async (row, { ctx, tx }) => {
    if (isPast(row.endTime)) throw refuseField(ctx, 'endTime', 'ahead');
    await refuseFullSlot(tx, row);
  })({ ...judged, rows: byPlace(rows) });

const sumOf = (column: 'impressions' | 'clicks', t: string): string =>
  `(select coalesce(sum(d.${column}), 0) from ps_ad_stat_day d where d.ad_id = ${t}.id)`;

export const advertisementHooks: HooksOf<'advertisement'> = {
  computed: {
    impressions: (t) => `${sumOf('impressions', t)}::int`,
    clicks: (t) => `${sumOf('clicks', t)}::int`,
    ctr: (t) =>
      `(select round(100.0 * sum(d.clicks) / nullif(sum(d.impressions), 0), 2) from ps_ad_stat_day d where d.ad_id = ${t}.id)`,
  },
  async beforeSave(saving) {
    await saveJump(saving, entity);
    await checkCities(saving.ctx, saving.tx, saving.values.cityCodes);
    await checkPictures(saving);
    await keepLimits(saving);
  },
  actions: {
    async shelfOn(action) {
      const also: string[] = [];
      // Each fits alone; not all of them may together.
      for (const row of byPlace(action.rows)) {
        const full = await refusalOf(() => refuseFullSlot(action.tx, row, also));
        if (full !== undefined) {
          action.leaveOut(row.id, full);
          continue;
        }
        also.push(row.id);
        action.store({ status: isPast(row.startTime) ? live : waiting }, row.id);
      }
    },
  },
  refuses: { shelfOn: unshelvable },
};
