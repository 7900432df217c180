import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { contentMachines } from '../machines/content.ts';
import { appVersion } from '../patterns.ts';
import { reviewFields, reviewNames } from '../review.ts';
import { period } from '../schedule.ts';
import { transitions } from '../transitions.ts';
import { hasPackage, isForVehicles, isSkin, slotNames, themeSlots } from './theme-slots.ts';

const { draft, inReview, onShelf, offShelf } = contentMachines['SM-Theme'].states;
const { blindBox, paid } = codes.ThemeSaleMode;

/** What reviewers approve changes by a new version alone. */
const fixed = (row: Row): boolean => Number(row['status']) !== draft;
/** Of all versions: owners know the theme by it. */
const fixedEver = (row: Row): boolean => fixed(row) || Number(row['version']) > 1;
/** Price, period, place and description may change at any time but under review. */
const reviewed = (row: Row): boolean => Number(row['status']) === inReview;
const isSoldBy =
  (mode: number) =>
  (row: Row): boolean =>
    Number(row['saleMode']) === mode;
const isPaid = isSoldBy(paid);

const yuan = 100;

function inWholeYuan({ priceFen }: Row): Issue | undefined {
  return typeof priceFen !== 'number' || priceFen % yuan === 0
    ? undefined
    : { field: 'priceFen', text: { zh: '须为整元', en: 'Must be whole yuan' } };
}

function originalAbove({ originalPriceFen, priceFen }: Row): Issue | undefined {
  return typeof originalPriceFen !== 'number' || typeof priceFen !== 'number' || originalPriceFen >= priceFen
    ? undefined
    : { field: 'originalPriceFen', text: { zh: '原价不能低于价格', en: 'Must not be below the price' } };
}

const color = { required: true, visible: isSkin, fixed } as const;

/**
 * Theme of the app 主题: a skin of the app or the meter, a voice pack, or several of these. Each version is a record of its own with the number of the
 * theme; one of them is on the shelf.
 */
export const appTheme = defineEntity({
  name: 'appTheme',
  table: 'cnt_app_theme',
  domain: 'content',
  label: { zh: '主题', en: 'Theme' },
  base: '/ps/crm/appTheme',
  page: 'themeManage',
  buttons: { sort: 'themeManage.sort' },
  title: ['name', 'themeNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'sort'],
  fields: {
    themeNo: f.text({ required: true, readonly: true, max: 12, index: true }),
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 16, fixed: fixedEver }, { min: 0, fixed: fixedEver }),
    themeType: f.dict('ThemeType', { required: true, default: 1, index: true, fixed: fixedEver }),
    cover: f.image({
      required: true,
      pixels: { width: 400, height: 400 },
      maxMb: 1,
      fixed,
      help: { zh: '400×400', en: '400×400' },
    }),
    previews: f.images({
      required: true,
      min: 3,
      max: 6,
      pixels: { width: 1125, height: 2436 },
      maxMb: 1,
      fixed,
      help: { zh: '3–6张，1125×2436', en: '3 to 6 of 1125×2436' },
    }),
    description: f.longText({ max: 200, fixed: reviewed, label: { zh: '说明', en: 'Description' } }),
    vehicleTypeIds: f.refMany('vehicleType', {
      required: true,
      min: 1,
      max: 100,
      visible: isForVehicles,
      fixed,
      help: { zh: '仅新平台（OTA代际2）车型', en: 'New-platform models (OTA generation 2) only' },
    }),
    saleMode: f.dict('ThemeSaleMode', { required: true, default: codes.ThemeSaleMode.free, fixed }),
    priceFen: f.money({ required: true, min: yuan, max: 99 * yuan, visible: isPaid, fixed: reviewed }),
    originalPriceFen: f.money({ min: yuan, max: 990_000, visible: isPaid, fixed: reviewed }),
    rarity: f.dict('Rarity', { required: true, visible: isSoldBy(blindBox), fixed }),
    settlementRate: f.decimal({ required: true, min: 0, max: 100, decimals: 2, visible: isPaid, fixed }),
    partnerName: f.text({ max: 40, fixed }),
    primaryColor: f.color(color),
    textColor: f.color({ ...color, on: 'bgColor' }),
    bgColor: f.color(color),
    ...themeSlots,
    packageFile: f.file({
      required: true,
      biz: 'themePackage',
      maxMb: 20,
      visible: hasPackage,
      fixed,
      label: { zh: '仪表资源包', en: 'Meter package' },
      help: { zh: 'zip，不超过20MB', en: 'ZIP, up to 20 MB' },
    }),
    startTime: f.instant({ fixed: reviewed }),
    endTime: f.instant({ fixed: reviewed }),
    isHoliday: f.flag({ required: true, default: 0, index: true, fixed }),
    holidayCode: f.dict('Holiday', { required: true, visible: (row) => Number(row['isHoliday']) === 1, fixed }),
    minAppVersion: f.text({ max: 11, pattern: appVersion, fixed, help: { zh: '如1.2.0', en: 'E.g. 1.2.0' } }),
    minMeterVersion: f.text({
      max: 11,
      pattern: appVersion,
      visible: hasPackage,
      fixed,
      help: { zh: '如1.2.0', en: 'E.g. 1.2.0' },
    }),
    sort: f.sort({ index: true }),
    version: f.int({ required: true, readonly: true, default: 1 }),
    status: f.dict('ThemeStatus', { required: true, readonly: true, default: draft, index: true }),
    downloads: f.int({ required: true, readonly: true, default: 0 }),
    buyers: f.count('userTheme', 'themeId', { label: { zh: '拥有人数', en: 'Owners' } }),
    revenueFen: f.computed(f.money(), {
      help: { zh: '本版本的支付减退款', en: 'Payments for this version, less what was given back' },
    }),
    voices: f.count('voice', 'themeId', { where: { enabled: 1 } }),
    ...reviewFields(),
  },
  list: {
    columns: [
      'cover',
      'name',
      'themeNo',
      'status',
      'version',
      'themeType',
      'vehicleTypeIds',
      'saleMode',
      'priceFen',
      'downloads',
      'buyers',
      'revenueFen',
      'sort',
      'updateTime',
    ],
    identity: ['name', 'themeNo'],
    filters: {
      name: 'like',
      themeType: 'eq',
      saleMode: 'eq',
      vehicleTypeIds: 'eq',
      status: 'eq',
      isHoliday: 'eq',
    },
    hiddenFilters: { themeNo: 'eq' },
    order: 'sort asc',
    counters: 'status',
    linesAbove: 2,
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds', shelfStatus: 'status' },
  form: [
    {
      title: { zh: '主题', en: 'Theme' },
      fields: [
        'name',
        'nameEn',
        'themeType',
        'vehicleTypeIds',
        'cover',
        'previews',
        'description',
        'isHoliday',
        'holidayCode',
        'minAppVersion',
        'minMeterVersion',
        'sort',
      ],
    },
    {
      title: { zh: '售卖', en: 'Sale' },
      fields: [
        'saleMode',
        'rarity',
        'priceFen',
        'originalPriceFen',
        'settlementRate',
        'partnerName',
        'startTime',
        'endTime',
      ],
    },
    { title: { zh: '色值', en: 'Colours' }, fields: ['primaryColor', 'textColor', 'bgColor'] },
    { title: { zh: '素材', en: 'Assets' }, fields: [...slotNames, 'packageFile'] },
  ],
  detail: [
    {
      title: { zh: '主题', en: 'Theme' },
      fields: [
        'name',
        'nameEn',
        'themeNo',
        'version',
        'themeType',
        'status',
        'vehicleTypeIds',
        'isHoliday',
        'holidayCode',
        'minAppVersion',
        'minMeterVersion',
        'sort',
        'description',
        'cover',
        'previews',
      ],
    },
    {
      title: { zh: '售卖', en: 'Sale' },
      fields: [
        'saleMode',
        'rarity',
        'priceFen',
        'originalPriceFen',
        'settlementRate',
        'partnerName',
        'startTime',
        'endTime',
        'downloads',
        'buyers',
        'revenueFen',
      ],
    },
    { title: { zh: '色值', en: 'Colours' }, fields: ['primaryColor', 'textColor', 'bgColor'] },
    { title: { zh: '素材', en: 'Assets' }, fields: [...slotNames, 'packageFile', 'voices'] },
    { title: { zh: '审核', en: 'Review' }, fields: [...reviewNames, 'createBy', 'createTime', 'updateTime'] },
  ],
  rules: [inWholeYuan, originalAbove, period('startTime', 'endTime', { days: 3660 })],
  uniqueTogether: [
    ['name', 'version'],
    ['themeNo', 'version'],
  ],
  machines: { status: 'SM-Theme' },
  actions: {
    ...transitions(contentMachines, 'SM-Theme', {
      submit: {},
      approve: { input: { remark: f.longText({ logged: true, max: 200 }) } },
      reject: { input: { remark: f.longText({ logged: true, required: true, min: 5, max: 200 }) } },
      shelfOn: {},
      shelfOff: {
        danger: true,
        confirm: {
          zh: '下架「{name}」？商城不再展示，已拥有的用户仍可使用。',
          en: 'Take “{name}” off? The mall no longer shows it; its owners keep it.',
        },
      },
    }),
    newVersion: {
      label: { zh: '升级版本', en: 'New version' },
      path: 'newVersion',
      button: 'themeManage.edit',
      where: ['row', 'detail'],
      from: { status: [onShelf, offShelf] },
      next: false,
      confirm: {
        zh: '为「{name}」建立新版本的草稿？上架后已拥有的用户免费更新。',
        en: 'Begin a draft of the next version of “{name}”? Once it is on the shelf, owners get it free.',
      },
    },
  },
});
