import { fill, type Lang, type Text, type TextParams } from '@wheelhouse/contract/lang';
import { type AppError, fieldError } from './errors.ts';

/** What the server alone says of a field, beside the rules of forms that both sides check (`validation-texts.ts`). */
const texts = {
  past: { zh: '不能晚于现在', en: 'Must not be in the future' },
  ahead: { zh: '须晚于现在', en: 'Must be in the future' },
  expiry: { zh: '须在明天起{n}天内', en: 'From tomorrow, up to {n} days ahead' },
  color: { zh: '该车型没有此颜色', en: 'The model does not come in this colour' },
  organization: { zh: '组织不存在', en: 'No such organization' },
  contractEnd: { zh: '合同结束须晚于合同开始', en: 'Contract must end after it starts' },
  zip: { zh: '请选择zip文件', en: 'Choose a zip file' },
  oldPlatform: { zh: '{name}为旧平台车型，不支持音效', en: '{name} is of the old generation and plays no sounds' },
} as const satisfies Record<string, Text>;

/** The refusal of one field (code 1001) by its text, in the caller's language. */
export function refuseField(
  { lang }: { readonly lang: Lang },
  field: string,
  key: keyof typeof texts,
  params?: TextParams,
): AppError {
  return fieldError(field, fill(texts[key][lang], params));
}
