import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  organization: { zh: '所属组织', en: 'Organization' },
  anyOrganization: { zh: '全部（含下级）', en: 'All (including subordinates)' },
  roles: { zh: '角色', en: 'Roles' },
  rights: { zh: '角色与权限', en: 'Roles & rights' },
  signIns: { zh: '登录记录', en: 'Sign-ins' },
  operations: { zh: '操作记录', en: 'Operation records' },
  reveals: { zh: '敏感查看', en: 'Sensitive access' },
  sessions: { zh: '在线会话', en: 'Sessions' },
  effective: { zh: '生效的功能权限', en: 'Effective functions' },
  effectiveOf: { zh: '{n}项，来自{m}个角色', en: '{n} from {m} {m|role|roles}' },
  everything: { zh: '超级管理员拥有全部权限。', en: 'The super administrator has all rights.' },
  roleOff: { zh: '已停用', en: 'disabled' },
} as const satisfies Texts;

export const useAccountTexts = (): Translate<typeof texts> => useTexts(texts);
export const accountTexts = texts;
