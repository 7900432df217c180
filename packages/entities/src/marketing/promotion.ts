import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { marketingMachines } from '../machines/marketing.ts';
import { webAddress } from '../patterns.ts';
import { period } from '../schedule.ts';
import { transitions } from '../transitions.ts';

/** What a promotion code looks like: on posters, in the address of its QR code, in filters. */
export const promoCodePattern = /^P[A-Z0-9]{7}$/;

const { draft, notStarted } = marketingMachines['SM-Promotion'].states;

const isDealers = (row: Row): boolean => String(row['channelType']) === codes.PromoChannel.dealer;
const isStaffs = (row: Row): boolean => String(row['channelType']) === codes.PromoChannel.staff;
const leadsSomewhere = (row: Row): boolean => Number(row['landingType']) !== codes.JumpType.none;
/** What people were promised does not change any more. */
const isPublished = (row: Row): boolean => Number(row['status']) !== draft;
const hasBegun = (row: Row): boolean => isPublished(row) && Number(row['status']) !== notStarted;
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A promotion pays nothing, for registrations, or for bindings. */
function oneReward(row: Row): Issue | undefined {
  if (isGiven(row['registerRewardFen']) && isGiven(row['bindRewardFen']))
    return {
      field: 'bindRewardFen',
      text: { zh: '注册奖励和绑车奖励只能填一项', en: 'Set a reward per registration or per binding, not both' },
    };
  if (!isGiven(row['rewardCapFen']) || isGiven(row['registerRewardFen']) || isGiven(row['bindRewardFen']))
    return undefined;
  return { field: 'rewardCapFen', text: { zh: '没有奖励，无需上限', en: 'There is no reward to limit' } };
}

const count = { required: true, default: 0, readonly: true } as const;

/** Promotion 推广: a channel with a QR code, and what came of it. */
export const promotion = defineEntity({
  name: 'promotion',
  table: 'ps_promotion',
  domain: 'marketing',
  label: { zh: '推广', en: 'Promotion' },
  base: '/ps/crm/promotion',
  page: 'promotion',
  title: ['name', 'promoCode'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    promoCode: f.text({ required: true, readonly: true, max: 8, unique: 'ever' }),
    name: f.text({ required: true, min: 2, max: 40 }),
    channelType: f.dict('PromoChannel', { required: true, index: true }),
    dealerId: f.ref('dealer', { required: true, visible: isDealers }),
    staffMobile: f.private('mobile', { required: true, format: 'mobile', visible: isStaffs }),
    landingType: f.dict('JumpType', {
      required: true,
      default: codes.JumpType.url,
      help: { zh: '选「无」则打开APP下载页', en: '“None” opens the download page of the app' },
    }),
    landingUrl: f.text({
      required: true,
      max: 500,
      pattern: webAddress,
      visible: leadsSomewhere,
      help: {
        zh: 'https地址，域名须在链接域名白名单内；APP页面、小程序等填其网页跳转地址',
        en: 'An https address on an allowed link host. For pages of the app and mini-programs: the web address that opens them.',
      },
    }),
    posterTemplate: f.image({
      maxMb: 2,
      pixels: { width: 750, height: 1334 },
      help: { zh: '750×1334，不超过2MB', en: '750 × 1334, up to 2 MB' },
    }),
    startTime: f.instant({ required: true, index: true, fixed: hasBegun }),
    endTime: f.instant({ required: true, index: true, suggested: { days: 30, after: 'startTime' } }),
    registerRewardFen: f.money({
      min: 0,
      max: 10_000,
      fixed: isPublished,
      label: { zh: '每注册奖励', en: 'Reward per registration' },
    }),
    bindRewardFen: f.money({
      min: 0,
      max: 50_000,
      fixed: isPublished,
      label: { zh: '每绑车奖励', en: 'Reward per binding' },
    }),
    rewardCapFen: f.money({ min: 0, max: 100_000_000, fixed: isPublished }),
    remark: f.longText({ max: 200 }),
    scanCount: f.int({ ...count, index: true }),
    downloadCount: f.int(count),
    registerCount: f.int(count),
    bindCount: f.int(count),
    rewardFen: f.money(count),
    status: f.dict('CampaignStatus', { required: true, default: draft, readonly: true, index: true }),
  },
  list: {
    columns: [
      'name',
      'promoCode',
      'channelType',
      'status',
      'scanCount',
      'downloadCount',
      'registerCount',
      'bindCount',
      'rewardFen',
      'startTime',
      'endTime',
      'dealerId',
      'staffMobile',
      'updateTime',
    ],
    identity: ['name', 'promoCode'],
    filters: {
      name: 'like',
      promoCode: 'eq',
      channelType: 'eq',
      dealerId: 'eq',
      status: 'eq',
      startTime: 'range',
      endTime: 'range',
    },
    period: ['startTime', 'endTime'],
    order: 'createTime desc',
  },
  form: [
    { title: { zh: '推广', en: 'Promotion' }, fields: ['name', 'channelType', 'dealerId', 'staffMobile', 'remark'] },
    {
      title: { zh: '落地页', en: 'Landing page' },
      fields: ['landingType', 'landingUrl', 'posterTemplate'],
    },
    { title: { zh: '时间', en: 'Period' }, fields: ['startTime', 'endTime'] },
    { title: { zh: '奖励', en: 'Reward' }, fields: ['registerRewardFen', 'bindRewardFen', 'rewardCapFen'] },
  ],
  detail: [
    {
      title: { zh: '推广', en: 'Promotion' },
      fields: [
        'promoCode',
        'name',
        'channelType',
        'dealerId',
        'staffMobile',
        'startTime',
        'endTime',
        'status',
        'remark',
        'createTime',
        'updateTime',
      ],
    },
    {
      title: { zh: '落地页', en: 'Landing page' },
      fields: ['landingType', 'landingUrl', 'posterTemplate'],
    },
    {
      title: { zh: '结果', en: 'Results' },
      fields: [
        'scanCount',
        'downloadCount',
        'registerCount',
        'bindCount',
        'registerRewardFen',
        'bindRewardFen',
        'rewardCapFen',
        'rewardFen',
      ],
    },
  ],
  scope: { dealer: 'dealerId', city: 'dealerId.cityId', organization: 'dealerId.organizationCode' },
  machines: { status: 'SM-Promotion' },
  rules: [oneReward, period('startTime', 'endTime', { days: 366 })],
  actions: transitions(marketingMachines, 'SM-Promotion', {
    publish: {
      confirm: {
        zh: '确定发布「{name}」吗？发布后推广码和奖励不可修改。',
        en: 'Publish “{name}”? Its code and reward cannot be changed afterwards.',
      },
    },
    pause: {
      confirm: {
        zh: '确定暂停「{name}」吗？二维码仍可打开落地页，但不再计数。',
        en: 'Pause “{name}”? Its QR code still opens the landing page, but nothing is counted.',
      },
    },
  }),
  exportLimit: 10_000,
});
