import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Records of the platform itself, readable by `/rest/r`; changed only by their own pages and calls. */

const readonly = true;
/** Of codes: compared as they are, so that their index serves. */
const pattern = /^[\w.-]+$/;

/** Node of the function tree: a page, a button or a data right. */
export const sysFunction = defineEntity({
  name: 'sysFunction',
  table: 'v_function',
  domain: 'access',
  label: { zh: '菜单与功能', en: 'Menus & functions' },
  base: '/system/crm/sysFunction',
  page: 'menu',
  title: ['name'],
  calls: [],
  external: true,
  fields: {
    code: f.text({ readonly, pattern, unique: 'ever', label: { zh: '编码', en: 'Code' } }),
    parentCode: f.text({ readonly, pattern, index: true, label: { zh: '上级', en: 'Parent' } }),
    name: f.text({ readonly, label: { zh: '名称', en: 'Name' } }),
    nameEn: f.text({ readonly, label: { zh: '英文名称', en: 'English name' } }),
    functionType: f.int({
      readonly,
      help: { zh: '1页面，2按钮，3数据权限', en: '1 page, 2 button, 3 data right' },
      label: { zh: '类型', en: 'Type' },
    }),
    functionUrl: f.text({ readonly, label: { zh: '路径或接口', en: 'URL' } }),
    icon: f.text({ readonly, label: { zh: '图标', en: 'Icon' } }),
    sort: f.int({ readonly, index: true, label: { zh: '排序', en: 'Order' } }),
    hidden: f.flag({ readonly, label: { zh: '隐藏', en: 'Hidden' } }),
    cached: f.flag({ readonly, label: { zh: '缓存', en: 'Keep alive' } }),
    enabled: f.flag({ readonly, label: { zh: '状态', en: 'Status' } }),
    staffOnly: f.flag({ readonly, label: { zh: '仅内部', en: 'Staff only' } }),
    builtIn: f.flag({ readonly, label: { zh: '内置', en: 'Built-in' } }),
  },
  list: {
    columns: [
      'code',
      'parentCode',
      'name',
      'nameEn',
      'functionType',
      'functionUrl',
      'icon',
      'sort',
      'hidden',
      'cached',
      'enabled',
      'staffOnly',
      'builtIn',
    ],
    filters: { code: ['eq', 'in'], parentCode: 'eq', functionType: 'eq', enabled: 'eq' },
    order: 'sort asc',
  },
});

/** Province, city or district of GB/T 2260; its id is its six-digit code. */
export const area = defineEntity({
  name: 'area',
  table: 'v_area',
  domain: 'access',
  label: { zh: '地区', en: 'Region' },
  base: '/data/crm/area',
  page: 'dictionary',
  open: ['list'],
  title: ['name'],
  calls: [],
  external: true,
  fields: {
    name: f.text({ readonly, label: { zh: '名称', en: 'Name' } }),
    nameEn: f.text({ readonly, label: { zh: '英文名称', en: 'English name' } }),
    levelType: f.int({
      readonly,
      help: { zh: '1省，2市，3区县', en: '1 province, 2 city, 3 district' },
      label: { zh: '级别', en: 'Level' },
    }),
    jianPin: f.text({ readonly, label: { zh: '简拼', en: 'Initials' } }),
    cityCode: f.text({ readonly, pattern, label: { zh: '区号', en: 'Area code' } }),
    parentId: f.text({ readonly, pattern, index: true, label: { zh: '上级', en: 'Parent' } }),
    lng: f.decimal({ readonly, decimals: 6, label: { zh: '经度', en: 'Longitude' } }),
    lat: f.decimal({ readonly, decimals: 6, label: { zh: '纬度', en: 'Latitude' } }),
  },
  list: {
    columns: ['name', 'nameEn', 'levelType', 'jianPin', 'cityCode', 'parentId', 'lng', 'lat'],
    filters: { name: 'like', levelType: 'eq', jianPin: 'eq', cityCode: 'eq', parentId: 'eq' },
    order: 'id asc',
  },
});

/** A stored file. A user sees what they have uploaded themselves; its storage key is shown to nobody. */
export const fileObject = defineEntity({
  name: 'fileObject',
  table: 'v_file',
  domain: 'access',
  label: { zh: '文件', en: 'File' },
  base: '/data/crm/file',
  page: 'operatorManage',
  open: ['list'],
  title: ['name'],
  calls: [],
  external: true,
  fields: {
    fileId: f.text({ readonly, pattern, unique: 'ever', label: { zh: '文件编号', en: 'File no.' } }),
    biz: f.text({ readonly, pattern, label: { zh: '用途', en: 'Use' } }),
    name: f.text({ readonly, label: { zh: '文件名', en: 'File name' } }),
    contentType: f.text({ readonly, label: { zh: '类型', en: 'Type' } }),
    size: f.int({ readonly, unit: 'B', label: { zh: '大小', en: 'Size' } }),
    sha256: f.text({ readonly, pattern, label: { zh: '摘要(SHA-256)', en: 'SHA-256' } }),
    uploaderType: f.text({ readonly, pattern, label: { zh: '上传方', en: 'Uploaded by' } }),
    uploaderId: f.text({ readonly, pattern, label: { zh: '上传人编号', en: 'Uploader no.' } }),
    refCount: f.computed({ kind: 'int' }, { label: { zh: '引用数', en: 'Uses' } }),
  },
  list: {
    columns: [
      'createTime',
      'fileId',
      'biz',
      'name',
      'contentType',
      'size',
      'sha256',
      'uploaderType',
      'uploaderId',
      'refCount',
    ],
    filters: {
      fileId: ['eq', 'in'],
      biz: 'eq',
      sha256: 'eq',
      uploaderType: 'eq',
      uploaderId: 'eq',
      createTime: 'range',
    },
    order: 'createTime desc',
  },
});

/** A fault of the console, once for each place and release. */
export const frontErrorLog = defineEntity({
  name: 'frontErrorLog',
  table: 'v_error_log',
  domain: 'access',
  label: { zh: '前端错误', en: 'Console error' },
  base: '/system/crm/errorLog',
  page: 'operatorManage',
  title: ['message'],
  calls: [],
  external: true,
  fields: {
    userId: f.ref('sysUser', { readonly, label: { zh: '用户', en: 'User' } }),
    message: f.text({ readonly, label: { zh: '错误', en: 'Message' } }),
    info: f.text({ readonly, label: { zh: '说明', en: 'Info' } }),
    url: f.text({ readonly, label: { zh: '页面', en: 'Page' } }),
    stack: f.longText({ readonly, label: { zh: '调用栈', en: 'Stack' } }),
    appVersion: f.text({ readonly, pattern, label: { zh: '版本', en: 'Version' } }),
    fingerprint: f.text({ readonly, pattern, unique: 'ever', label: { zh: '指纹', en: 'Fingerprint' } }),
    count: f.int({ readonly, label: { zh: '次数', en: 'Count' } }),
    firstTime: f.instant({ readonly, label: { zh: '首次时间', en: 'First seen' } }),
    lastTime: f.instant({ readonly, index: true, label: { zh: '最近时间', en: 'Last seen' } }),
  },
  list: {
    columns: [
      'lastTime',
      'message',
      'info',
      'url',
      'stack',
      'appVersion',
      'fingerprint',
      'count',
      'firstTime',
      'userId',
    ],
    filters: { message: 'like', appVersion: 'eq', userId: 'eq', lastTime: 'range' },
    order: 'lastTime desc',
  },
  scope: { organization: 'userId.organizationCode', dealer: 'userId.dealerId' },
});
