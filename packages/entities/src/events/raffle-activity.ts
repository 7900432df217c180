import { audienceFields, commonAudiences, knownAudience } from '../audience.ts';
import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { eventsMachines } from '../machines/events.ts';
import { reviewFields } from '../review.ts';
import { period } from '../schedule.ts';
import { transitions } from '../transitions.ts';
import { boxesHoldSomething, drawnKindsOnly, oddsWithinWhole, poolField } from './raffle-pool.ts';
import { audienceNames, raffleViews } from './raffle-views.ts';
import { bothOrNone, dayWithinTotal, modeOfPlace } from './raffle-rules.ts';

const { draft, notStarted, running, paused } = eventsMachines['SM-Raffle'].states;
const { arScan, arPlace, blindBox, plain } = codes.RaffleType;
const { image } = codes.ArMode;

const liveStates: readonly number[] = [notStarted, running, paused];
/** Approved and not over: what may still change is asked of a second person (catalogue 09 §1). */
export const isLiveRaffle = (row: Row): boolean => liveStates.includes(Number(row['status'] ?? draft));
const fixed = isLiveRaffle;

const ofType =
  (...types: readonly number[]) =>
  (row: Row): boolean =>
    types.includes(Number(row['activityType']));
const isAr = ofType(arScan, arPlace);
const isPlace = ofType(arPlace);
const isBlindBox = ofType(blindBox);
const showsImages = (row: Row): boolean => isAr(row) && Number(row['arMode']) === image;

const hour = /^([01]\d|2[0-3]):[0-5]\d$/;
const clock = { max: 5, pattern: hour, fixed } as const;
const times = { required: true, fixed } as const;
const reason = f.longText({ logged: true, required: true, min: 5, max: 200 });

/**
 * Campaign with draws AR活动: users scan a mark, reach a place or simply draw. Approving fixes the odds and commits to the seed of its draws; later only
 * what the catalogue names changes, and a second person approves it (decision 0040).
 */
export const raffleActivity = defineEntity({
  name: 'raffleActivity',
  table: 'act_raffle_activity',
  domain: 'events',
  label: { zh: 'AR活动', en: 'AR event' },
  base: '/act/crm/raffleActivity',
  page: 'AReventManage',
  title: ['name', 'activityNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    activityNo: f.text({ required: true, readonly: true, max: 16, pattern: /^AR\d{11,14}$/, unique: 'ever' }),
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 30, unique: true }, { max: 60, unique: false }),
    activityType: f.dict('RaffleType', { required: true, default: plain, index: true, fixed }),
    startTime: f.instant({ required: true, index: true, fixed }),
    endTime: f.instant({ required: true, index: true, suggested: { days: 30, after: 'startTime' } }),
    dailyStart: f.text({ ...clock, help: { zh: '如10:00，不填为全天', en: 'E.g. 10:00. Empty: all day' } }),
    dailyEnd: f.text({ ...clock, help: { zh: '如22:00', en: 'E.g. 22:00' } }),
    cover: f.image({ required: true, maxMb: 1, pixels: { width: 702, height: 320 } }),
    bgImage: f.image({ required: true, maxMb: 2, pixels: { width: 1125, height: 2436 } }),
    ...f.bilingual('ruleContent', 'richText', { required: true, min: 10, max: 10_000 }, { min: 0 }),
    rulesComplete: f.flag({
      required: true,
      default: 0,
      fixed,
      label: { zh: '规则已写明奖品、概率、时间和发放方式', en: 'Rules name prizes, odds, dates and delivery' },
      help: { zh: '提交审核时须确认', en: 'Demanded when it is handed in' },
    }),
    arMode: f.dict('ArMode', { required: true, fixed, visible: isAr }),
    targetImages: f.images({
      required: true,
      min: 1,
      max: 10,
      maxMb: 2,
      fixed,
      visible: showsImages,
      help: { zh: '边长不小于480像素，特征评分不低于3', en: 'Sides of 480 pixels or more, a score of 3 or more' },
    }),
    modelFile: f.file({ required: true, biz: 'model', maxMb: 20, fixed, visible: isAr }),
    animation: f.text({ max: 40, fixed, visible: isAr }),
    soundFile: f.audio({ maxMb: 1, fixed, visible: isAr }),
    points: f.rows(
      {
        name: f.text({ required: true, max: 40 }),
        lng: f.decimal({ required: true, min: 73, max: 136, decimals: 6 }),
        lat: f.decimal({ required: true, min: 3, max: 54, decimals: 6 }),
        radiusM: f.int({ required: true, min: 20, max: 2_000, unit: 'm', label: { zh: '半径', en: 'Radius' } }),
        dailyLimit: f.int({ min: 1, max: 1_000_000, label: { zh: '每日人次', en: 'A day' } }),
      },
      { required: true, min: 1, max: 200, key: 'name', sheet: true, fixed, visible: isPlace },
    ),
    ...audienceFields(100),
    needVehicle: f.flag({ required: true, default: 0, fixed }),
    needRealName: f.flag({ required: true, default: 0, fixed }),
    newUserDays: f.int({
      min: 1,
      max: 365,
      fixed,
      help: {
        zh: '注册不超过此天数的用户，不填为不限',
        en: 'Users registered so many days ago at most. Empty: no limit',
      },
    }),
    freeTimesPerDay: f.int({ ...times, min: 1, max: 20, default: 1 }),
    maxTimesPerUser: f.int({ ...times, min: 1, max: 200, default: 30 }),
    shareExtraTimes: f.int({ ...times, min: 0, max: 5, default: 1 }),
    maxWinsPerUser: f.int({ ...times, min: 1, max: 20, default: 1 }),
    sameDeviceLimit: f.int({ ...times, min: 1, max: 5, default: 2 }),
    drawMode: f.dict('DrawMode', {
      ...times,
      default: codes.DrawMode.probability,
      help: {
        zh: '按时放量：奖品数量随活动时间逐步放出',
        en: 'Time plan: prizes become available as the time of the activity passes',
      },
    }),
    priceFen: f.money({ required: true, min: 100, max: 99_900, fixed, visible: isBlindBox }),
    guaranteeCount: f.int({
      required: true,
      min: 0,
      max: 100,
      default: 0,
      fixed,
      visible: isBlindBox,
      help: { zh: '连续未中多少次后必中，0为无', en: 'A win after so many without one; 0: none' },
    }),
    maxBoxesPerUser: f.int({ required: true, min: 1, max: 100, default: 10, fixed, visible: isBlindBox }),
    budgetLimitFen: f.money({ required: true, min: 0, max: 100_000_000_000 }),
    prizes: poolField,
    shareTitle: f.text({ max: 30 }),
    shareImage: f.image({ maxMb: 0.5, pixels: { width: 300, height: 300 } }),
    shareUrl: f.text({ max: 500, pattern: /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/ }),
    changeReason: f.longText({
      required: true,
      min: 5,
      max: 200,
      visible: isLiveRaffle,
      label: { zh: '变更原因', en: 'Reason of the change' },
      help: {
        zh: '另一人批准后生效；降低概率会在APP公示',
        en: 'Takes effect when another person approves it; lower odds are announced in the app',
      },
    }),
    status: f.dict('CampaignStatus', { required: true, default: draft, readonly: true, index: true }),
    pauseReason: f.text({ readonly: true, max: 100, label: { zh: '暂停原因', en: 'Why it is paused' } }),
    joinUsers: f.computed(f.int()),
    draws: f.computed(f.int()),
    wins: f.computed(f.int()),
    winRate: f.computed(f.decimal({ unit: '%', decimals: 2 })),
    stockLeft: f.computed(f.int()),
    budgetUsedFen: f.computed(f.money(), { label: { zh: '已用预算', en: 'Budget used' } }),
    oddsVersion: f.computed(f.int(), { label: { zh: '概率版本', en: 'Version of the odds' } }),
    commitment: f.computed(f.text(), { label: { zh: '种子承诺', en: 'Commitment to the seed' } }),
    ...reviewFields(),
  },
  ...raffleViews,
  audience: { types: commonAudiences, fields: audienceNames },
  rules: [
    knownAudience(commonAudiences),
    period('startTime', 'endTime', { days: 180 }),
    bothOrNone,
    dayWithinTotal,
    modeOfPlace,
    drawnKindsOnly,
    oddsWithinWhole,
    boxesHoldSomething,
  ],
  machines: { status: 'SM-Raffle' },
  // What is published and not over.
  choosable: { status: [notStarted, running, paused] },
  publishable: true,
  actions: {
    ...transitions(eventsMachines, 'SM-Raffle', {
      submit: {},
      approve: {
        confirm: {
          zh: '通过「{name}」？奖品从库存预留，概率和随机种子从此固定。',
          en: 'Approve “{name}”? Its prizes are reserved from the stock; its odds and the seed of its draws are fixed.',
        },
        input: { remark: f.longText({ logged: true, max: 200 }) },
      },
      reject: { input: { remark: reason } },
      pause: {
        confirm: { zh: '暂停「{name}」？APP显示活动暂停。', en: 'Pause “{name}”? The app says that it is paused.' },
        input: { reason },
      },
      resume: { confirm: { zh: '恢复「{name}」？', en: 'Resume “{name}”?' } },
      finish: {
        danger: true,
        confirm: {
          zh: '结束「{name}」？不能再抽奖，未中出的奖品退回库存，随机种子公布。',
          en: 'End “{name}”? No one draws after that, prizes that were not won go back to the stock, and the seed is published.',
        },
        input: {
          retype: f.text({
            required: true,
            max: 30,
            label: { zh: '再次输入活动名称', en: 'Type the name again' },
          }),
        },
      },
    }),
  },
  exportLimit: 10_000,
});
