import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { prizesMachines } from '../machines/prizes.ts';
import { couponPeriods, onlyGrows, underThreshold } from './coupon-rules.ts';
import { transitions } from '../transitions.ts';

/** Rows of a file of external codes. */
export const mostCodes = 100_000;
/** What an external code looks like. */
export const couponCodePattern = /^[A-Za-z0-9][A-Za-z0-9_.+/=-]{5,31}$/;
/** Users of one grant. */
export const mostGranted = 50_000;

const { draft } = prizesMachines['SM-Coupon'].states;
const { CouponType: type, CouponScope: scope, ValidMode: mode } = codes;

const is = (name: string, code: number) => (row: Row) => Number(row[name]) === code;
const isExternal = is('couponType', type.external);

/** What people were promised does not change any more. */
const fixed = (row: Row): boolean => Number(row['status']) !== draft;
/** Nor does the kind of a coupon that has codes. */
const hasKind = (row: Row): boolean => fixed(row) || Number(row['codeCount'] ?? 0) > 0;

const count = { required: true, default: 0, readonly: true, min: 0 } as const;

/** Coupon 优惠券: what is promised, how many there are and who may receive them. */
export const coupon = defineEntity({
  name: 'coupon',
  table: 'act_coupon',
  domain: 'prizes',
  label: { zh: '优惠券', en: 'Coupon' },
  base: '/act/crm/coupon',
  page: 'coupon',
  title: ['name', 'couponNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    couponNo: f.text({ required: true, readonly: true, max: 12, unique: 'ever' }),
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 20 }, { max: 40 }),
    couponType: f.dict('CouponType', { required: true, default: type.amount, index: true, fixed: hasKind }),
    amountFen: f.money({
      required: true,
      min: 1,
      max: 1_000_000,
      fixed,
      visible: is('couponType', type.amount),
      label: { zh: '面额', en: 'Face value' },
    }),
    discount: f.decimal({
      required: true,
      min: 1,
      max: 9.9,
      decimals: 1,
      fixed,
      visible: is('couponType', type.percent),
      help: { zh: '8.5即八五折', en: '8.5 means that 85 % is paid' },
    }),
    maxOffFen: f.money({
      required: true,
      min: 1,
      max: 1_000_000,
      fixed,
      visible: is('couponType', type.percent),
      label: { zh: '最多减免', en: 'At most off' },
    }),
    thresholdFen: f.money({
      required: true,
      min: 0,
      max: 100_000_000,
      default: 0,
      fixed,
      help: { zh: '0为无门槛', en: '0: none' },
    }),
    scope: f.dict('CouponScope', {
      required: true,
      default: scope.mall,
      index: true,
      fixed,
      label: { zh: '适用范围', en: 'Valid for' },
    }),
    themeIds: f.refMany('appTheme', {
      max: 100,
      fixed,
      empty: everything,
      visible: is('scope', scope.themes),
      label: { zh: '适用主题', en: 'Themes' },
    }),
    dealerIds: f.refMany('dealer', {
      max: 200,
      fixed,
      empty: everything,
      visible: is('scope', scope.dealerService),
      label: { zh: '适用门店', en: 'Dealers' },
    }),
    total: f.int({
      required: true,
      min: 1,
      max: 1_000_000,
      index: true,
      label: { zh: '发行量', en: 'Quantity' },
      help: { zh: '发布后只能增加', en: 'May only grow once published' },
    }),
    perUserLimit: f.int({ required: true, min: 1, max: 100, default: 1 }),
    validMode: f.dict('ValidMode', { required: true, default: mode.fixed, fixed }),
    validStart: f.instant({
      required: true,
      fixed,
      visible: is('validMode', mode.fixed),
      label: { zh: '有效期开始', en: 'Valid from' },
    }),
    validEnd: f.instant({
      required: true,
      index: true,
      fixed,
      visible: is('validMode', mode.fixed),
      suggested: { days: 30, after: 'validStart' },
      label: { zh: '有效期结束', en: 'Valid until' },
    }),
    validDays: f.int({
      required: true,
      min: 1,
      max: 365,
      fixed,
      visible: is('validMode', mode.days),
      label: { zh: '领取后有效天数', en: 'Days valid' },
    }),
    receiveStart: f.instant({ help: { zh: '空为发布后即可领取', en: 'Empty: once published' } }),
    receiveEnd: f.instant({ help: { zh: '空为不限', en: 'Empty: no end' } }),
    stackable: f.flag({ required: true, default: 0, fixed }),
    description: f.longText({ required: true, min: 5, max: 300, label: { zh: '使用说明', en: 'How to use it' } }),
    issued: f.int({ ...count, index: true }),
    used: f.int(count),
    expired: f.int(count),
    useRate: f.computed(f.decimal({ unit: '%', decimals: 2 })),
    codeCount: f.int({ ...count, visible: isExternal, label: { zh: '已导入券码', en: 'Codes imported' } }),
    face: f.computed(f.text()),
    validity: f.computed(f.text()),
    status: f.dict('CouponStatus', { required: true, default: draft, readonly: true, index: true }),
  },
  list: {
    columns: [
      'name',
      'couponNo',
      'status',
      'couponType',
      'face',
      'thresholdFen',
      'scope',
      'total',
      'issued',
      'used',
      'expired',
      'useRate',
      'validity',
      'updateTime',
    ],
    identity: ['name', 'couponNo'],
    decides: ['issued', 'total'],
    filters: {
      keyword: 'like',
      name: 'like',
      couponType: 'eq',
      scope: 'eq',
      status: 'eq',
      validStart: 'range',
      validEnd: 'range',
    },
    keyword: { eq: ['couponNo'], like: ['name'], label: { zh: '名称 / 券编号', en: 'Name / coupon no.' } },
    period: ['validStart', 'validEnd'],
    counters: 'status',
    order: 'createTime desc',
    also: ['amountFen', 'discount', 'maxOffFen', 'validMode', 'validDays', 'validStart', 'validEnd'],
  },
  form: [
    {
      title: { zh: '优惠', en: 'Discount' },
      fields: [
        'name',
        'couponType',
        'amountFen',
        'discount',
        'maxOffFen',
        'thresholdFen',
        'scope',
        'themeIds',
        'dealerIds',
        'stackable',
      ],
    },
    {
      title: { zh: '发行', en: 'Issuing' },
      fields: ['total', 'perUserLimit', 'receiveStart', 'receiveEnd'],
    },
    {
      title: { zh: '有效期', en: 'Validity' },
      fields: ['validMode', 'validStart', 'validEnd', 'validDays'],
    },
    { title: { zh: '说明', en: 'Description' }, fields: ['description'] },
  ],
  detail: [
    {
      title: { zh: '优惠', en: 'Discount' },
      fields: [
        'couponNo',
        'name',
        'status',
        'couponType',
        'amountFen',
        'discount',
        'maxOffFen',
        'thresholdFen',
        'scope',
        'themeIds',
        'dealerIds',
        'stackable',
        'description',
      ],
    },
    {
      title: { zh: '发行', en: 'Issuing' },
      fields: ['total', 'perUserLimit', 'receiveStart', 'receiveEnd', 'validity', 'codeCount'],
    },
    {
      title: { zh: '结果', en: 'Results' },
      fields: ['issued', 'used', 'expired', 'useRate', 'createBy', 'createTime', 'updateTime'],
    },
  ],
  machines: { status: 'SM-Coupon' },
  choosable: { status: [prizesMachines['SM-Coupon'].states.issuing] },
  rules: [underThreshold, ...couponPeriods, onlyGrows],
  actions: transitions(prizesMachines, 'SM-Coupon', {
    publish: {
      confirm: {
        zh: '确定发布「{name}」吗？发布后面额、门槛、适用范围和有效期不可修改，发行量只能增加。',
        en: 'Publish “{name}”? Face value, threshold, scope and validity are fixed afterwards; the quantity may only grow.',
      },
    },
    pause: {
      confirm: {
        zh: '确定暂停「{name}」吗？暂停后不能领取和发放，已领取的券不受影响。',
        en: 'Pause “{name}”? It cannot be received meanwhile; what was received stays valid.',
      },
    },
    finish: {
      danger: true,
      confirm: {
        zh: '确定结束「{name}」吗？结束后不能再领取或恢复，已领取的券在有效期内仍可使用。',
        en: 'End “{name}”? It can never be received again; what was received stays valid until it expires.',
      },
    },
  }),
  exportLimit: 10_000,
});
