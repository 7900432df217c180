import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { changesMachines } from '../machines/changes.ts';
import { reviewFields } from '../review.ts';
import { transitions } from '../transitions.ts';

const readonly = true;
const ofMobile = (row: Row) => Number(row['kind']) === codes.ChangeKind.mobile;
const ofUser = (row: Row) => Number(row['kind']) !== codes.ChangeKind.dictionary;

/**
 * A change that one person asks for and another one approves 变更申请: of a list that guards something, of the number that an account belongs
 * to. It is fixed when it is made, and done as it was read when it is approved.
 */
export const changeRequest = defineEntity({
  name: 'changeRequest',
  table: 'sys_change_request',
  domain: 'changes',
  label: { zh: '变更申请', en: 'Change request' },
  base: '/system/crm/changeRequest',
  page: 'changeRequest',
  title: ['subject'],
  calls: ['list', 'detail'],
  fields: {
    kind: f.dict('ChangeKind', { required: true, readonly, label: { zh: '变更类型', en: 'Kind of change' } }),
    action: f.dict('ChangeAction', { required: true, readonly, label: { zh: '动作', en: 'Action' } }),
    subject: f.text({ required: true, readonly, max: 200, label: { zh: '对象', en: 'Subject' } }),
    changes: f.json({ required: true, readonly, label: { zh: '变更内容', en: 'Changes' } }),
    userId: f.ref('appUser', {
      readonly,
      index: true,
      visible: ofUser,
      label: { zh: 'APP用户', en: 'App user' },
    }),
    vehicleId: f.ref('vehicle', {
      readonly,
      visible: (row) => Number(row['kind']) === codes.ChangeKind.unbind,
    }),
    newMobile: f.private('mobile', { readonly, visible: ofMobile, label: { zh: '新手机号', en: 'New mobile' } }),
    idImages: f.images({
      readonly,
      max: 4,
      maxMb: 5,
      biz: 'evidence',
      sensitive: true,
      visible: ofMobile,
      label: { zh: '身份证照片', en: 'ID card photos' },
      help: { zh: '查看会被记录', en: 'Every view is logged' },
    }),
    reason: f.text({ readonly, max: 200, label: { zh: '申请原因', en: 'Reason given' } }),
    status: f.dict('ChangeStatus', { required: true, default: 1, readonly, index: true }),
    ...reviewFields(),
  },
  list: {
    columns: ['subject', 'kind', 'action', 'status', 'userId', 'submitterId', 'submitTime', 'auditorId', 'auditTime'],
    filters: { status: 'eq', kind: 'eq', submitterId: 'eq', submitTime: 'range' },
    counters: 'status',
    order: 'submitTime desc',
  },
  detail: [
    {
      title: { zh: '变更', en: 'Change' },
      fields: ['kind', 'action', 'subject', 'userId', 'vehicleId', 'newMobile', 'idImages', 'reason', 'status'],
    },
    {
      title: { zh: '申请与审批', en: 'Request and approval' },
      fields: ['submitterId', 'submitTime', 'auditorId', 'auditTime', 'auditRemark'],
    },
  ],
  scope: { city: 'userId.cityId' },
  machines: { status: 'SM-Change' },
  actions: transitions(changesMachines, 'SM-Change', {
    approve: {
      confirm: {
        zh: '批准「{name}」？所列变更将立即生效。',
        en: 'Approve “{name}”? The changes that are listed take effect at once.',
      },
      input: { remark: f.longText({ logged: true, max: 200, label: { zh: '审批说明', en: 'Note' } }) },
    },
    refuse: {
      danger: true,
      next: true,
      input: {
        remark: f.longText({
          logged: true,
          required: true,
          min: 2,
          max: 200,
          label: { zh: '退回原因', en: 'Why it is refused' },
        }),
      },
    },
  }),
});
