import type { Lang, Text, TextParams } from '@wheelhouse/contract/lang';
import type { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';

/** A refusal of a package (3103) or its signature (3104), with what is wrong under the field. */
export const refusePackage = (
  ctx: { readonly lang: Lang },
  code: 3103 | 3104,
  field: string,
  text: Text,
  params?: TextParams,
): AppError => refuseField(ctx, field, text, params, code);
