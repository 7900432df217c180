import { audienceFields, commonAudiences, knownAudience } from '../audience.ts';
import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import {
  hasJumpTarget,
  jumpActivity,
  jumpArticle,
  jumpsByHttps,
  jumpsToActivity,
  jumpsToArticle,
  knownJump,
} from '../jump.ts';
import { marketingMachines } from '../machines/marketing.ts';
import { appVersion } from '../patterns.ts';
import { period } from '../schedule.ts';
import { transitions } from '../transitions.ts';

const { waiting, live } = marketingMachines['SM-Ad'].states;
const jump = codes.JumpType;

const audienceNames = ['clientOs', 'minVersion', 'audienceType', 'tagIds', 'vehicleTypeIds', 'cityCodes'] as const;
const onStates: readonly number[] = [waiting, live];
const isOn = (row: Row): boolean => onStates.includes(Number(row['status']));
const has = (name: string, code: number) => (row: Row) => Number(row[name]) === code;

/** What stays as it is while the advertisement is on: its place in the order, its end and its audience may change. */
const fixed = isOn;

/** Advertisement in a place of the app 广告. */
export const advertisement = defineEntity({
  name: 'advertisement',
  table: 'ps_advertisement',
  domain: 'marketing',
  label: { zh: '广告', en: 'Advertisement' },
  base: '/ps/crm/advertisement',
  page: 'bannerManage',
  buttons: { sort: 'bannerManage.sort' },
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'sort'],
  fields: {
    title: f.text({ required: true, min: 2, max: 30, fixed }),
    position: f.dict('AdPosition', {
      required: true,
      index: true,
      fixed,
      label: { zh: '广告位置', en: 'Position' },
      help: {
        zh: '开屏同时最多3个，首页8个，弹窗每个人群1个',
        en: 'At a time: 3 on splash, 8 on home, 1 popup per audience',
      },
    }),
    image: f.image({
      required: true,
      maxMb: 1,
      fixed,
      help: {
        zh: '开屏1242×2208或1125×2436，弹窗600×800，其余702×280；不超过1MB',
        en: 'Splash 1242×2208 or 1125×2436, popup 600×800, others 702×280; up to 1 MB',
      },
    }),
    imageEn: f.image({ maxMb: 1, fixed, help: { zh: '尺寸同上', en: 'Of the same size' } }),
    jumpType: f.dict('JumpType', { required: true, default: jump.none, fixed }),
    jumpTarget: f.text({
      required: true,
      max: 500,
      fixed,
      visible: hasJumpTarget,
      help: {
        zh: 'https地址（域名须在白名单内）或APP页面',
        en: 'An https address on an allowed host, or a page of the app',
      },
    }),
    articleId: f.ref('article', { required: true, fixed, visible: jumpsToArticle, label: jumpArticle }),
    activityId: f.ref('raffleActivity', { required: true, fixed, visible: jumpsToActivity, label: jumpActivity }),
    clientOs: f.dictMany('ClientOs', {
      fixed,
      empty: everything,
      help: { zh: '空为全部平台', en: 'Empty: all platforms' },
    }),
    minVersion: f.text({
      max: 11,
      pattern: appVersion,
      fixed,
      help: { zh: '如1.2.0', en: 'E.g. 1.2.0' },
    }),
    ...audienceFields(100),
    startTime: f.instant({ required: true, fixed }),
    endTime: f.instant({ required: true, suggested: { days: 30, after: 'startTime' } }),
    displaySeconds: f.int({
      required: true,
      min: 1,
      max: 5,
      default: 3,
      unit: 's',
      fixed,
      visible: has('position', codes.AdPosition.splash),
    }),
    frequency: f.dict('AdFrequency', { required: true, default: 1, fixed }),
    sort: f.sort({ index: true }),
    status: f.dict('AdStatus', { required: true, default: 0, readonly: true, index: true }),
    impressions: f.computed(f.int()),
    clicks: f.computed(f.int()),
    ctr: f.computed(f.decimal({ unit: '%', decimals: 2 })),
  },
  list: {
    columns: [
      'image',
      'title',
      'position',
      'status',
      'clientOs',
      'audienceType',
      'startTime',
      'endTime',
      'sort',
      'impressions',
      'clicks',
      'ctr',
      'createBy',
    ],
    identity: ['title'],
    // The column of the audience says which ones, too.
    also: ['tagIds', 'vehicleTypeIds', 'cityCodes', 'minVersion'],
    filters: { title: 'like', position: 'eq', status: 'eq', startTime: 'range', endTime: 'range' },
    period: ['startTime', 'endTime'],
    order: 'sort asc',
    counters: 'status',
  },
  form: [
    { title: { zh: '广告', en: 'Advertisement' }, fields: ['title', 'position', 'image', 'imageEn', 'sort'] },
    { title: { zh: '跳转', en: 'Target' }, fields: ['jumpType', 'jumpTarget', 'articleId', 'activityId'] },
    {
      title: { zh: '展示', en: 'Display' },
      fields: ['startTime', 'endTime', 'displaySeconds', 'frequency'],
    },
    {
      title: { zh: '人群', en: 'Audience' },
      fields: audienceNames,
    },
  ],
  detail: [
    {
      title: { zh: '广告', en: 'Advertisement' },
      fields: [
        'title',
        'position',
        'status',
        'image',
        'imageEn',
        'jumpType',
        'jumpTarget',
        'articleId',
        'activityId',
        'sort',
      ],
    },
    {
      title: { zh: '展示', en: 'Display' },
      fields: ['startTime', 'endTime', 'displaySeconds', 'frequency', 'impressions', 'clicks', 'ctr'],
    },
    {
      title: { zh: '人群', en: 'Audience' },
      fields: [...audienceNames, 'createBy', 'createTime'],
    },
  ],
  audience: { types: commonAudiences, fields: audienceNames },
  rules: [knownJump, knownAudience(commonAudiences), jumpsByHttps, period('startTime', 'endTime', { days: 366 })],
  machines: { status: 'SM-Ad' },
  actions: adActions(),
});

/** What begins later is put on by the same button: it waits for its time. */
function adActions() {
  const { shelfWait: _sameButton, ...actions } = transitions(marketingMachines, 'SM-Ad', {
    shelfOn: { path: 'shelf', many: true, fixedInput: { shelf: 1 } },
    shelfOff: {
      path: 'shelf',
      many: true,
      fixedInput: { shelf: 0 },
      confirm: { zh: '下架「{name}」？APP将不再展示。', en: 'Take “{name}” off? The app no longer shows it.' },
    },
  });
  return actions;
}
