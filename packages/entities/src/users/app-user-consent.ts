import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** The link whose version a user agrees to, by D:ConsentKind; the other kinds have no text with versions. */
export const consentLinks = {
  [codes.ConsentKind.agreement]: 'USER_AGREEMENT',
  [codes.ConsentKind.privacy]: 'PRIVACY_POLICY',
} as const satisfies Readonly<Record<number, string>>;

/** Answer of an app user to a question for consent 用户授权. Answers are added, never changed: the newest of a kind holds. */
export const appUserConsent = defineEntity({
  name: 'appUserConsent',
  table: 'usr_consent',
  domain: 'users',
  label: { zh: '用户授权', en: 'User consent' },
  base: '/user/crm/appUser',
  page: 'appuserManager',
  title: ['kind'],
  calls: ['list'],
  callPaths: { list: 'consents' },
  fields: {
    userId: f.ref('appUser', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '用户', en: 'User' },
    }),
    kind: f.dict('ConsentKind', { required: true, readonly: true, label: { zh: '授权类型', en: 'Consent' } }),
    versionNo: f.int({ readonly: true, min: 1, max: 9999 }),
    agreed: f.flag({ required: true, readonly: true, label: { zh: '已同意', en: 'Agreed' } }),
    time: f.instant({ required: true, readonly: true, index: true, label: { zh: '答复时间', en: 'Answered at' } }),
  },
  list: {
    columns: ['kind', 'versionNo', 'agreed', 'time'],
    filters: { kind: 'eq', agreed: 'eq' },
    hiddenFilters: { userId: 'eq' },
    order: 'time desc',
  },
  scope: { city: 'userId.cityId' },
});
