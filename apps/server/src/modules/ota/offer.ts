import type { VersionOffer } from '@wheelhouse/contract/calls/ota/versions';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import { inLang } from '../../db/in-lang.ts';
import type { RequestParts } from '../../http/context.ts';
import { signedUrl } from '../files/service.ts';
import { hasTag } from '../audience/service.ts';
import { isAmong } from './share.ts';

const { scheduled, published } = machines['SM-AppVersion'].states;
const { popup, forced } = codes.UpdateType;
/** Versions above the caller's that are looked at, and lines of notes that the app shows. */
const most = { versions: 50, lines: 10 };

/** An app that asks. */
interface Asking {
  /** D:ClientOs. */
  readonly os: number;
  readonly versionCode: number;
  /** D:AppChannel. */
  readonly channel: string;
  /** Undefined: nobody has signed in. */
  readonly userId: string | undefined;
}

interface Candidate {
  readonly id: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly updateType: 1 | 2 | 3;
  readonly minSupportCode: number | null;
  readonly grayPercent: number;
  readonly notes: string;
  readonly packageFile: string | null;
  readonly storeUrl: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
}

/** Its time, not the state that follows it within a minute, decides what is out. */
export const isOut = sql`not v.deleted and (v.status = ${published} or v.status = ${scheduled} and v.publish_time <= now())`;

const isFor = (userId: string | undefined): RawBuilder<unknown> =>
  userId === undefined
    ? sql`coalesce(cardinality(v.gray_tag_ids), 0) = 0`
    : sql`(coalesce(cardinality(v.gray_tag_ids), 0) = 0 or ${hasTag(sql`${userId}::bigint`, sql`v.gray_tag_ids`)})`;

/** Versions that are out for the app and above its own, the newest first. */
async function candidates(
  { app, lang }: Pick<RequestParts, 'app' | 'lang'>,
  { os, versionCode, channel, userId }: Asking,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select v.id::text as id, v.version_name as "versionName", v.version_code as "versionCode", v.update_type as "updateType",
      v.min_support_code as "minSupportCode", v.gray_percent as "grayPercent", v.package_file as "packageFile", v.store_url as "storeUrl",
      v.sha256, f.size::float8 as size,
      ${inLang(lang, 'v.release_notes')} as notes
    from ota_app_version v left join sys_file f on f.file_id = v.package_file
    where ${isOut} and v.client_os = ${os} and v.version_code > ${versionCode} and ${channel} = any(v.channel) and ${isFor(userId)}
    order by v.version_code desc limit ${most.versions}`.execute(app.db);
  return rows.filter(({ grayPercent, id }) => isAmong(grayPercent, id, userId));
}

/** A forced update forces apps below the oldest allowed build of any version they are offered; for others it is a popup. */
function updateTypeOf(newest: Candidate, offered: readonly Candidate[], versionCode: number): 1 | 2 | 3 {
  const isLockedOut = offered.some(
    ({ updateType, minSupportCode }) => updateType === forced && versionCode < (minSupportCode ?? 0),
  );
  if (isLockedOut) return forced;
  return newest.updateType === forced ? popup : newest.updateType;
}

/** What an app is offered: the newest version that is out for its platform, its channel and its user. */
export async function offerFor(ctx: Pick<RequestParts, 'app' | 'lang'>, asking: Asking): Promise<VersionOffer> {
  const offered = await candidates(ctx, asking);
  const [newest] = offered;
  if (newest === undefined) return { hasUpdate: false };
  const { versionName, versionCode, notes, packageFile, storeUrl, sha256, size } = newest;
  return {
    hasUpdate: true,
    updateType: updateTypeOf(newest, offered, asking.versionCode),
    versionName,
    versionCode,
    notes: notes.split('\n').slice(0, most.lines).join('\n'),
    url: packageFile === null ? (storeUrl ?? '') : signedUrl(ctx.app, packageFile),
    sha256,
    size,
  };
}
