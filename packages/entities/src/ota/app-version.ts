import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { webAddress } from '../patterns.ts';
import { transitions } from '../transitions.ts';

const { draft, published, withdrawn } = otaMachines['SM-AppVersion'].states;
const { android, ios } = codes.ClientOs;
const { appStore } = codes.AppChannel;
const readonly = true;

const osOf = (row: Row): number => Number(row['clientOs']);
const hasPackage = (row: Row): boolean => osOf(row) === android;
const hasStore = (row: Row): boolean => row['clientOs'] !== undefined && row['clientOs'] !== null && !hasPackage(row);
const isForced = (row: Row): boolean => Number(row['updateType']) === codes.UpdateType.forced;
const isIos = (row: Row): boolean => osOf(row) === ios;

/** Hosts of the stores, by D:ClientOs. */
const stores: Readonly<Record<number, readonly string[]>> = {
  [ios]: ['apps.apple.com'],
  [codes.ClientOs.harmony]: ['appgallery.huawei.com', 'appgallery.cloud.huawei.com'],
};

const hostOf = (address: string): string => /^https:\/\/([^/?#:]+)/.exec(address)?.[1]?.toLowerCase() ?? '';

function leadsToStore(row: Row): Issue | undefined {
  const [hosts, address] = [stores[osOf(row)], row['storeUrl']];
  const host = typeof address === 'string' ? hostOf(address) : '';
  // What is no https address is refused as such.
  if (hosts === undefined || host === '' || hosts.includes(host)) return undefined;
  return {
    field: 'storeUrl',
    text: { zh: '须为{hosts}的地址', en: 'Must be an address of {hosts}' },
    params: { hosts: hosts.join(' / ') },
  };
}

/** Apps for iOS come from the App Store alone, others never do. */
function channelsFit(row: Row): Issue | undefined {
  const given = row['channel'];
  if (!Array.isArray(given) || given.length === 0) return undefined;
  const fits = isIos(row) ? given.every((one) => one === appStore) : !given.includes(appStore);
  if (fits) return undefined;
  return {
    field: 'channel',
    text: isIos(row)
      ? { zh: 'iOS只能选择AppStore', en: 'Apps for iOS come from the App Store alone' }
      : { zh: 'AppStore只用于iOS', en: 'The App Store is for iOS alone' },
  };
}

function supportsItself({ minSupportCode, versionCode }: Row): Issue | undefined {
  if (typeof minSupportCode !== 'number' || typeof versionCode !== 'number' || minSupportCode <= versionCode)
    return undefined;
  return {
    field: 'minSupportCode',
    text: { zh: '不能大于本版本的序号{code}', en: 'Must not exceed the build number {code}' },
    params: { code: versionCode },
  };
}

const mostCode = 2_147_483_647;

/** Version of the owners' app APP版本: an Android package, or the address of a store. */
export const appVersion = defineEntity({
  name: 'appVersion',
  table: 'ota_app_version',
  domain: 'ota',
  label: { zh: 'APP版本', en: 'App version' },
  base: '/ps/crm/version',
  page: 'appVersion',
  title: ['versionName'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    clientOs: f.dict('ClientOs', { required: true, fixed: true, index: true }),
    versionName: f.text({
      required: true,
      max: 10,
      pattern: /^\d{1,2}\.\d{1,3}\.\d{1,3}$/,
      help: { zh: '如5.2.0，须高于该平台已发布的版本', en: 'E.g. 5.2.0, above what is published for the platform' },
    }),
    versionCode: f.int({ required: true, min: 1, max: mostCode }),
    channel: f.dictMany('AppChannel', { required: true, min: 1 }),
    packageFile: f.file({
      biz: 'apk',
      maxMb: 300,
      visible: hasPackage,
      label: { zh: '安装包', en: 'Package' },
      help: {
        zh: 'apk，不超过300MB；包名、版本号和版本序号从安装包读取并核对',
        en: 'An .apk of up to 300 MB. Its package name, version and build number are read and compared.',
      },
    }),
    storeUrl: f.text({ required: true, max: 500, pattern: webAddress, visible: hasStore }),
    updateType: f.dict('UpdateType', { required: true, default: codes.UpdateType.optional, index: true }),
    minSupportCode: f.int({
      required: true,
      min: 1,
      max: mostCode,
      visible: isForced,
      help: { zh: '低于该序号的APP必须更新后才能使用', en: 'Apps below it must update before they can be used' },
    }),
    grayPercent: f.int({
      required: true,
      min: 1,
      max: 100,
      default: 100,
      unit: '%',
      help: { zh: '按用户固定分桶，发布后只能增加', en: 'Of the users, always the same ones; it can only grow' },
    }),
    grayTagIds: f.refMany('userTag', {
      max: 20,
      empty: everything,
      help: {
        zh: '空为全部用户；灰度比例在所选标签的用户内计算',
        en: 'Empty: all users. The percentage is of the users of the tags.',
      },
    }),
    ...f.bilingual(
      'releaseNotes',
      'longText',
      {
        required: true,
        min: 10,
        max: 1000,
        label: { zh: '更新说明', en: 'Release notes' },
        help: { zh: 'APP最多显示10行', en: 'The app shows 10 lines at most' },
      },
      { label: { zh: '英文更新说明', en: 'English release notes' } },
    ),
    publishTime: f.instant({
      ahead: 1,
      index: true,
      help: { zh: '空为点击发布时', en: 'Empty: when it is published by hand' },
    }),
    packageName: f.text({ readonly, max: 255, label: { zh: '包名', en: 'Package name' }, visible: hasPackage }),
    minOsVersion: f.text({ readonly, max: 20 }),
    fileSize: f.decimal({ readonly, unit: 'MB', decimals: 2, label: { zh: '文件大小(MB)', en: 'Size (MB)' } }),
    sha256: f.text({ readonly, max: 64, label: { zh: 'SHA-256', en: 'SHA-256' }, visible: hasPackage }),
    status: f.dict('PublishStatus', { required: true, default: draft, readonly, index: true }),
    revokeReason: f.longText({
      readonly,
      max: 200,
      visible: ({ status }) => status === withdrawn,
      label: { zh: '撤回原因', en: 'Withdrawal reason' },
    }),
    installedUsers: f.computed(f.int()),
    storeReview: f.computed(f.dict('IosReviewStatus'), {
      visible: isIos,
      label: { zh: 'AppStore审核', en: 'App Store review' },
    }),
  },
  list: {
    columns: [
      'versionName',
      'versionCode',
      'clientOs',
      'status',
      'channel',
      'updateType',
      'grayPercent',
      'minOsVersion',
      'fileSize',
      'publishTime',
      'installedUsers',
      'createBy',
    ],
    identity: ['versionName', 'versionCode'],
    filters: { clientOs: 'eq', versionName: 'like', updateType: 'eq', status: 'eq', publishTime: 'range' },
    order: 'createTime desc',
    counters: 'status',
  },
  aliases: { releaseNotesZh: 'releaseNotes', channels: 'channel', creator: 'createBy' },
  form: [
    {
      title: { zh: '版本', en: 'Version' },
      fields: ['clientOs', 'packageFile', 'storeUrl', 'versionName', 'versionCode', 'channel'],
    },
    {
      title: { zh: '更新', en: 'Update' },
      fields: ['updateType', 'minSupportCode', 'grayPercent', 'grayTagIds', 'publishTime'],
    },
    { title: { zh: '更新说明', en: 'Release notes' }, fields: ['releaseNotes', 'releaseNotesEn'] },
  ],
  detail: [
    {
      title: { zh: '版本', en: 'Version' },
      fields: [
        'clientOs',
        'versionName',
        'versionCode',
        'channel',
        'status',
        'storeReview',
        'publishTime',
        'installedUsers',
        'revokeReason',
      ],
    },
    {
      title: { zh: '安装包', en: 'Package' },
      fields: ['packageFile', 'packageName', 'minOsVersion', 'fileSize', 'sha256', 'storeUrl'],
    },
    {
      title: { zh: '更新', en: 'Update' },
      fields: ['updateType', 'minSupportCode', 'grayPercent', 'grayTagIds', 'releaseNotes', 'releaseNotesEn'],
    },
    { title: { zh: '记录', en: 'Record' }, fields: ['createBy', 'createTime', 'updateBy', 'updateTime'] },
  ],
  rules: [channelsFit, leadsToStore, supportsItself],
  uniqueTogether: [['versionCode', 'clientOs']],
  machines: { status: 'SM-AppVersion' },
  actions: versionActions(),
});

/** What is published later goes by the same button: it waits for its time. */
function versionActions() {
  const { schedule: _sameButton, ...moves } = transitions(
    otaMachines,
    'SM-AppVersion',
    {
      publish: {
        confirm: {
          zh: '发布「{name}」？灰度范围内的用户将收到更新。',
          en: 'Publish “{name}”? The users it is for are offered the update.',
        },
        input: {
          publishTime: f.instant({
            ahead: 1,
            help: { zh: '空为表单中的时间，没有则立即发布', en: 'Empty: the time of the form, or at once' },
          }),
          confirmVersion: f.text({
            max: 10,
            visible: (_, version) => version === undefined || isForced(version),
            label: { zh: '确认版本号', en: 'Confirm the version' },
            help: {
              zh: '强制更新须再次输入版本号：低于最低可用版本序号的用户将无法使用APP',
              en: 'A forced update takes the version once more: users below the oldest allowed build can no longer use the app',
            },
          }),
          notice: f.flag({
            default: 0,
            label: { zh: '同步发公告', en: 'Draft a notice' },
            help: { zh: '另存一条系统公告草稿', en: 'A system notice is saved as a draft' },
          }),
        },
      },
      cancelTimer: {},
      revoke: {
        danger: true,
        next: true,
        input: { reason: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
      },
    },
    { calls: 'own' },
  );
  return {
    ...moves,
    gray: {
      label: { zh: '调整灰度', en: 'Change percentage' },
      path: 'gray',
      button: 'appVersion.publish',
      where: ['row', 'detail'],
      from: { status: [published] },
      input: { grayPercent: f.int({ required: true, min: 1, max: 100, unit: '%' }) },
    },
  } as const;
}
