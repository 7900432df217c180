import { type ErrorCode, errorText, type FieldError } from '@wheelhouse/contract/errors';
import type { Lang, TextParams } from '@wheelhouse/contract/lang';

interface AppErrorOptions {
  /** What is wrong, by field. */
  readonly errors?: readonly FieldError[];
  /** HTTP status; 200 (a refusal inside the envelope) unless given. */
  readonly status?: number;
  readonly cause?: unknown;
}

/**
 * A refusal by its code of `contract/errors.ts`. Thrown anywhere below a call; the edge writes the envelope in the
 * caller's language. Its `message` is English and meant for logs.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: TextParams | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly status: number;

  constructor(code: ErrorCode, params?: TextParams, options: AppErrorOptions = {}) {
    super(errorText(code, 'en', params), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.errors = options.errors;
    this.status = options.status ?? 200;
  }

  /** The text shown to the caller. */
  textIn(lang: Lang): string {
    return errorText(this.code, lang, this.params);
  }
}
