import { codes } from '../codes.ts';
import { defineEntity, type ActionDefs } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { prizesMachines } from '../machines/prizes.ts';
import { transitions } from '../transitions.ts';

const { toClaim, toShip } = prizesMachines['SM-Winning'].states;
const readonly = true;
const ofKind =
  (kind: number) =>
  (row: Row): boolean =>
    Number(row['prizeKind']) === kind;
const isOfDraw = (row: Row): boolean => Number(row['source']) === codes.WinSource.draw;
const isPhysical = ofKind(codes.PrizeKind.physical);
const isDelivered = (row: Row): boolean => Number(row['deliveryMode']) === codes.DeliveryMode.express;
const isPickedUp = (row: Row): boolean => Number(row['deliveryMode']) === codes.DeliveryMode.pickUp;

const reason = f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '原因', en: 'Reason' } });
const parcel = {
  expressCompany: f.dict('ExpressCompany', { logged: true, required: true }),
  expressNo: f.text({ logged: true, required: true, min: 6, max: 32 }),
};

/** Actions on what was won: its delivery, and taking it back. */
const winningActions = {
  // Another person decides (`changeRequest`).
  cancel: {
    label: { zh: '取消资格', en: 'Cancel' },
    path: 'transition',
    button: 'winningRecord.cancel',
    where: ['row', 'detail'],
    from: { status: [toClaim, toShip] },
    danger: true,
    confirm: {
      zh: '提交取消「{name}」的中奖资格？另一人批准后奖品收回，并通知用户。',
      en: 'Ask to cancel the win “{name}”? When another person approves it, the prize is taken back and the user is told.',
    },
    fixedInput: { action: 'cancel' },
    input: { reason },
  },
  addRemark: {
    label: { zh: '备注', en: 'Add remark' },
    path: 'remark',
    button: 'winningRecord.addRemark',
    where: ['row', 'detail'],
    input: { remark: f.longText({ logged: true, required: true, min: 1, max: 200 }) },
  },
  ...transitions(prizesMachines, 'SM-Winning', {
    ship: { path: 'ship', input: parcel },
    verify: {
      path: 'verify',
      input: {
        code: f.text({
          required: true,
          max: 6,
          pattern: /^\d{6}$/,
          label: { zh: '6位核销码', en: 'Six-digit code' },
          help: { zh: '用户在APP「我的奖品」中出示', en: 'The user shows it in the app, under “My prizes”' },
        }),
      },
    },
    return: {
      confirm: { zh: '「{name}」的快件已退回？', en: 'Has the parcel of “{name}” come back?' },
      input: { reason },
    },
    reship: { input: parcel },
    close: {
      danger: true,
      confirm: {
        zh: '关闭「{name}」？奖品回到可用库存。',
        en: 'Close “{name}”? The prize goes back to the stock that is available.',
      },
      input: { reason },
    },
  }),
} as const satisfies ActionDefs;

/** What a user of the app has won 中奖记录, and its way to them. */
export const winningRecord = defineEntity({
  name: 'winningRecord',
  table: 'act_winning_record',
  domain: 'prizes',
  label: { zh: '中奖记录', en: 'Winning record' },
  base: '/act/crm/winningRecord',
  page: 'winningRecord',
  title: ['recordNo', 'prizeName'],
  calls: ['list', 'detail', 'export', 'import', 'importTemplate'],
  callPaths: { import: 'importShip', importTemplate: 'importShipTemplate' },
  buttons: { import: 'winningRecord.importShip', importTemplate: 'winningRecord.importShip' },
  importColumns: ['recordNo', 'expressCompany', 'expressNo'],
  fields: {
    recordNo: f.text({
      required: true,
      readonly,
      max: 16,
      pattern: /^WN\d{14}$/,
      unique: 'ever',
      label: { zh: '中奖编号', en: 'Record no.' },
    }),
    source: f.dict('WinSource', { required: true, readonly, index: true, label: { zh: '来源', en: 'Won by' } }),
    wishId: f.ref('wish', {
      readonly,
      index: true,
      visible: (row) => Number(row['source']) === codes.WinSource.wish,
      label: { zh: '心愿', en: 'Wish' },
    }),
    activityId: f.ref('raffleActivity', {
      readonly,
      index: true,
      visible: isOfDraw,
      label: { zh: '抽奖活动', en: 'Event' },
    }),
    drawEvidence: f.computed(f.text(), { label: { zh: '抽奖凭据', en: 'Evidence of the draw' } }),
    // Lists name all of them alike; beside the event itself its name would stand twice.
    activityName: f.text({
      readonly,
      max: 60,
      visible: (row) => !isOfDraw(row),
      label: { zh: '活动', en: 'Activity' },
    }),
    userId: f.ref('appUser', { required: true, readonly, index: true, label: { zh: '用户', en: 'User' } }),
    mobile: f.lookup('userId', 'mobile'),
    prizeKind: f.dict('PrizeKind', { required: true, readonly, index: true }),
    prizeId: f.ref('prize', { readonly, index: true, visible: isPhysical }),
    couponId: f.ref('coupon', {
      readonly,
      index: true,
      visible: ofKind(codes.PrizeKind.coupon),
      label: { zh: '优惠券', en: 'Coupon' },
    }),
    themeId: f.ref('appTheme', {
      readonly,
      visible: ofKind(codes.PrizeKind.theme),
      label: { zh: '主题', en: 'Theme' },
    }),
    prizeName: f.text({ required: true, readonly, max: 60, label: { zh: '奖品名称', en: 'Prize name' } }),
    levelName: f.text({ readonly, max: 8 }),
    marketPriceFen: f.money({ readonly, visible: isPhysical }),
    winTime: f.instant({ required: true, readonly, index: true }),
    claimDeadline: f.instant({ readonly, index: true }),
    status: f.dict('WinningStatus', { required: true, default: toClaim, readonly, index: true }),
    deliveryMode: f.dict('DeliveryMode', { readonly, visible: isPhysical }),
    claimTime: f.instant({ readonly, visible: isPhysical, label: { zh: '领取时间', en: 'Claimed at' } }),
    receiver: f.private('name', { readonly, visible: isPhysical }),
    receiverMobile: f.private('mobile', {
      readonly,
      visible: isPhysical,
      label: { zh: '收件手机', en: "Receiver's mobile" },
    }),
    provinceId: f.area(1, { readonly, visible: isDelivered }),
    cityId: f.area(2, { readonly, parent: 'provinceId', visible: isDelivered }),
    districtId: f.area(3, { readonly, parent: 'cityId', visible: isDelivered }),
    address: f.private('address', { readonly, visible: isDelivered }),
    dealerId: f.ref('dealer', {
      readonly,
      index: true,
      visible: isPickedUp,
      label: { zh: '自提门店', en: 'Picked up at' },
    }),
    taxFlag: f.flag({ required: true, default: 0, readonly, label: { zh: '需代扣个税', en: 'Income tax' } }),
    idNumber: f.private('idNumber', { readonly, visible: (row) => Number(row['taxFlag']) === 1 }),
    expressCompany: f.dict('ExpressCompany', { visible: isDelivered }),
    expressNo: f.text({ max: 32, index: true, visible: isDelivered }),
    /** Where its parcel is, as the express service says. */
    expressState: f.computed(f.dict('ExpressState'), { visible: isDelivered, label: { zh: '快递状态', en: 'Parcel' } }),
    shipTime: f.instant({ readonly, visible: isDelivered, label: { zh: '发货时间', en: 'Shipped at' } }),
    doneTime: f.instant({ readonly, label: { zh: '完成时间', en: 'Done at' } }),
    riskFlag: f.flag({ required: true, default: 0, readonly, index: true }),
    remark: f.longText({ readonly, max: 200 }),
  },
  list: {
    columns: [
      'recordNo',
      'prizeName',
      'prizeKind',
      'levelName',
      'status',
      'expressState',
      'claimDeadline',
      'userId',
      'mobile',
      'activityName',
      'source',
      'winTime',
      'receiver',
      'cityId',
      'dealerId',
      'expressCompany',
      'expressNo',
      'riskFlag',
      'taxFlag',
      'remark',
    ],
    identity: ['recordNo', 'prizeName'],
    decides: ['claimDeadline'],
    filters: {
      recordNo: 'eq',
      mobile: 'eq',
      status: 'in',
      prizeKind: 'eq',
      prizeId: 'eq',
      activityId: 'eq',
      source: 'eq',
      winTime: 'range',
      expressState: 'in',
      riskFlag: 'eq',
      expressNo: 'eq',
    },
    hiddenFilters: { userId: 'eq', dealerId: 'eq', wishId: 'eq' },
    counters: 'status',
    keyword: {
      eq: ['recordNo', 'expressNo'],
      like: [],
      label: { zh: '中奖编号或快递单号', en: 'Record or express no.' },
    },
    order: 'winTime desc',
  },
  detail: [
    {
      title: { zh: '中奖', en: 'Win' },
      fields: [
        'recordNo',
        'source',
        'activityId',
        'activityName',
        'drawEvidence',
        'wishId',
        'userId',
        'mobile',
        'prizeKind',
        'prizeName',
        'prizeId',
        'couponId',
        'themeId',
        'levelName',
        'marketPriceFen',
        'winTime',
        'claimDeadline',
        'status',
        'riskFlag',
        'remark',
      ],
    },
    {
      title: { zh: '领取与发货', en: 'Claim and delivery' },
      fields: [
        'deliveryMode',
        'claimTime',
        'receiver',
        'receiverMobile',
        'provinceId',
        'cityId',
        'districtId',
        'address',
        'dealerId',
        'taxFlag',
        'idNumber',
        'expressCompany',
        'expressNo',
        'expressState',
        'shipTime',
        'doneTime',
      ],
    },
  ],
  scope: { dealer: 'dealerId', city: 'userId.cityId' },
  machines: { status: 'SM-Winning' },
  actions: winningActions,
  exportLimit: 50_000,
  exportsPeople: true,
});
