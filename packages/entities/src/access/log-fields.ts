import { f } from '../fields.ts';

const readonly = true;
/** Of codes: compared as they are, so that their index serves. */
export const pattern = /^[\w.]+$/;
export const time = f.instant({ required: true, readonly, index: true, label: { zh: '时间', en: 'Time' } });
export const userId = f.ref('sysUser', { readonly, label: { zh: '用户', en: 'User' } });
export const ip = f.text({ readonly, label: { zh: 'IP', en: 'IP' } });
export const userAgent = f.text({ readonly, max: 300, label: { zh: '浏览器', en: 'Browser' } });
export const requestId = f.text({ readonly, label: { zh: '请求编号', en: 'Request ID' } });
export const entityName = f.text({ readonly, pattern, label: { zh: '对象类型', en: 'Object type' } });
export const entityId = f.text({ readonly, pattern, label: { zh: '对象编号', en: 'Object ID' } });
/** Rows of users in scope; rows of unknown names are shown only to users who see everything. */
export const scope = { organization: 'userId.organizationCode', dealer: 'userId.dealerId' } as const;
export const page = 'operatorManage';
/** User or record; a condition of the server's hooks. */
export const whoOrWhat = {
  eq: [],
  like: ['username'],
  label: { zh: '姓名 / 用户名 / VIN / 编号', en: 'Name / username / VIN / no.' },
} as const;
