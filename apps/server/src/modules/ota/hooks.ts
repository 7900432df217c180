import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { fieldRefusal } from '../../entity/check.ts';
import { nextOf, only, type ActionHandlers, type ActionOf, type HooksOf, type SavingOf } from '../../entity/hooks.ts';
import { refuseField } from '../../http/field-texts.ts';
import { draftNotice } from '../messages/service.ts';
import { refuseLower, takePlace } from './order.ts';
import { androidOf } from './package/android.ts';
import { comparedPackage } from './package/compare.ts';

type Version = ActionOf<'appVersion'>['rows'][number];

const { scheduled } = machines['SM-AppVersion'].states;
const { android } = codes.ClientOs;
const mebibyte = 1024 * 1024;
const inMegabytes = (bytes: number): number => Math.max(0.01, Math.round((bytes / mebibyte) * 100) / 100);

const nothingRead = { packageName: null, minOsVersion: null, fileSize: null, sha256: null } as const;

/** What the package says is kept with the version, once it fits the form. @throws AppError 3204 */
async function readPackage(saving: SavingOf<'appVersion'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const asked = ['packageFile', 'versionName', 'versionCode'] as const;
  if (old && asked.every((name) => values[name] === undefined || values[name] === old[name])) return;
  const packageFile = nextOf(saving, 'packageFile');
  if (typeof packageFile !== 'string') {
    Object.assign(values, nothingRead);
    return;
  }
  const stated = {
    packageFile,
    versionName: String(nextOf(saving, 'versionName')),
    versionCode: Number(nextOf(saving, 'versionCode')),
  };
  const { packageName, minSdk, sha256, size } = await comparedPackage(ctx, tx, stated);
  Object.assign(values, { packageName, minOsVersion: androidOf(minSdk), fileSize: inMegabytes(size), sha256 });
}

async function keepOrder(saving: SavingOf<'appVersion'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (old && values.versionName === undefined && values.versionCode === undefined) return;
  await refuseLower(ctx, tx, {
    id: old?.id,
    clientOs: Number(nextOf(saving, 'clientOs')),
    versionName: String(nextOf(saving, 'versionName')),
    versionCode: Number(nextOf(saving, 'versionCode')),
  });
}

const retype = {
  zh: '强制更新将使低于{code}的用户无法使用APP，请再次输入版本号{version}',
  en: 'A forced update locks out users below {code}. Type the version {version} once more.',
} as const;

/** Who locks users out says so. @throws AppError 1001 */
function confirmForced(ctx: ActionOf<'appVersion'>['ctx'], row: Version, typed: string | null): void {
  if (row.updateType !== codes.UpdateType.forced || typed === row.versionName) return;
  throw refuseField(ctx, 'confirmVersion', retype, { code: row.minSupportCode ?? '', version: row.versionName });
}

/** The time that was asked for, or that of the form; now where it is over. */
function timeOf(given: string | null, { publishTime }: Version): Date {
  const wanted = given ?? publishTime;
  const time = typeof wanted === 'string' ? parseInstant(wanted) : undefined;
  const now = new Date();
  return time !== undefined && time > now ? time : now;
}

const actions: ActionHandlers<'appVersion'> = {
  async publish(action) {
    const { ctx, tx, input, store } = action;
    const row = only(action);
    confirmForced(ctx, row, input.confirmVersion);
    if (row.clientOs === android) {
      if (row.packageFile === null) throw fieldRefusal(ctx, 'packageFile', 3201);
      await comparedPackage(ctx, tx, { ...row, packageFile: row.packageFile });
    }
    const time = timeOf(input.publishTime, row);
    await takePlace(ctx, tx, row, time);
    if (input.notice === 1) await draftNotice(ctx, tx, noticeOf(row));
    store(time.getTime() > Date.now() ? { publishTime: time, status: scheduled } : { publishTime: time });
  },
  cancelTimer: async ({ store }) => store({ publishTime: null }),
  revoke: async ({ input, store }) => store({ revokeReason: input.reason }),
  async gray(action) {
    const { ctx, input, store } = action;
    if (input.grayPercent <= only(action).grayPercent) throw fieldRefusal(ctx, 'grayPercent', 3202);
    store({ grayPercent: input.grayPercent });
  },
};

/** D:NoticeType of a new version. */
const newVersion = '2';

const noticeOf = ({ clientOs, versionName, releaseNotes, releaseNotesEn }: Version) => ({
  noticeType: newVersion,
  title: `APP ${versionName}版本更新`,
  titleEn: `App ${versionName} is here`,
  text: releaseNotes,
  textEn: releaseNotesEn,
  clientOs: String(clientOs),
});

export const appVersionHooks: HooksOf<'appVersion'> = {
  computed: {
    installedUsers: (t) =>
      `(select count(*)::int from usr_app_user u where u.client_os = ${t}.client_os and u.app_version = ${t}.version_name and not u.deleted)`,
    storeReview: (t) =>
      `(select r.review_status from ps_ios_review r where ${t}.client_os = ${codes.ClientOs.ios} and r.version_name = ${t}.version_name and not r.deleted order by r.build_no desc limit 1)`,
  },
  async beforeSave(saving) {
    await keepOrder(saving);
    await readPackage(saving);
  },
  actions,
};
