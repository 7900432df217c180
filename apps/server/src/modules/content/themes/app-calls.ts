import { codes } from '@wheelhouse/entities/codes';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { slotNames, type ThemeSlot } from '@wheelhouse/entities/content/theme-slots';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { today, wallClock } from '../../../db/wall-clock.ts';
import { snake } from '../../../entity/storage.ts';
import { defineAppCall, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { vinInput } from '../../fleet/shared/service.ts';
import { ownModel } from '../own-model.ts';

type Shown = OutputOf<'GET /app/v1/theme/list'>[number];
type Detail = OutputOf<'GET /app/v1/theme/detail'>;

const { onShelf } = machines['SM-Theme'].states;
const { free, paid } = codes.ThemeSaleMode;
const mostShown = 200;

/** On the shelf now: its time decides, not the state that follows it within a minute. */
const isOn = sql`t.status = ${onShelf} and (t.start_time is null or t.start_time <= now()) and (t.end_time is null or t.end_time > now())`;
/** Prizes and the contents of blind boxes are for their owners alone. */
const isOffered = sql`${isOn} and t.sale_mode in (${free}, ${paid})`;

type Row = Omit<Shown, 'coverUrl'> & { readonly cover: string; readonly vehicleTypeIds: readonly string[] | null };

const columns = ({ lang, appUser }: AppContext) => sql`
  t.id::text as id, t.theme_no as "themeNo", ${inLang(lang, 't.name')} as name, t.theme_type as "themeType", t.sale_mode as "saleMode",
  t.price_fen::int as "priceFen", t.original_price_fen::int as "originalPriceFen", t.version, t.cover, t.is_holiday as "isHoliday",
  ${wallClock('t.end_time')} as "endTime", t.vehicle_type_ids::text[] as "vehicleTypeIds",
  (exists (select 1 from cnt_user_theme u where u.theme_id = t.id and u.user_id = ${appUser.id} and not u.deleted))::int as owned`;

const list = defineAppCall('GET /app/v1/theme/list', {
  query: z.object({
    vin: vinInput.optional(),
    type: z
      .string()
      .regex(/^[1-4]$/)
      .optional(),
  }),
  summary: { zh: 'APP：主题商城与我的主题', en: "App: themes on the shelf, and the caller's" },
  async run(ctx, { vin, type }) {
    const model = vin === undefined ? null : await ownModel(ctx, vin);
    const { rows } = await sql<Row>`
      select * from (select ${columns(ctx)}, t.sort, ${isOffered} as offered from cnt_app_theme t
        where not t.deleted and (${type ?? null}::int is null or t.theme_type = ${type ?? null}::int)
          and (${model}::bigint is null or coalesce(cardinality(t.vehicle_type_ids), 0) = 0 or t.vehicle_type_ids @> array[${model}]::bigint[])) t
      where offered or owned = 1 order by sort, id::bigint desc limit ${mostShown}`.execute(ctx.app.db);
    return rows.map((row) => shownOf(ctx, row));
  },
});

function shownOf({ app }: AppContext, row: Row): Shown {
  const {
    id: themeId,
    themeNo,
    name,
    themeType,
    saleMode,
    priceFen,
    originalPriceFen,
    version,
    isHoliday,
    endTime,
    owned,
  } = row;
  const plain = { themeNo, name, themeType, saleMode, priceFen, originalPriceFen, version, isHoliday, endTime, owned };
  return { id: themeId, ...plain, coverUrl: signedUrl(app, row.cover) };
}

type Whole = Row &
  Readonly<Record<ThemeSlot, string | null>> & {
    readonly description: string | null;
    readonly previews: readonly string[];
    readonly primaryColor: string | null;
    readonly textColor: string | null;
    readonly bgColor: string | null;
    readonly packageFile: string | null;
    readonly minAppVersion: string | null;
    readonly minMeterVersion: string | null;
  };

const slotColumns = sql.raw(slotNames.map((name) => `t.${snake(name)} as "${name}"`).join(', '));

/** A theme that the caller may see. @throws AppError 1002 */
async function readTheme(ctx: AppContext, db: Db | Tx, themeId: string): Promise<Whole> {
  const { rows } = await sql<Whole>`
    select * from (select ${columns(ctx)}, ${isOffered} as offered, ${slotColumns}, t.description, t.previews,
        t.primary_color as "primaryColor", t.text_color as "textColor", t.bg_color as "bgColor", t.package_file as "packageFile",
        t.min_app_version as "minAppVersion", t.min_meter_version as "minMeterVersion"
      from cnt_app_theme t where t.id = ${themeId} and not t.deleted) t
    where offered or owned = 1`.execute(db);
  const [theme] = rows;
  if (theme === undefined) throw new AppError(1002);
  return theme;
}

/** What is for sale is shown by its previews; its files come to those who have it. */
async function detailOf(ctx: AppContext, db: Db | Tx, theme: Whole): Promise<Detail> {
  const url = (file: string): string => signedUrl(ctx.app, file);
  const isTheirs = theme.owned === 1 || theme.saleMode === free;
  const { primaryColor: primary, textColor: text, bgColor: background } = theme;
  const voices = isTheirs
    ? await sql<{ scene: number; name: string; file: string }>`
        select scene, name, file_id as file from cnt_voice where theme_id = ${theme.id} and enabled = 1 and not deleted order by scene`.execute(
        db,
      )
    : { rows: [] };
  return {
    ...shownOf(ctx, theme),
    description: theme.description,
    previewUrls: theme.previews.map(url),
    colors: primary === null || text === null || background === null ? null : { primary, text, background },
    assets: Object.fromEntries(
      slotNames.flatMap((name): [string, string][] => {
        const file = theme[name];
        return isTheirs && file !== null ? [[name, url(file)]] : [];
      }),
    ),
    voices: voices.rows.map(({ file, ...voice }) => ({ ...voice, url: url(file) })),
    packageUrl: isTheirs && theme.packageFile !== null ? url(theme.packageFile) : null,
    minAppVersion: theme.minAppVersion,
    minMeterVersion: theme.minMeterVersion,
  };
}

const detail = defineAppCall('GET /app/v1/theme/detail', {
  query: z.object({ id }),
  summary: { zh: 'APP：主题详情', en: 'App: one theme' },
  run: async (ctx, input) => detailOf(ctx, ctx.app.db, await readTheme(ctx, ctx.app.db, input.id)),
});

const unfit = { zh: '该车型不支持此主题', en: 'The model of this vehicle cannot show the theme' };

const apply = defineAppCall('POST /app/v1/theme/apply', {
  limit: { most: 60, within: 'hour' },
  body: z.object({ themeId: id, vin: vinInput }),
  summary: { zh: 'APP：应用主题', en: 'App: put a theme on' },
  async run(ctx, { themeId, vin }) {
    const model = await ownModel(ctx, vin);
    return withTransaction(ctx.app.db, async (tx) => {
      // A new version waits until the grant is written, and moves it then: only a version on the shelf is granted.
      await sql`select 1 from cnt_app_theme where id = ${themeId} for update`.execute(tx);
      const theme = await readTheme(ctx, tx, themeId);
      const models = theme.vehicleTypeIds ?? [];
      if (models.length > 0 && !models.includes(model)) throw refuseField(ctx, 'vin', unfit);
      if (theme.owned === 0 && theme.saleMode !== free) throw new AppError(5224);
      if (theme.owned === 0)
        await sql`
          insert into cnt_user_theme (user_id, theme_id, source, time)
          values (${ctx.appUser.id}, ${themeId}, ${codes.ThemeSource.free}, now()) on conflict do nothing`.execute(tx);
      await sql`
        with counted as (update cnt_app_theme set downloads = downloads + 1 where id = ${themeId} returning theme_no)
        insert into cnt_theme_day as d (theme_no, stat_date, downloads) select theme_no, ${today}, 1 from counted
        on conflict (theme_no, stat_date) do update set downloads = d.downloads + 1`.execute(tx);
      return detailOf(ctx, tx, { ...theme, owned: 1 });
    });
  },
});

/** Themes in the owners' app. */
export const themeAppCalls: readonly Call[] = [list, detail, apply];
