import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { unbindActions } from './unbind-actions.ts';

const secondHand = (row: Row) => String(row['applyType']) === '2';
const listed = (value: unknown) => (Array.isArray(value) ? value.length : 0);
/** A second-hand buyer proves more. */
const proofsOfBuyer = 3;

function enoughProof(row: Row): Issue | undefined {
  if (!secondHand(row) || listed(row['proofImages']) + listed(row['idImages']) >= proofsOfBuyer) return undefined;
  return {
    field: 'proofImages',
    text: {
      zh: '二手买家须提供至少{n}张证明材料',
      en: 'A second-hand buyer must provide at least {n} proof documents',
    },
    params: { n: proofsOfBuyer },
  };
}

/** Application to unbind a vehicle 解绑申请. At most one of a vehicle is open. */
export const unbindApplication = defineEntity({
  name: 'unbindApplication',
  table: 'veh_unbind_application',
  domain: 'binding',
  label: { zh: '解绑申请', en: 'Unbind application' },
  base: '/veh/crm/unbindApplication',
  page: 'unbindManage',
  title: ['applicationNo'],
  calls: ['list', 'detail', 'add', 'export'],
  fields: {
    applicationNo: f.text({ required: true, readonly: true, max: 18, pattern: /^UB\d{14,16}$/, unique: 'ever' }),
    vehicleId: f.ref('vehicle', {
      required: true,
      fixed: true,
      index: true,
      label: { zh: '车辆', en: 'Vehicle' },
      help: { zh: '须为已绑定车辆', en: 'Must be a bound vehicle' },
    }),
    vin: f.lookup('vehicleId', 'vin'),
    vehicleTypeId: f.lookup('vehicleId', 'vehicleTypeId'),
    applyType: f.dict('UnbindApplyType', { required: true }),
    applicantName: f.private('name', { required: true, min: 2, max: 20 }),
    applicantMobile: f.private('mobile', { required: true, format: 'mobile' }),
    applicantUserId: f.ref('appUser', {
      readonly: true,
      index: true,
      label: { zh: '申请用户', en: 'Applicant (app user)' },
    }),
    idNumber: f.private('idNumber', { required: true, format: 'idNumber', visible: secondHand }),
    currentOwnerId: f.ref('appUser', { readonly: true, index: true, label: { zh: '当前车主', en: 'Current owner' } }),
    currentOwnerMobile: f.lookup('currentOwnerId', 'mobile', {
      label: { zh: '当前车主手机', en: 'Current owner mobile' },
    }),
    reason: f.longText({ required: true, min: 5, max: 200 }),
    proofImages: f.images({
      required: true,
      min: 1,
      max: 9,
      maxMb: 5,
      biz: 'evidence',
      help: {
        zh: '购车发票、车架号照片、二手交易合同',
        en: 'Purchase invoice, photo of the frame number, second-hand sales contract',
      },
    }),
    idImages: f.images({
      max: 2,
      maxMb: 5,
      biz: 'evidence',
      sensitive: true,
      label: { zh: '身份证照片', en: 'ID card photos' },
      help: { zh: '查看会被记录', en: 'Every view is logged' },
    }),
    status: f.dict('UnbindStatus', { required: true, default: 0, readonly: true, index: true }),
    submitTime: f.instant({ required: true, readonly: true, index: true }),
    submitDealerId: f.ref('dealer', { readonly: true, label: { zh: '提交经销商', en: 'Submitting dealer' } }),
    reviewerId: f.ref('sysUser', { readonly: true, index: true, label: { zh: '审核人', en: 'Reviewer' } }),
    reviewTime: f.instant({ readonly: true, index: true }),
    reviewRemark: f.text({ readonly: true, max: 200, label: { zh: '审核说明', en: 'Review note' } }),
    rejectReasonCode: f.dict('UnbindRejectReason', {
      readonly: true,
      label: { zh: '驳回原因', en: 'Reject reason' },
    }),
    noticeEndTime: f.instant({ readonly: true, label: { zh: '公示截止', en: 'Notice period ends' } }),
    objectReason: f.text({ readonly: true, max: 200, label: { zh: '异议理由', en: 'Objection' } }),
    objectTime: f.instant({ readonly: true, label: { zh: '异议时间', en: 'Objected at' } }),
    secondReviewerId: f.ref('sysUser', { readonly: true, label: { zh: '复审人', en: 'Second reviewer' } }),
    secondReviewTime: f.instant({ readonly: true, label: { zh: '复审时间', en: 'Second review at' } }),
    secondRemark: f.text({ readonly: true, max: 200, label: { zh: '复审说明', en: 'Second review note' } }),
    unbindTime: f.instant({ readonly: true }),
    waitHours: f.computed(f.int()),
  },
  list: {
    columns: [
      'applicationNo',
      'status',
      'waitHours',
      'vehicleId',
      'vehicleTypeId',
      'applyType',
      'applicantName',
      'applicantMobile',
      'currentOwnerMobile',
      'reason',
      'submitTime',
      'reviewerId',
      'reviewTime',
    ],
    filters: {
      keyword: 'eq',
      applicationNo: 'eq',
      vin: 'like',
      applyType: 'eq',
      status: 'eq',
      applicantMobile: 'eq',
      submitTime: 'range',
      reviewerId: 'eq',
      vehicleId: 'eq',
    },
    keyword: {
      eq: ['applicationNo', 'applicantMobile'],
      like: [],
      end: ['vin'],
      label: { zh: '申请单号 / 申请人手机 / VIN', en: 'Application no. / applicant mobile / VIN' },
    },
    counters: 'status',
    order: 'submitTime desc',
    also: ['vin'],
  },
  aliases: { reviewer: 'reviewerId' },
  form: [
    { title: { zh: '申请', en: 'Application' }, fields: ['vehicleId', 'applyType', 'reason'] },
    {
      title: { zh: '申请人与证明', en: 'Applicant and proof' },
      fields: ['applicantName', 'applicantMobile', 'idNumber', 'proofImages', 'idImages'],
    },
  ],
  detail: [
    {
      title: { zh: '申请', en: 'Application' },
      fields: ['vehicleId', 'vehicleTypeId', 'applyType', 'submitTime', 'submitDealerId', 'createBy', 'reason'],
    },
    {
      title: { zh: '申请人与车主', en: 'Applicant and owner' },
      fields: [
        'applicantName',
        'applicantMobile',
        'idNumber',
        'applicantUserId',
        'currentOwnerId',
        'currentOwnerMobile',
      ],
    },
  ],
  machines: { status: 'SM-Unbind' },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
  rules: [enoughProof],
  actions: unbindActions,
  exportLimit: 10_000,
});
