import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Person who works at a dealer 经销商员工. */
export const dealerStaff = defineEntity({
  name: 'dealerStaff',
  table: 'dlr_staff',
  domain: 'dealers',
  label: { zh: '经销商员工', en: 'Dealer staff' },
  base: '/data/crm/dealerStaff',
  page: 'dealerManage',
  buttons: {
    add: 'dealerManage.staff',
    update: 'dealerManage.staff',
    batchDelete: 'dealerManage.staff',
    enable: 'dealerManage.staff',
  },
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    dealerId: f.ref('dealer', { required: true, fixed: true, index: true, cascade: true }),
    name: f.private('name', { required: true, min: 2, max: 20, label: { zh: '姓名', en: 'Name' } }),
    mobile: f.private('mobile', { required: true, format: 'mobile' }),
    position: f.dict('DealerPosition', { required: true, label: { zh: '职务', en: 'Position' } }),
    skill: f.text({ max: 60, label: { zh: '技能', en: 'Skill' } }),
    certNo: f.text({ max: 40, label: { zh: '证书编号', en: 'Certificate no.' } }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
  },
  list: {
    columns: ['name', 'mobile', 'position', 'skill', 'certNo', 'enabled', 'updateTime'],
    filters: { dealerId: 'eq', mobile: 'eq', position: 'eq', enabled: 'eq' },
    order: 'createTime desc',
  },
  machines: { enabled: 'SM-Enable' },
  scope: { dealer: 'dealerId', city: 'dealerId.cityId', organization: 'dealerId.organizationCode' },
});
