import type { Text } from '@wheelhouse/contract/lang';

/** Under the field in which the end of the VIN is typed again. */
export const confirmText: Text = { zh: '与车架号后6位不一致', en: 'Does not match the last 6 characters of the VIN' };
export const consentText: Text = { zh: '请确认已征得车主同意', en: 'Confirm that the owner has given consent' };
export const commandLabel = { zh: '指令', en: 'Command' } as const satisfies Text;
