import type { Texts } from '../i18n/lang.ts';

export const signInTexts = {
  title: { zh: '请重新登录', en: 'Sign in again' },
  hint: {
    zh: '{name}未保存的内容仍在本页。重新登录后可继续。',
    en: 'The unsaved input of {name} is still on this page. Sign in again to continue.',
  },
  other: {
    zh: '您登录的是{other}。继续将离开本页，{name}未保存的内容将丢失。',
    en: 'You signed in as {other}. If you continue, this page closes and the unsaved input of {name} is lost.',
  },
  leave: { zh: '离开本页，前往登录页', en: 'Leave this page and go to the login' },
  goBack: { zh: '返回', en: 'Back' },
  leaveAs: { zh: '以{other}继续', en: 'Continue as {other}' },
} as const satisfies Texts;
