import { type ErrorCode, errorText, type FieldError } from '@wheelhouse/contract/errors';
import type { Lang, Text, TextParams } from '@wheelhouse/contract/lang';

interface AppErrorOptions {
  /** What is wrong, by field. */
  readonly errors?: readonly FieldError[];
  /** HTTP status; 200 (a refusal inside the envelope) unless given. */
  readonly status?: number;
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Values for the places of a refusal's text; names of things are in both languages. */
type Params = Readonly<Record<string, string | number | Text>>;

const paramsIn = (params: Params | undefined, lang: Lang): TextParams | undefined =>
  params &&
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value[lang] : value]),
  );

/**
 * A refusal by its code of `contract/errors.ts`. Thrown anywhere below a call; the edge writes the envelope in the
 * caller's language. Its `message` is English and meant for logs.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Params | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, params?: Params, options: AppErrorOptions = {}) {
    super(
      errorText(code, 'en', paramsIn(params, 'en')),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.errors = options.errors;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
  }

  /** The text shown to the caller. */
  textIn(lang: Lang): string {
    return errorText(this.code, lang, paramsIn(this.params, lang));
  }
}

/** A part that lies outside of a content of so many bytes (416). */
export const outOfRange = (size: number): AppError =>
  new AppError(1015, undefined, { status: 416, headers: { 'content-range': `bytes */${size}` } });
