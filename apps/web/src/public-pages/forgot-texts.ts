import type { Texts } from '../i18n/lang.ts';

/** Texts of the dialog for a forgotten password, which comes when it is opened. */
export const forgotTexts = {
  forgotTitle: { zh: '重置密码', en: 'Reset password' },
  mobile: { zh: '手机号', en: 'Mobile' },
  badMobile: { zh: '请输入11位手机号', en: 'Enter an 11-digit mobile number' },
  smsCode: { zh: '验证码', en: 'Code' },
  badCode: { zh: '请输入6位验证码', en: 'Enter the 6-digit code' },
  sendCode: { zh: '获取验证码', en: 'Send code' },
  sendAgain: { zh: '{n}秒后重发', en: 'Resend in {n} s' },
  codeSent: { zh: '验证码已发送', en: 'Code sent' },
  newPassword: { zh: '新密码', en: 'New password' },
  newPasswordHint: {
    zh: '8–20位，含大写、小写、数字、符号中至少三种',
    en: '8–20 characters with at least three of: upper case, lower case, digits, symbols',
  },
  repeatPassword: { zh: '确认新密码', en: 'Confirm new password' },
  differs: { zh: '两次输入的密码不一致', en: 'The passwords do not match' },
  reset: { zh: '重置密码', en: 'Reset password' },
} as const satisfies Texts;
