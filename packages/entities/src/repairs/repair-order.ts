import { parseInstant } from '@wheelhouse/contract/time';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { repairActions } from './repair-actions.ts';

const rescue = 4;
/** Whoever repairs comes to the vehicle: door-to-door, road rescue. */
const comesToVehicle = ({ serviceType }: Row): boolean => [2, rescue].includes(Number(serviceType));
const byAppointment = ({ serviceType }: Row): boolean => Number(serviceType) !== rescue;

const latestDays = 30;
const dayMs = 86_400_000;

function soonEnough({ appointmentTime }: Row, old: Row | undefined): Issue | undefined {
  if (typeof appointmentTime !== 'string' || appointmentTime === old?.['appointmentTime']) return undefined;
  const at = parseInstant(appointmentTime);
  if (at === undefined || at.getTime() <= Date.now() + latestDays * dayMs) return undefined;
  return { field: 'appointmentTime', text: { zh: '只能预约30天以内', en: 'At most 30 days from now' } };
}

const fact = { readonly: true } as const;

/** Repair order 报修单: from the report of an owner to its settlement. */
export const repairOrder = defineEntity({
  name: 'repairOrder',
  table: 'cs_repair_order',
  domain: 'repairs',
  label: { zh: '报修单', en: 'Repair order' },
  base: '/cs/crm/repairOrder',
  page: 'repairListsManage',
  title: ['orderNo'],
  calls: ['list', 'detail', 'add', 'update', 'export'],
  // Whoever may add an order may correct what it was added with.
  buttons: { update: 'repairListsManage.add' },
  fields: {
    orderNo: f.text({ required: true, readonly: true, max: 16, pattern: /^RP\d{14}$/, unique: 'ever' }),
    source: f.dict('RepairSource', { required: true, default: 2, readonly: true, index: true }),
    vehicleId: f.ref('vehicle', {
      required: true,
      fixed: true,
      index: true,
      label: { zh: '车辆', en: 'Vehicle' },
    }),
    vin: f.lookup('vehicleId', 'vin'),
    vehicleTypeId: f.lookup('vehicleId', 'vehicleTypeId'),
    warrantyEnd: f.lookup('vehicleId', 'warrantyEnd'),
    userId: f.ref('appUser', { readonly: true, index: true, label: { zh: '车主', en: 'Owner' } }),
    contactName: f.private('name', { required: true, min: 2, max: 20 }),
    contactMobile: f.private('mobile', { required: true, format: 'mobile' }),
    faultCategory: f.dict('LargeProblemClassification', { required: true, level: 1, index: true }),
    faultSub: f.dict('LargeProblemClassification', { required: true, parent: 'faultCategory', index: true }),
    faultDesc: f.longText({ required: true, min: 5, max: 500 }),
    images: f.images({ max: 9, maxMb: 5 }),
    video: f.video({ maxMb: 50, label: { zh: '视频', en: 'Video' } }),
    serviceType: f.dict('RepairServiceType', {
      required: true,
      default: 1,
      index: true,
    }),
    provinceId: f.area(1, { required: true, visible: comesToVehicle }),
    cityId: f.area(2, { required: true, parent: 'provinceId', visible: comesToVehicle, index: true }),
    districtId: f.area(3, { required: true, parent: 'cityId', visible: comesToVehicle }),
    address: f.private('address', { required: true, min: 5, max: 100, visible: comesToVehicle }),
    lng: f.decimal({ min: 73, max: 136, decimals: 6, visible: comesToVehicle, right: 'privacy.viewLocation' }),
    lat: f.decimal({ min: 3, max: 54, decimals: 6, visible: comesToVehicle, right: 'privacy.viewLocation' }),
    appointmentTime: f.instant({
      required: true,
      ahead: 120,
      visible: byAppointment,
      index: true,
      help: { zh: '2小时后至30天内，须在网点营业时间内', en: '2 hours to 30 days ahead, within opening hours' },
    }),
    dealerId: f.ref('dealer', {
      index: true,
      fixed: true,
      label: { zh: '网点', en: 'Dealer' },
      help: { zh: '维修网点；留空由客服派单', en: 'Must offer repairs. Leave empty to dispatch it later' },
    }),
    technicianId: f.ref('dealerStaff', { ...fact, index: true, label: { zh: '技师', en: 'Technician' } }),
    priority: f.dict('Priority', { required: true, default: 2, index: true }),
    status: f.dict('RepairStatus', { required: true, default: 0, readonly: true, index: true }),
    /** End of the time for the present step: to accept, to answer, to repair, to confirm. */
    dueTime: f.instant({ ...fact, index: true, label: { zh: '时限', en: 'Due' } }),
    slaLeft: f.computed(f.int({ unit: 'min' }), { label: { zh: '剩余时限', en: 'Time left' } }),
    overdue: f.computed(f.flag(), { label: { zh: '超时', en: 'Overdue' } }),
    escalated: f.flag({ required: true, default: 0, readonly: true, label: { zh: '已升级', en: 'Escalated' } }),
    alarmId: f.ref('alarm', { ...fact, index: true, label: { zh: '来源报警', en: 'Alarm' } }),
    feedbackId: f.ref('feedback', { ...fact, index: true, label: { zh: '来源反馈', en: 'Feedback' } }),
    odometerKm: f.decimal({ ...fact, unit: 'km', decimals: 1 }),
    dispatchTime: f.instant({ ...fact, label: { zh: '派单时间', en: 'Dispatched at' } }),
    acceptTime: f.instant({ ...fact, label: { zh: '接单时间', en: 'Accepted at' } }),
    startTime: f.instant({ ...fact, label: { zh: '开始维修', en: 'Started at' } }),
    completeTime: f.instant({ ...fact, label: { zh: '完工时间', en: 'Completed at' } }),
    finishTime: f.instant({ ...fact, index: true, label: { zh: '结束时间', en: 'Finished at' } }),
    checkInImages: f.images({ ...fact, max: 9, label: { zh: '进厂照片', en: 'Check-in photos' } }),
    diagnosis: f.longText({ ...fact, max: 500, label: { zh: '诊断', en: 'Diagnosis' } }),
    causeCode: f.dict('RepairCause', { ...fact, label: { zh: '故障原因', en: 'Cause' } }),
    measures: f.dictMany('RepairMeasure', { ...fact, label: { zh: '维修措施', en: 'Measures' } }),
    warrantyResult: f.dict('WarrantyResult', fact),
    laborFen: f.money(fact),
    partsFen: f.money({ ...fact, label: { zh: '配件费', en: 'Parts fee' } }),
    otherFen: f.money({ ...fact, label: { zh: '其他费用', en: 'Other fees' } }),
    totalFen: f.computed(f.money(), { label: { zh: '费用合计', en: 'Total' } }),
    beforeImages: f.images({ ...fact, max: 9, label: { zh: '维修前照片', en: 'Photos before' } }),
    afterImages: f.images({ ...fact, max: 9, label: { zh: '维修后照片', en: 'Photos after' } }),
    /** The warranty review: asked for, and how after-sales decided for parts of which amount. */
    auditRequested: f.flag({
      required: true,
      default: 0,
      readonly: true,
      label: { zh: '待质保审核', en: 'Review due' },
    }),
    auditResult: f.dict('WarrantyResult', { ...fact, label: { zh: '审核判定', en: 'Review result' } }),
    auditFen: f.money({ ...fact, label: { zh: '审核用件金额', en: 'Reviewed parts' } }),
    auditRemark: f.text({ ...fact, max: 200, label: { zh: '审核说明', en: 'Review remark' } }),
    auditorId: f.ref('sysUser', { ...fact, label: { zh: '审核人', en: 'Reviewed by' } }),
    solution: f.longText({ ...fact, max: 500, label: { zh: '解决方案', en: 'Solution' } }),
    endReason: f.text({ ...fact, max: 200, label: { zh: '结束原因', en: 'End reason' } }),
    rating: f.int({ ...fact, min: 1, max: 5 }),
    ratingTags: f.tags({ ...fact, max: 6, label: { zh: '评价标签', en: 'Rating tags' } }),
    ratingText: f.text({ ...fact, max: 200, label: { zh: '评价', en: 'Comment' } }),
    ratingTime: f.instant({ ...fact, label: { zh: '评价时间', en: 'Rated at' } }),
  },
  list: {
    columns: [
      'orderNo',
      'status',
      'slaLeft',
      'dealerId',
      'vehicleId',
      'faultCategory',
      'faultSub',
      'serviceType',
      'technicianId',
      'contactName',
      'contactMobile',
      'priority',
      'source',
      'vehicleTypeId',
      'createTime',
      'appointmentTime',
      'finishTime',
      'rating',
    ],
    decides: ['dealerId', 'vehicleId'],
    filters: {
      keyword: 'eq',
      dealerId: 'eq',
      overdue: 'eq',
      faultCategory: 'eq',
      faultSub: 'eq',
      serviceType: 'eq',
      priority: 'eq',
      source: 'eq',
      createTime: 'range',
      contactMobile: 'eq',
      orderNo: 'eq',
      vin: 'like',
      status: ['eq', 'in'],
      rating: 'range',
    },
    hiddenFilters: { userId: 'eq', vehicleId: 'eq', alarmId: 'eq', feedbackId: 'eq' },
    keyword: { eq: ['orderNo'], like: [], end: ['vin'], label: { zh: '报修单号 / VIN', en: 'Order no. / VIN' } },
    counters: 'status',
    order: 'createTime desc',
    also: ['vin', 'overdue', 'dueTime', 'escalated'],
  },
  form: [
    {
      title: { zh: '车辆与联系人', en: 'Vehicle and contact' },
      fields: ['vehicleId', 'contactName', 'contactMobile', 'priority'],
    },
    {
      title: { zh: '故障', en: 'Fault' },
      fields: ['faultCategory', 'faultSub', 'faultDesc', 'images', 'video'],
    },
    {
      title: { zh: '服务', en: 'Service' },
      fields: [
        'serviceType',
        'provinceId',
        'cityId',
        'districtId',
        'address',
        'lng',
        'lat',
        'appointmentTime',
        'dealerId',
      ],
    },
  ],
  detail: [
    {
      title: { zh: '报修', en: 'Report' },
      fields: [
        'source',
        'faultCategory',
        'faultSub',
        'faultDesc',
        'images',
        'video',
        'priority',
        'alarmId',
        'feedbackId',
      ],
    },
    {
      title: { zh: '联系与服务', en: 'Contact and service' },
      fields: [
        'contactName',
        'contactMobile',
        'serviceType',
        'appointmentTime',
        'provinceId',
        'cityId',
        'districtId',
        'address',
        'dealerId',
        'technicianId',
      ],
    },
    {
      title: { zh: '维修', en: 'Repair' },
      fields: [
        'odometerKm',
        'checkInImages',
        'diagnosis',
        'causeCode',
        'measures',
        'beforeImages',
        'afterImages',
        'solution',
        'endReason',
      ],
    },
    {
      title: { zh: '质保与费用', en: 'Warranty and fees' },
      fields: [
        'warrantyEnd',
        'warrantyResult',
        'auditRequested',
        'auditResult',
        'auditRemark',
        'auditorId',
        'laborFen',
        'partsFen',
        'otherFen',
        'totalFen',
      ],
    },
    {
      title: { zh: '时间与评价', en: 'Times and rating' },
      fields: [
        'dueTime',
        'escalated',
        'dispatchTime',
        'acceptTime',
        'startTime',
        'completeTime',
        'finishTime',
        'rating',
        'ratingTags',
        'ratingText',
      ],
    },
  ],
  aliases: { vehicleTypeName: 'vehicleTypeId', technician: 'technicianId' },
  machines: { status: 'SM-Repair' },
  // Nobody's yet: the city it was reported from. Whoever sees a dealer sees its orders, also those in the next city.
  scope: { dealer: 'dealerId', city: ['dealerId.cityId', 'cityId'], organization: 'dealerId.organizationCode' },
  rules: [soonEnough],
  actions: repairActions,
  exportLimit: 20_000,
});
