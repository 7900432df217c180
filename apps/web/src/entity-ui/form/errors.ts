import type { FormInstance } from 'antd';
import type { FieldError } from '@wheelhouse/contract';
import { showFailure } from '../../api/attempt.ts';
import { isApiError, messageOf } from '../../api/errors.ts';
import { notify } from '../../lib/notify.ts';

const enabledMs = 60;

/** As many errors of one field as help: rows have one for each cell that is wrong. */
const mostShown = 3;

/** The field that an error is about: one of a column of rows (`phoneOffsets[3].offset`) is about the rows. */
export const fieldOf = (place: string): string => place.split('[')[0] ?? place;

/** Errors by field: those of a column of rows (`phoneOffsets[3].offset`) under the field itself. */
function byField(errors: readonly FieldError[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { field, message } of errors) {
    const name = fieldOf(field);
    const known = found.get(name) ?? [];
    if (known.length === 0 || (name !== field && known.length < mostShown)) found.set(name, [...known, message]);
  }
  return found;
}

/**
 * Shows errors under their fields and puts the cursor into the first of them, in the order of the form.
 * Errors of fields that the form does not show become a message.
 */
export function showErrors(form: FormInstance, names: readonly string[], errors: readonly FieldError[]): void {
  const found = byField(errors);
  form.setFields(names.map((name) => ({ name, errors: found.get(name) ?? [] })));
  for (const [field, [message = '']] of found) if (!names.includes(field)) notify.error(message);
  const first = names.find((name) => found.has(name));
  // A moment later: while a form is being sent its fields are disabled, and cannot take the cursor.
  if (first !== undefined) setTimeout(() => form.scrollToField(first, { focus: true, block: 'center' }), enabledMs);
}

/** Puts a refusal where it belongs: under the fields that it names, under the field of its code, or else into a message. */
export function showRefusal(
  form: Pick<FormInstance, 'setFields'>,
  error: unknown,
  fieldOfCode: Readonly<Record<number, string>> = {},
): void {
  const own = isApiError(error) ? fieldOfCode[error.code] : undefined;
  const errors = isApiError(error) ? error.errors : [];
  if (own !== undefined) form.setFields([{ name: own, errors: [messageOf(error)] }]);
  else if (errors.length > 0) form.setFields(errors.map(({ field, message }) => ({ name: field, errors: [message] })));
  else showFailure(error);
}

/** A changed field is no longer wrong until it is checked again. */
export function clearErrors(form: FormInstance, changed: object): void {
  form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })));
}
