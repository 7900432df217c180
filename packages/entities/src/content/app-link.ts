import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { webAddress } from '../patterns.ts';
import { consentLinks } from '../users/app-user-consent.ts';

/** Links that the app needs before anybody signs in: they exist in every installation, and can be neither disabled nor deleted. */
export const builtInLinks: readonly string[] = Object.values(consentLinks);

const isBuiltIn = (row: Row): boolean => builtInLinks.includes(String(row['linkCode']));
const agreements: readonly string[] = Object.values(codes.LinkCategory);
const isAgreement = (row: Row): boolean => agreements.includes(String(row['category']));
const isMiniProgram = (row: Row): boolean => Number(row['openMode']) === codes.OpenMode.miniProgram;

/** A higher version of an agreement asks every user for consent again, so it never goes back. */
function versionRises(row: Row, old: Row | undefined): Issue | undefined {
  if (old === undefined || !isAgreement(row) || Number(row['versionNo']) >= Number(old['versionNo'] ?? 0))
    return undefined;
  return {
    field: 'versionNo',
    text: { zh: '版本号不能低于当前的{n}', en: 'Must not be lower than the current version {n}' },
    params: { n: String(old['versionNo']) },
  };
}

const help = { zh: 'https地址，域名须在链接域名白名单内', en: 'An https address on an allowed link host' };

/** Link of the app 链接: agreements and other pages that the app opens by their code. */
export const appLink = defineEntity({
  name: 'appLink',
  table: 'ps_link',
  domain: 'content',
  label: { zh: '链接', en: 'Link' },
  base: '/ps/crm/link',
  page: 'link',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    linkCode: f.text({
      required: true,
      min: 3,
      max: 32,
      pattern: /^[A-Z][A-Z0-9_]{2,31}$/,
      unique: true,
      fixed: true,
      help: {
        zh: '大写字母、数字和下划线，以字母开头',
        en: 'Capital letters, digits and underscores, beginning with a letter',
      },
    }),
    name: f.text({ required: true, min: 2, max: 30 }),
    category: f.dict('LinkCategory', { required: true, index: true, fixed: isBuiltIn }),
    ...f.bilingual(
      'url',
      'text',
      { required: true, max: 500, pattern: webAddress, help, label: { zh: '链接地址', en: 'URL' } },
      { pattern: webAddress },
    ),
    clientOs: f.dictMany('ClientOs', { required: true, min: 1, default: ['1', '2', '3'] }),
    openMode: f.dict('OpenMode', { required: true, default: codes.OpenMode.inApp }),
    miniAppId: f.text({
      required: true,
      max: 40,
      pattern: /^wx[0-9a-f]{16}$/,
      visible: isMiniProgram,
      label: { zh: '小程序AppID', en: 'Mini-program app ID' },
    }),
    miniPath: f.text({ max: 200, visible: isMiniProgram, label: { zh: '小程序路径', en: 'Mini-program path' } }),
    needLogin: f.flag({ required: true, default: 0 }),
    appendToken: f.flag({
      required: true,
      default: 0,
      help: { zh: '仅自有域名', en: 'Own hosts only' },
    }),
    versionNo: f.int({
      required: true,
      min: 1,
      max: 9999,
      visible: isAgreement,
      help: {
        zh: '提高版本号后，APP会要求用户重新同意',
        en: 'A higher version makes the app ask users for consent again',
      },
    }),
    effectiveTime: f.instant({ required: true, visible: isAgreement }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    remark: f.longText({ max: 200 }),
    checkResult: f.dict('LinkCheckResult', { readonly: true, label: { zh: '检测结果', en: 'Check result' } }),
    checkStatus: f.int({ readonly: true, label: { zh: 'HTTP状态', en: 'HTTP status' } }),
    checkTime: f.instant({ readonly: true, label: { zh: '检测时间', en: 'Checked at' } }),
  },
  list: {
    columns: [
      'name',
      'linkCode',
      'enabled',
      'checkResult',
      'checkTime',
      'category',
      'url',
      'openMode',
      'clientOs',
      'needLogin',
      'appendToken',
      'versionNo',
      'effectiveTime',
      'checkStatus',
      'updateTime',
    ],
    decides: ['checkResult'],
    identity: ['name', 'linkCode'],
    filters: { keyword: 'like', category: 'eq', openMode: 'eq', enabled: 'eq' },
    keyword: { eq: ['linkCode'], like: ['name'], label: { zh: '名称或编码', en: 'Name or code' } },
    order: 'linkCode asc',
  },
  form: [
    {
      title: { zh: '链接', en: 'Link' },
      fields: ['linkCode', 'name', 'category', 'url', 'urlEn', 'versionNo', 'effectiveTime'],
    },
    {
      title: { zh: '打开方式', en: 'Opening' },
      fields: ['clientOs', 'openMode', 'miniAppId', 'miniPath', 'needLogin', 'appendToken', 'remark'],
    },
  ],
  rules: [versionRises],
  machines: { enabled: 'SM-Enable' },
  actions: {
    check: {
      label: { zh: '检测', en: 'Check' },
      path: 'check',
      button: 'link.check',
      where: ['row', 'detail'],
    },
  },
});
