import { defineEntity, type ActionDefs, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { usersMachines } from '../machines/users.ts';
import { transitions } from '../transitions.ts';

const reason = f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '原因', en: 'Reason' } });

const newMobile = f.private('mobile', {
  required: true,
  format: 'mobile',
  label: { zh: '新手机号', en: 'New mobile' },
});
const newCode = f.text({
  required: true,
  max: 6,
  pattern: /^\d{6}$/,
  label: { zh: '新号码收到的验证码', en: 'Code sent to the new number' },
});

const { normal, frozen } = usersMachines['SM-AppUser'].states;
const freezing = { path: 'freeze', many: true } as const;

/** Actions on accounts of the app. */
const appUserActions = {
  ...transitions(usersMachines, 'SM-AppUser', {
    freeze: {
      ...freezing,
      fixedInput: { frozen: 1 },
      danger: true,
      confirm: {
        zh: '确定冻结「{name}」吗？其登录将失效，车辆仍可骑行，但不能用APP控车。',
        en: 'Freeze “{name}”? The user is signed out. The vehicle can still be ridden, but not controlled from the app.',
      },
      input: {
        until: f.instant({ label: { zh: '冻结至（空为长期）', en: 'Frozen until (empty: no end date)' } }),
        reason,
      },
    },
    unfreeze: {
      ...freezing,
      fixedInput: { frozen: 0 },
      confirm: { zh: '确定解冻「{name}」吗？', en: 'Unfreeze “{name}”?' },
      input: { reason },
    },
    cancelDeletion: {
      path: 'cancelDeletion',
      confirm: { zh: '确定撤销「{name}」的注销申请吗？', en: 'Cancel the deletion request of “{name}”?' },
      input: { reason },
    },
  }),
  changeMobile: {
    label: { zh: '更换手机号', en: 'Change mobile' },
    path: 'changeMobile',
    button: 'appuserManager.changeMobile',
    where: ['detail'],
    from: { status: [normal, frozen] },
    input: {
      newMobile,
      oldCode: f.text({
        required: true,
        max: 6,
        pattern: /^\d{6}$/,
        label: { zh: '旧号码收到的验证码', en: 'Code sent to the old number' },
      }),
      newCode,
      reason,
    },
  },
  requestMobile: {
    label: { zh: '旧号码不可用，申请更换', en: 'Change a lost number' },
    path: 'requestMobile',
    button: 'appuserManager.changeMobile',
    where: ['detail'],
    from: { status: [normal, frozen] },
    confirm: {
      zh: '「{name}」的旧号码已不可用？凭证件照片提交，由另一人批准后更换。',
      en: 'Has “{name}” lost the old number? Another person decides, by the picture of an identity document.',
    },
    input: {
      newMobile,
      newCode,
      idImages: f.images({
        required: true,
        min: 1,
        max: 4,
        maxMb: 5,
        biz: 'evidence',
        sensitive: true,
        label: { zh: '身份证照片', en: 'ID card photos' },
        help: { zh: '本人手持证件及证件正反面', en: 'Both sides, and the person holding it' },
      }),
      reason,
    },
  },
  tag: {
    label: { zh: '打标签', en: 'Tag' },
    path: 'tag',
    button: 'appuserManager.tag',
    where: ['row', 'bulk', 'detail'],
    from: { status: [normal, frozen] },
    many: true,
    input: {
      addTagIds: f.refMany('userTag', {
        max: 20,
        label: { zh: '添加标签', en: 'Add tags' },
        help: { zh: '规则标签由规则决定，不能手动添加或移除', en: 'A rule decides who has its tag: choose others' },
      }),
      removeTagIds: f.refMany('userTag', { max: 20, label: { zh: '移除标签', en: 'Remove tags' } }),
    },
  },
  kick: {
    label: { zh: '强制下线', en: 'Sign out user' },
    path: 'kick',
    button: 'appuserManager.kick',
    where: ['row', 'detail'],
    from: { status: [normal, frozen] },
    confirm: { zh: '确定让「{name}」在所有设备上下线吗？', en: 'Sign “{name}” out on all devices?' },
  },
  testAccount: {
    label: { zh: '设置测试账号', en: 'Set test account' },
    path: 'testAccount',
    button: 'appuserManager.testAccount',
    where: ['detail'],
    from: { status: [normal] },
    input: {
      testAccount: f.flag({
        required: true,
        label: { zh: '测试账号', en: 'Test account' },
        help: {
          zh: '测试消息和短信只发给本人和测试账号',
          en: 'Test messages go to oneself and to test accounts alone',
        },
      }),
      reason,
    },
  },
} as const satisfies ActionDefs;

/** At least 12 years old, the age at which riding a bicycle class is allowed. */
function oldEnough(row: Row): Issue | undefined {
  const birthday = row['birthday'];
  if (typeof birthday !== 'string') return undefined;
  const twelve = new Date(`${birthday}T00:00:00+08:00`);
  twelve.setUTCFullYear(twelve.getUTCFullYear() + 12);
  return twelve.getTime() > Date.now()
    ? { field: 'birthday', text: { zh: '年龄须满12周岁', en: 'Must be at least 12 years old' } }
    : undefined;
}

/** App user APP用户, the owners' side. Users register in the app; the console never adds one. */
export const appUser = defineEntity({
  name: 'appUser',
  table: 'usr_app_user',
  domain: 'users',
  label: { zh: 'APP用户', en: 'App user' },
  base: '/user/crm/appUser',
  page: 'appuserManager',
  title: ['nickname'],
  calls: ['list', 'detail', 'update', 'export'],
  fields: {
    avatar: f.image({ maxMb: 2, label: { zh: '头像', en: 'Avatar' } }),
    nickname: f.text({ required: true, min: 2, max: 16 }),
    mobile: f.private('mobile', { required: true, format: 'mobile', readonly: true, unique: true }),
    realName: f.private('name', { readonly: true, label: { zh: '真实姓名', en: 'Real name' } }),
    idNumber: f.private('idNumber', { readonly: true }),
    gender: f.dict('Gender'),
    birthday: f.date({
      notFuture: true,
      min: '1920-01-01',
      help: { zh: '须满12周岁；驾驶电动自行车须满16周岁', en: 'At least 12 years old, 16 to ride an e-bike' },
    }),
    cityId: f.area(2, { index: true }),
    address: f.private('address', { readonly: true }),
    emergencyName: f.private('name', { min: 2, max: 20 }),
    emergencyMobile: f.private('mobile', { format: 'mobile' }),
    remark: f.longText({ max: 200 }),
    realNameStatus: f.dict('RealNameStatus', {
      required: true,
      default: 0,
      readonly: true,
      label: { zh: '实名状态', en: 'Real-name status' },
    }),
    registerChannel: f.dict('AppChannel', { readonly: true }),
    clientOs: f.dict('ClientOs', { readonly: true }),
    appVersion: f.text({ readonly: true, max: 20 }),
    registerTime: f.instant({ required: true, readonly: true, index: true }),
    lastActiveTime: f.instant({ readonly: true, index: true }),
    frozenUntil: f.instant({ readonly: true, label: { zh: '冻结至', en: 'Frozen until' } }),
    deletionTime: f.instant({ readonly: true, label: { zh: '申请注销时间', en: 'Deletion requested at' } }),
    statusReason: f.text({ readonly: true, max: 200, label: { zh: '状态原因', en: 'Status reason' } }),
    status: f.dict('AppUserStatus', { required: true, default: 1, readonly: true, index: true }),
    testAccount: f.flag({
      required: true,
      default: 0,
      readonly: true,
      label: { zh: '测试账号', en: 'Test account' },
    }),
    vehicleCount: f.count('vehicle', 'ownerUserId'),
    userTags: f.computed(f.refMany('userTag'), { label: { zh: '标签', en: 'Tags' } }),
    vin: f.computed(f.text({ max: 17 })),
    hasVehicle: f.computed(f.flag()),
    eraseTime: f.computed(f.instant(), { label: { zh: '预计注销时间', en: 'Erased at' } }),
  },
  list: {
    columns: [
      'nickname',
      'id',
      'status',
      'mobile',
      'realNameStatus',
      'vehicleCount',
      'userTags',
      'lastActiveTime',
      'cityId',
      'registerTime',
      'avatar',
      'gender',
      'registerChannel',
      'clientOs',
      'appVersion',
    ],
    identity: ['nickname', 'id'],
    filters: {
      keyword: 'eq',
      mobile: 'eq',
      nickname: 'like',
      realName: 'eq',
      id: 'eq',
      gender: 'eq',
      cityId: 'eq',
      realNameStatus: 'eq',
      clientOs: 'eq',
      appVersion: 'eq',
      status: ['eq', 'in'],
      registerTime: 'range',
      lastActiveTime: 'range',
      vin: 'eq',
      userTags: ['eq', 'in'],
      testAccount: 'eq',
      hasVehicle: 'eq',
    },
    keyword: {
      eq: ['mobile'],
      like: [],
      start: ['nickname'],
      label: { zh: '手机号 / 昵称', en: 'Mobile / nickname' },
    },
    order: 'registerTime desc',
  },
  aliases: { userId: 'id', tagId: 'userTags' },
  form: [
    { title: { zh: '资料', en: 'Profile' }, fields: ['nickname', 'avatar', 'gender', 'birthday', 'cityId'] },
    { title: { zh: '紧急联系人', en: 'Emergency contact' }, fields: ['emergencyName', 'emergencyMobile'] },
    { title: { zh: '备注', en: 'Remark' }, fields: ['remark'] },
  ],
  detail: [
    {
      title: { zh: '资料', en: 'Profile' },
      fields: [
        'id',
        'nickname',
        'mobile',
        'realName',
        'idNumber',
        'gender',
        'birthday',
        'cityId',
        'address',
        'realNameStatus',
        'status',
        'frozenUntil',
        'deletionTime',
        'eraseTime',
        'statusReason',
        'testAccount',
        'userTags',
      ],
    },
    { title: { zh: '紧急联系人', en: 'Emergency contact' }, fields: ['emergencyName', 'emergencyMobile'] },
    {
      title: { zh: 'APP', en: 'App' },
      fields: ['registerChannel', 'registerTime', 'lastActiveTime', 'clientOs', 'appVersion', 'remark'],
    },
  ],
  machines: { status: 'SM-AppUser' },
  choosable: { status: [1] },
  scope: { city: 'cityId' },
  rules: [oldEnough],
  actions: appUserActions,
  exportLimit: 50_000,
  exportsPeople: true,
});
