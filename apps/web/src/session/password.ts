import { plainMobile } from '@wheelhouse/contract/text';
import type { Text } from '../i18n/lang.ts';

/** Rules of fields that the login page and the profile share. The server cannot check a password's: it sees only the hash. */
export const mobilePattern = /^1[3-9]\d{9}$/;
/** A mobile number as it is typed or pasted: a whole one becomes plain, what is not whole yet stays. */
export const typedMobile = (text: string): string => {
  const plain = plainMobile(text);
  return mobilePattern.test(plain) ? plain : text;
};
export const usernamePattern = /^[A-Za-z][A-Za-z0-9_.-]{3,31}$/;
export const smsCodePattern = /^\d{6}$/;

/** Scenes of `POST /system/crm/sendSmsCode` (dictionary SmsScene). */
export const smsScene = { resetPassword: '2', changeMobile: '3' } as const;
/** Seconds between two codes to one mobile. */
export const smsPauseSeconds = 60;

export const passwordTexts = {
  length: { zh: '密码为8–20位', en: '8 to 20 characters' },
  classes: {
    zh: '至少包含大写字母、小写字母、数字、符号中的三种',
    en: 'Use at least three of: upper case, lower case, digits, symbols',
  },
  sameAsName: { zh: '密码不能与用户名相同', en: 'The password must differ from the username' },
  sameAsOld: { zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one' },
} as const satisfies Record<string, Text>;

const classes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/] as const;

/** What is wrong with a new password, or null. */
export function passwordProblem(
  password: string,
  not: { readonly username?: string; readonly old?: string } = {},
): Text | null {
  if (password.length < 8 || password.length > 20) return passwordTexts.length;
  if (classes.filter((pattern) => pattern.test(password)).length < 3) return passwordTexts.classes;
  if (not.username !== undefined && password.toLowerCase() === not.username.toLowerCase())
    return passwordTexts.sameAsName;
  return not.old !== undefined && not.old !== '' && password === not.old ? passwordTexts.sameAsOld : null;
}
