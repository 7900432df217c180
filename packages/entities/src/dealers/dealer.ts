import { defineEntity, type ActionDefs, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { dealersMachines } from '../machines/dealers.ts';
import { transitions } from '../transitions.ts';

const reason = f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '原因', en: 'Reason' } });

/** Cooperation with a dealer; its stock. */
const dealerActions = {
  ...transitions(dealersMachines, 'SM-Dealer', {
    suspend: {
      danger: true,
      confirm: {
        zh: '确定暂停与「{name}」的合作吗？APP将不再展示，其账号将无法登录。',
        en: 'Suspend the cooperation with “{name}”? The app no longer shows it and its accounts cannot log in.',
      },
      input: { reason },
    },
    reactivate: {
      confirm: { zh: '确定恢复与「{name}」的合作吗？', en: 'Reactivate the cooperation with “{name}”?' },
      input: { reason },
    },
    terminate: {
      where: ['detail'],
      danger: true,
      confirm: { zh: '确定终止与「{name}」的合作吗？', en: 'Terminate the cooperation with “{name}”?' },
      input: { reason },
    },
    reopen: {
      where: ['detail'],
      confirm: {
        zh: '以新合同重新与「{name}」合作？',
        en: 'Reopen the cooperation with “{name}” under a new contract?',
      },
      input: { reason, contractStart: f.date({ required: true }), contractEnd: f.date({ required: true }) },
    },
  }),
  transferStock: {
    label: { zh: '转移库存', en: 'Transfer stock' },
    path: 'transferStock',
    button: 'dealerManage.transferStock',
    where: ['detail'],
    input: {
      toId: f.ref('dealer', { required: true, label: { zh: '转入经销商', en: 'Target dealer' } }),
      vins: f.tags({
        required: true,
        min: 1,
        max: 200,
        label: { zh: '车架号', en: 'VINs' },
        help: { zh: '回车分隔；仅未激活车辆', en: 'One per line. Vehicles not activated only' },
      }),
    },
  },
} as const satisfies ActionDefs;

function contractOrder(row: Row): Issue | undefined {
  const [start, end] = [row['contractStart'], row['contractEnd']];
  return typeof start === 'string' && typeof end === 'string' && end <= start
    ? { field: 'contractEnd', text: { zh: '合同结束须晚于合同开始', en: 'Contract end must be after contract start' } }
    : undefined;
}

const salesOnly = '1';
/** Codes of D:DealerService that somebody who repairs offers: repair, maintenance, battery check, door-to-door, rescue. */
const ofRepairers: readonly unknown[] = ['2', '3', '4', '5', '6'];

function servicesOfType({ dealerType, serviceItems }: Row): Issue | undefined {
  if (String(dealerType) !== salesOnly || !Array.isArray(serviceItems)) return undefined;
  return serviceItems.some((item) => ofRepairers.includes(item))
    ? {
        field: 'serviceItems',
        text: { zh: '销售网点不能提供维修类服务', en: 'A sales outlet offers no repair services' },
      }
    : undefined;
}

/** Dealer 经销商. */
export const dealer = defineEntity({
  name: 'dealer',
  table: 'dlr_dealer',
  domain: 'dealers',
  label: { zh: '经销商', en: 'Dealer' },
  base: '/data/crm/dealer',
  page: 'dealerManage',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'import', 'importTemplate', 'export'],
  fields: {
    dealerCode: f.text({
      max: 7,
      pattern: /^D\d{6}$/,
      unique: true,
      fixed: true,
      help: { zh: '留空自动生成，如D000123', en: 'Generated if empty, e.g. D000123' },
    }),
    name: f.text({ required: true, min: 4, max: 60, unique: true }),
    shortName: f.text({ min: 2, max: 16 }),
    dealerType: f.dict('DealerType', { required: true, index: true }),
    level: f.dict('DealerLevel', { required: true, label: { zh: '等级', en: 'Level' } }),
    parentId: f.parent('dealer', {
      levels: 3,
      refusal: 5124,
      index: true,
      label: { zh: '上级经销商', en: 'Parent dealer' },
    }),
    organizationCode: f.text({
      required: true,
      max: 40,
      default: 'HQ',
      index: true,
      label: { zh: '所属组织', en: 'Organization' },
      help: { zh: '负责该经销商的组织编码', en: 'Code of the organization in charge of this dealer' },
    }),
    uscc: f.text({ format: 'uscc', max: 18, required: true }),
    sapCustomerCode: f.text({ max: 10, pattern: /^\d{6,10}$/, unique: true }),
    legalPerson: f.text({ min: 2, max: 20 }),
    contactName: f.private('name', { required: true, min: 2, max: 20 }),
    contactMobile: f.private('mobile', { required: true, format: 'mobile' }),
    servicePhone: f.text({ format: 'servicePhone', max: 13, required: true }),
    provinceId: f.area(1, { required: true }),
    cityId: f.area(2, { required: true, parent: 'provinceId', index: true }),
    districtId: f.area(3, { required: true, parent: 'cityId' }),
    address: f.text({ required: true, min: 5, max: 100 }),
    lng: f.decimal({ required: true, min: 73, max: 136, decimals: 6 }),
    lat: f.decimal({ required: true, min: 3, max: 54, decimals: 6 }),
    businessHours: f.json({
      required: true,
      shape: 'weeklyHours',
      default: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '18:00' }],
    }),
    serviceItems: f.dictMany('DealerService', { required: true, min: 1 }),
    brands: f.dictMany('VehicleBrand'),
    vehicleTypeIds: f.refMany('vehicleType', { label: { zh: '经营车型', en: 'Models on sale' } }),
    photos: f.images({ max: 6 }),
    licenseImage: f.image({ right: 'dealerManage.viewLicense' }),
    contractStart: f.date({ required: true }),
    contractEnd: f.date({ required: true, index: true }),
    showInApp: f.flag({ required: true, default: 1 }),
    sort: f.sort(),
    remark: f.longText({ max: 200 }),
    status: f.dict('DealerStatus', { required: true, default: 1, readonly: true, index: true }),
    vehicleStock: f.count('vehicle', 'dealerId', { where: { activationStatus: 0 } }),
    soldCount: f.count('vehicle', 'dealerId', { where: { activationStatus: 1 } }),
    openRepairs: f.computed(f.int()),
    rating: f.computed(f.decimal({ decimals: 1 })),
  },
  list: {
    columns: [
      'name',
      'dealerCode',
      'status',
      'dealerType',
      'level',
      'cityId',
      'contactName',
      'contactMobile',
      'servicePhone',
      'vehicleStock',
      'soldCount',
      'openRepairs',
      'rating',
      'provinceId',
      'districtId',
      'contractEnd',
      'updateTime',
    ],
    identity: ['name', 'dealerCode'],
    filters: {
      keyword: 'like',
      dealerType: 'eq',
      level: 'eq',
      provinceId: 'eq',
      cityId: 'eq',
      districtId: 'eq',
      status: 'eq',
      showInApp: 'eq',
      contractEnd: 'range',
    },
    hiddenFilters: { dealerCode: 'eq' },
    keyword: { eq: ['dealerCode'], like: ['name', 'dealerCode'], label: { zh: '名称 / 编码', en: 'Name / code' } },
    order: 'createTime desc',
    also: ['lng', 'lat'],
  },
  form: [
    {
      title: { zh: '基本信息', en: 'Basic information' },
      fields: [
        'dealerCode',
        'name',
        'shortName',
        'dealerType',
        'level',
        'parentId',
        'organizationCode',
        'uscc',
        'sapCustomerCode',
      ],
    },
    { title: { zh: '联系', en: 'Contact' }, fields: ['legalPerson', 'contactName', 'contactMobile', 'servicePhone'] },
    { title: { zh: '位置', en: 'Location' }, fields: ['provinceId', 'cityId', 'districtId', 'address', 'lng', 'lat'] },
    {
      title: { zh: '经营', en: 'Business' },
      fields: ['businessHours', 'serviceItems', 'brands', 'vehicleTypeIds', 'photos', 'licenseImage'],
    },
    {
      title: { zh: '合同与展示', en: 'Contract and display' },
      fields: ['contractStart', 'contractEnd', 'showInApp', 'sort', 'remark'],
    },
  ],
  machines: { status: 'SM-Dealer' },
  choosable: { status: [1] },
  scope: { dealer: 'id', city: 'cityId', organization: 'organizationCode' },
  rules: [contractOrder, servicesOfType],
  actions: dealerActions,
  importColumns: [
    'dealerCode',
    'name',
    'shortName',
    'dealerType',
    'level',
    'organizationCode',
    'uscc',
    'sapCustomerCode',
    'contactName',
    'contactMobile',
    'servicePhone',
    'provinceId',
    'cityId',
    'districtId',
    'address',
    'lng',
    'lat',
    'serviceItems',
    'contractStart',
    'contractEnd',
  ],
  importLimit: 2000,
  exportLimit: 50_000,
});
