import { errorTexts, type ErrorCode } from '@wheelhouse/contract/errors';
import { fill, type Lang, type Text, type TextParams } from '@wheelhouse/contract/lang';
import { AppError } from './errors.ts';
import { requiredText } from './translate.ts';

/** What several calls say of a field, beside the rules of forms that both sides check (`validation-texts.ts`). */
const texts = {
  required: requiredText,
  invalid: errorTexts[1001],
  instant: { zh: '须为YYYY-MM-DD HH:mm:ss格式的时间', en: 'Must be a time (YYYY-MM-DD HH:mm:ss)' },
  day: { zh: '须为YYYY-MM-DD格式的日期', en: 'Must be a date (YYYY-MM-DD)' },
  tenDigits: { zh: '须为10位数字', en: 'Must be 10 digits' },
  material: { zh: '物料号{code}未对应车型', en: 'Material {code} is mapped to no model' },
  past: { zh: '不能晚于现在', en: 'Must not be in the future' },
  ahead: { zh: '须晚于现在', en: 'Must be in the future' },
  expiry: { zh: '须在明天起{n}天内', en: 'From tomorrow, up to {n} {n|day|days} ahead' },
  color: { zh: '该车型没有此颜色', en: 'The model does not come in this colour' },
  organization: { zh: '组织不存在', en: 'No such organization' },
  contractEnd: { zh: '合同结束须晚于合同开始', en: 'Contract must end after it starts' },
  zip: { zh: '请选择zip文件', en: 'Choose a zip file' },
  oldPlatform: { zh: '{name}为旧平台车型，不支持', en: '{name} is of the old generation, which does not support this' },
} as const satisfies Record<string, Text>;

/** The refusal of one field by a text of its own or by the key of a common one, in the caller's language; `code` says what kind of mistake it is. */
export function refuseField(
  { lang }: { readonly lang: Lang },
  field: string,
  text: keyof typeof texts | Text,
  params?: TextParams,
  code: ErrorCode = 1001,
): AppError {
  const message = fill((typeof text === 'string' ? texts[text] : text)[lang], params);
  return new AppError(code, undefined, { errors: [{ field, message }] });
}
