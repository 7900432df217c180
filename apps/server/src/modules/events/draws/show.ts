import type { RaffleDetail, ShownRaffle } from '@wheelhouse/contract/calls/events/raffles';
import { codes } from '@wheelhouse/entities/codes';
import { poolOdds, poolOf } from '@wheelhouse/entities/events/raffle-pool';
import type { Row } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import { sql } from 'kysely';
import { inLang } from '../../../db/in-lang.ts';
import { startOfDay, today, wallClock } from '../../../db/wall-clock.ts';
import type { AppContext } from '../../../http/app-call.ts';
import { AppError } from '../../../http/errors.ts';
import { isInAreas } from '../../audience/service.ts';
import { signedUrl } from '../../files/service.ts';
import { signedHtml } from '../../../entity/html.ts';
import { unseal } from '../../../entity/seal.ts';
import { unopenedOf } from './boxes.ts';
import { isEligible } from './draw.ts';

const { notStarted, running, paused, ended } = machines['SM-Raffle'].states;
const { arScan, arPlace } = codes.RaffleType;
const mostShown = 100;
const perPercent = 1_000_000;

type Listed = Omit<ShownRaffle, 'coverUrl'> & { readonly cover: string };

const columns = ({
  lang,
}: AppContext) => sql`a.id::text as id, ${inLang(lang, 'a.name')} as name, a.activity_type as type, a.cover,
  ${wallClock('a.start_time')} as start_time, ${wallClock('a.end_time')} as end_time, a.status`;

/** Campaigns that are coming, running or paused, the next to end first. */
export async function shownRaffles(
  ctx: AppContext,
  { type = null, cityId = null }: { readonly type?: string | null; readonly cityId?: string | null },
): Promise<readonly ShownRaffle[]> {
  const { rows } = await sql<Listed>`
    select ${columns(ctx)} from act_raffle_activity a
    where a.status in (${notStarted}, ${running}, ${paused}) and a.end_time > now() and not a.deleted
      and (${type}::int is null or a.activity_type = ${type}::int)
      and (${cityId}::text is null or a.audience_type <> ${codes.AudienceType.regions}
        or ${isInAreas(sql`${cityId}::text`, sql`a.city_codes`)})
    order by a.end_time, a.id limit ${mostShown}`.execute(ctx.app.db);
  return rows.map(({ cover, ...row }) => ({ ...row, coverUrl: signedUrl(ctx.app, cover) }));
}

interface Found extends Listed {
  readonly createBy: string | null;
  readonly bgImage: string;
  readonly ruleContent: string;
  readonly dailyStart: string | null;
  readonly dailyEnd: string | null;
  readonly prizes: unknown;
  readonly names: readonly string[];
  readonly commitment: string;
  readonly seed: Buffer;
  readonly oddsVersion: number;
  readonly arMode: number | null;
  readonly targetImages: readonly string[] | null;
  readonly modelFile: string | null;
  readonly animation: string | null;
  readonly soundFile: string | null;
  readonly points: unknown;
  readonly shareTitle: string | null;
  readonly shareImage: string | null;
  readonly shareUrl: string | null;
  readonly leftTimes: number;
  readonly notices: RaffleDetail['notices'];
}

const shareDone = (
  userId: string,
) => sql`(select count(*) from act_share_record s where s.share_object = ${codes.ShareObject.activity}
  and s.object_id = a.id::text and s.user_id = ${userId} and not s.deleted and s.time >= ${startOfDay(today)})`;

async function findRaffle(ctx: AppContext, id: string): Promise<Found> {
  const { lang, appUser, app } = ctx;
  const { rows } = await sql<Found>`
    select ${columns(ctx)}, a.create_by::text as create_by, a.bg_image, ${inLang(lang, 'a.rule_content')} as rule_content, a.daily_start, a.daily_end, a.prizes,
      (select array_agg(p.name order by p.sort) from act_raffle_prize p where p.activity_id = a.id) as names, s.commitment, s.seed_enc as seed, s.odds_version,
      a.ar_mode, a.target_images, a.model_file, a.animation, a.sound_file, a.points, a.share_title, a.share_image, a.share_url,
      greatest(0, least(a.free_times_per_day + least(a.share_extra_times, ${shareDone(appUser.id)}) - coalesce(case when u.day = ${today} then u.day_draws end, 0),
        a.max_times_per_user - coalesce(u.draws, 0)))::int as left_times,
      coalesce((select json_agg(json_build_object('time', ${wallClock('c.time')}, 'text', c.reason) order by c.id desc) from act_raffle_change c
        where c.activity_id = a.id and c.lowers), '[]') as notices
    from act_raffle_activity a join act_raffle_state s on s.activity_id = a.id left join act_raffle_user u on u.activity_id = a.id and u.user_id = ${appUser.id}
    where a.id = ${id} and a.status in (${notStarted}, ${running}, ${paused}, ${ended}) and not a.deleted`.execute(
    app.db,
  );
  const [found] = rows;
  if (found === undefined) throw new AppError(1002);
  return found;
}

async function mayTakePart({ app, appUser }: AppContext, { id, createBy }: Found): Promise<boolean> {
  const { rows } = await sql`
    select 1 from act_raffle_activity a join usr_app_user u on u.id = ${appUser.id}
    where a.id = ${id} and ${await isEligible(app.db, createBy)}`.execute(app.db);
  return rows.length > 0;
}

const shownPoint = ({ name, lng, lat, radiusM }: Row) => ({
  name: String(name),
  lng: Number(lng),
  lat: Number(lat),
  radiusM: Number(radiusM),
});

function arOf({ app }: AppContext, found: Found): RaffleDetail['ar'] {
  if (found.type !== arScan && found.type !== arPlace) return null;
  const urlOf = (fileId: string | null): string | null => (fileId === null ? null : signedUrl(app, fileId));
  return {
    mode: found.arMode ?? 0,
    targetUrls: (found.targetImages ?? []).map((fileId) => signedUrl(app, fileId)),
    modelUrl: urlOf(found.modelFile),
    animation: found.animation,
    soundUrl: urlOf(found.soundFile),
    points: rowsOf(found.points).map(shownPoint),
  };
}

/** A campaign as the app shows it: its odds, what it commits to, and what has changed to the worse. */
export async function shownRaffle(ctx: AppContext, id: string): Promise<RaffleDetail> {
  const { app } = ctx;
  const found = await findRaffle(ctx, id);
  const rows = poolOf(found.prizes);
  const odds = poolOdds(rows);
  return {
    id: found.id,
    name: found.name,
    type: found.type,
    coverUrl: signedUrl(app, found.cover),
    startTime: found.startTime,
    endTime: found.endTime,
    status: found.status,
    bgImageUrl: signedUrl(app, found.bgImage),
    ruleContent: signedHtml(found.ruleContent, (fileId) => signedUrl(app, fileId)),
    dailyStart: found.dailyStart,
    dailyEnd: found.dailyEnd,
    prizes: rows.map((row, at) => ({
      levelName: row.levelName,
      name: found.names[at] ?? '',
      prizeKind: row.prizeKind,
      imageUrl: row.displayImage === null ? null : signedUrl(app, row.displayImage),
      probability: (odds[at] ?? 0) / perPercent,
      quantity: row.quantity,
    })),
    commitment: found.commitment,
    seed: found.status === ended && (await unopenedOf(app.db, id)) === 0 ? unseal(app.secrets, found.seed) : null,
    oddsVersion: found.oddsVersion,
    leftTimes: found.leftTimes,
    eligible: (await mayTakePart(ctx, found)) ? 1 : 0,
    notices: found.notices,
    ar: arOf(ctx, found),
    share: {
      title: found.shareTitle ?? found.name,
      imageUrl: signedUrl(app, found.shareImage ?? found.cover),
      url: found.shareUrl,
    },
  };
}
