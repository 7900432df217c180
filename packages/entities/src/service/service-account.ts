import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f, type Row } from '../fields.ts';

const isHotline = (row: Row): boolean => Number(row['accountType']) === codes.ServiceAccountType.hotline;
const { online, busy, offline } = codes.ServiceOnline;

/** Customer service account 客服账号: under which a person of the console serves owners, one of each type. */
export const serviceAccount = defineEntity({
  name: 'serviceAccount',
  table: 'cs_service_account',
  domain: 'service',
  label: { zh: '客服账号', en: 'Customer service account' },
  base: '/cs/crm/serviceAccount',
  page: 'customerServiceAccount',
  title: ['nickname', 'accountNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    accountNo: f.text({ required: true, readonly: true, max: 12, pattern: /^CS\d{4,10}$/, unique: 'ever' }),
    sysUserId: f.ref('sysUser', { required: true, fixed: true, index: true }),
    accountType: f.dict('ServiceAccountType', { required: true, fixed: true, index: true }),
    nickname: f.text({
      required: true,
      min: 2,
      max: 12,
      help: { zh: '展示给车主，不得使用真实姓名', en: 'Shown to owners: not a real name' },
    }),
    avatar: f.image({ required: true, maxMb: 2, biz: 'avatar' }),
    skillGroups: f.dictMany('SkillGroup', { required: true, min: 1 }),
    maxSessions: f.int({ required: true, min: 1, max: 20, default: 5 }),
    workHours: f.json({
      required: true,
      shape: 'weeklyHours',
      default: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '18:00' }],
    }),
    extension: f.text({
      required: true,
      max: 6,
      pattern: /^\d{3,6}$/,
      visible: isHotline,
      help: { zh: '3–6位数字', en: '3 to 6 digits' },
    }),
    greeting: f.longText({ max: 100 }),
    welcomeOffline: f.longText({
      max: 100,
      help: { zh: '不在线时发给车主', en: 'Sent to owners when no account is online' },
    }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    onlineStatus: f.dict('ServiceOnline', { required: true, default: offline, readonly: true, index: true }),
    lastOnlineTime: f.instant({ readonly: true }),
    todaySessions: f.computed(f.int()),
    avgRating: f.computed(f.decimal({ decimals: 1 })),
  },
  list: {
    linesAbove: 1,
    columns: [
      'nickname',
      'accountNo',
      'onlineStatus',
      'enabled',
      'avatar',
      'sysUserId',
      'accountType',
      'skillGroups',
      'todaySessions',
      'maxSessions',
      'avgRating',
      'workHours',
      'lastOnlineTime',
    ],
    identity: ['nickname', 'accountNo'],
    filters: {
      nickname: 'like',
      accountNo: 'eq',
      accountType: 'eq',
      skillGroups: 'eq',
      onlineStatus: 'eq',
      enabled: 'eq',
    },
    hiddenFilters: { sysUserId: 'eq' },
    order: 'createTime desc',
  },
  aliases: { skillGroup: 'skillGroups' },
  form: [
    {
      title: { zh: '账号', en: 'Account' },
      fields: ['sysUserId', 'accountType', 'nickname', 'avatar', 'extension', 'enabled'],
    },
    {
      title: { zh: '接待', en: 'Service' },
      fields: ['skillGroups', 'maxSessions', 'workHours', 'greeting', 'welcomeOffline'],
    },
  ],
  detail: [
    {
      title: { zh: '账号', en: 'Account' },
      fields: ['accountNo', 'sysUserId', 'accountType', 'nickname', 'avatar', 'extension', 'enabled'],
    },
    {
      title: { zh: '接待', en: 'Service' },
      fields: ['skillGroups', 'maxSessions', 'workHours', 'greeting', 'welcomeOffline'],
    },
    {
      title: { zh: '状态', en: 'State' },
      fields: ['onlineStatus', 'lastOnlineTime', 'todaySessions', 'avgRating', 'createTime', 'updateTime'],
    },
  ],
  scope: { organization: 'sysUserId.organizationCode' },
  uniqueTogether: [['sysUserId', 'accountType']],
  machines: { enabled: 'SM-Enable' },
  choosable: { enabled: [1] },
  actions: {
    forceOffline: {
      label: { zh: '强制离线', en: 'Force offline' },
      path: 'forceOffline',
      button: 'customerServiceAccount.forceOffline',
      where: ['row', 'detail'],
      from: { onlineStatus: [online, busy] },
      danger: true,
      confirm: {
        zh: '确定让「{name}」离线吗？该账号将不再接待车主。',
        en: 'Take “{name}” offline? The account stops serving owners.',
      },
    },
  },
});
