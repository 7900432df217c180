import { listed } from '@wheelhouse/contract/lang';
import { requiredScenes, requiredSlots } from '@wheelhouse/entities/content/theme-slots';
import { isPast } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { isDerived } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { type ActionHandlers, type ActionOf, type HooksOf, only, type RefusesOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { auditAdded, insertChecked } from '../../../entity/write.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { refuseOldPlatform } from '../../fleet/shared/service.ts';
import { replaceOthers } from './versions.ts';

const entity = entityNamed('appTheme');
const { draft, onShelf, offShelf } = machines['SM-Theme'].states;
const { appSkin, bundle, voicePack } = codes.ThemeType;

type Theme = ActionOf<'appTheme'>['rows'][number];

/** Voices that a theme lacks, by D:VoiceScene. */
async function missingScenes(tx: Tx, { id, themeType }: Theme): Promise<readonly number[]> {
  if (themeType !== voicePack && themeType !== bundle) return [];
  const { rows } = await sql<{ scene: number }>`
    select scene from cnt_voice where theme_id = ${id} and enabled = 1 and not deleted`.execute(tx);
  return requiredScenes.filter((scene) => rows.every((row) => row.scene !== scene));
}

/** @throws AppError 5221 with what is missing */
async function refuseMissing({ lang }: CallContext, tx: Tx, theme: Theme): Promise<void> {
  const slots = theme.themeType === appSkin ? requiredSlots.filter((name) => theme[name] === null) : [];
  const scenes = await missingScenes(tx, theme);
  const names = dictionaries.find(({ category }) => category === 'VoiceScene')?.entries ?? [];
  const missing = [
    ...slots.map((name) => labelOf(entity, name)[lang]),
    ...scenes.flatMap((scene) => names.filter(({ code }) => code === String(scene)).map((entry) => entry[lang])),
  ];
  if (missing.length > 0) throw new AppError(5221, { slots: listed(missing, lang) });
}

/** Fields of the new version: all that people give but its time on the shelf. */
function copied(theme: Theme): Record<string, unknown> {
  const given = Object.entries(theme).filter(([name]) => {
    const field = entity.fields[name];
    return field !== undefined && !isDerived(field) && field.readonly !== true;
  });
  const { themeNo, downloads } = theme;
  return { ...Object.fromEntries(given), themeNo, downloads, startTime: null, endTime: null };
}

/** The version before would leave, and this one be in no list yet. */
const tooEarly = {
  zh: '上架时间未到：待上架的主题到时自动上架，如需立即上架请先修改开始时间',
  en: 'Not due yet: a ready theme goes on automatically at that time; change the start to put it on now',
} as const;

/** The newest version of a theme; two who make the next one wait for each other. */
async function lastVersion(tx: Tx, theme: Theme): Promise<{ readonly version: number; readonly shelved: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtext('cnt_app_theme'), hashtext(${theme.themeNo}::text))`.execute(tx);
  const { rows } = await sql<{ version: number; shelved: boolean }>`
    select version, status in (${onShelf}, ${offShelf}) as shelved from cnt_app_theme
    where theme_no = ${theme.themeNo} and not deleted order by version desc limit 1`.execute(tx);
  return rows[0] ?? { version: theme.version, shelved: true };
}

const refuses: RefusesOf<'appTheme'> = {
  submit: each((theme, { ctx, tx }) => refuseMissing(ctx, tx, theme)),
  shelfOn: each(({ startTime, endTime }, { ctx }) => {
    if (startTime !== null && !isPast(startTime)) throw refuseField(ctx, 'startTime', tooEarly);
    if (isPast(endTime)) throw refuseField(ctx, 'endTime', 'ahead');
  }),
  newVersion: each(async (theme, { tx }) => {
    const { version, shelved } = await lastVersion(tx, theme);
    if (!shelved) throw new AppError(5225, { n: version });
  }),
};

const actions: ActionHandlers<'appTheme'> = {
  async shelfOn(action) {
    const { ctx, tx, store } = action;
    const { id } = only(action);
    const [before, after] = [{ status: onShelf }, { status: offShelf }];
    const { others, downloads } = await replaceOthers(tx, id, ctx.user.id);
    await audit(
      tx,
      ctx,
      ...others.map((entityId) => ({ action: 'shelfOff', entity: 'appTheme', entityId, before, after })),
    );
    store({ downloads });
  },
  async newVersion(action) {
    const { ctx, tx } = action;
    const theme = only(action);
    const { version } = await lastVersion(tx, theme);
    const values = { ...copied(theme), version: version + 1, status: draft };
    const added = await insertChecked(ctx, tx, entity, values, false);
    await auditAdded(ctx, tx, entity, [added.id], false);
    await sql`
      insert into cnt_voice (theme_id, scene, name, file_id, duration_sec, enabled, create_by, update_by)
      select ${added.id}, scene, name, file_id, duration_sec, enabled, ${ctx.user.id}, ${ctx.user.id} from cnt_voice
      where theme_id = ${theme.id} and not deleted order by id`.execute(tx);
  },
};

export const themeHooks: HooksOf<'appTheme'> = {
  computed: {
    // Refunds are entries with a sign.
    revenueFen: (t) =>
      `(select coalesce(sum(r.pay_fen), 0)::float8 from ord_theme_revenue r where r.theme_id = ${t}.id and not r.deleted)`,
  },
  async beforeSave({ ctx, tx, old, values }) {
    if (old === undefined && values.themeNo === undefined) {
      const { rows } = await sql<{ no: string }>`
        select 'TH' || to_char(nextval('seq_cnt_app_theme'), 'FM9990000') as no`.execute(tx);
      values.themeNo = rows[0]?.no ?? '';
    }
    if (values.vehicleTypeIds) await refuseOldPlatform(ctx, tx, values.vehicleTypeIds);
  },
  actions,
  refuses,
};
