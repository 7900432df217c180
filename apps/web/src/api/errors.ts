import type { FieldError } from '@wheelhouse/contract/errors';
import { t } from '../i18n/common.ts';

/** Code of a failure below the envelope: no answer, a broken one, or a server error. */
export const requestFailedCode = 1000;

/**
 * What a refused call throws. `message` is in the user's language and may be shown as it is;
 * `errors` (code 1001) belong under the fields of a form; `data` is what came with the refusal.
 */
export class ApiError extends Error {
  readonly code: number;
  readonly errors: readonly FieldError[];
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.data = data;
    this.errors = fieldErrors(data);
  }
}

/** Code of a record that does not exist (any more), or not for this user. */
export const missingCode = 1002;

export const isApiError = (error: unknown, code?: number): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/** True for a call that its caller gave up: nothing to show. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const requestFailed = (): ApiError => new ApiError(requestFailedCode, t('requestFailed'));

/** The text to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : t('requestFailed');

/** The same of what shows no fields: what is wrong with the first one that was refused. */
export const reasonOf = (error: unknown): string =>
  (isApiError(error) ? error.errors[0]?.message : undefined) ?? messageOf(error);

function fieldErrors(data: unknown): readonly FieldError[] {
  if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors)) return [];
  return data.errors.filter(
    (entry: unknown): entry is FieldError =>
      typeof entry === 'object' &&
      entry !== null &&
      'field' in entry &&
      'message' in entry &&
      typeof entry.message === 'string',
  );
}
