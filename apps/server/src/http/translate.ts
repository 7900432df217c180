import type { ErrorCode, FieldError } from '@wheelhouse/contract/errors';
import { fill, type Lang, type Text } from '@wheelhouse/contract/lang';
import { z } from 'zod';
import { sqlState } from '../db/pool.ts';
import { AppError } from './errors.ts';

type Issue = z.core.$ZodRawIssue;
type ErrorMap = z.core.$ZodErrorMap;

const texts = {
  required: { zh: '必填', en: 'Required' },
  tooShort: { zh: '至少{n}个字符', en: 'At least {n} {n|character|characters}' },
  tooLong: { zh: '不能超过{n}个字符', en: 'At most {n} {n|character|characters}' },
  tooFew: { zh: '至少{n}项', en: 'At least {n} {n|item|items}' },
  tooMany: { zh: '不能超过{n}项', en: 'At most {n} {n|item|items}' },
  tooSmall: { zh: '不能小于{n}', en: 'Must be {n} or more' },
  tooBig: { zh: '不能大于{n}', en: 'Must be {n} or less' },
  notInteger: { zh: '须为整数', en: 'Must be an integer' },
  option: { zh: '不是可选的值', en: 'Not a valid option' },
  format: { zh: '格式不正确', en: 'Invalid format' },
  unknownKeys: { zh: '未知字段：{keys}', en: 'Unknown: {keys}' },
  type: { zh: '类型不正确', en: 'Invalid type' },
} as const satisfies Record<string, Text>;
/** What is said of a field that is missing. */
export const requiredText: Text = texts.required;

function issueText(issue: Issue): { text: Text; params?: Record<string, string | number> } | undefined {
  if (issue.code === 'custom') {
    const text: unknown = issue.params?.['text'];
    return isText(text) ? { text } : undefined;
  }
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return { text: texts.required };
    return { text: issue.expected === 'int' ? texts.notInteger : texts.type };
  }
  if (issue.code === 'invalid_value') return { text: issue.input === undefined ? texts.required : texts.option };
  if (issue.code === 'invalid_format') return { text: issue.input === '' ? texts.required : texts.format };
  if (issue.code === 'unrecognized_keys') return { text: texts.unknownKeys, params: { keys: issue.keys.join(', ') } };
  if (issue.code === 'too_small') {
    const params = { n: String(issue.minimum) };
    if (issue.origin === 'string')
      return Number(issue.minimum) === 1 ? { text: texts.required } : { text: texts.tooShort, params };
    return { text: issue.origin === 'array' ? texts.tooFew : texts.tooSmall, params };
  }
  if (issue.code === 'too_big') {
    const params = { n: String(issue.maximum) };
    if (issue.origin === 'string') return { text: texts.tooLong, params };
    return { text: issue.origin === 'array' ? texts.tooMany : texts.tooBig, params };
  }
  return undefined;
}

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'zh' in value && 'en' in value;
}

const fallback = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/**
 * Zod error map of a language, for `schema.safeParse(input, { error: zodTexts.zh })`. A custom rule says its text by
 * `params: { text: { zh, en } }`; a message given to the schema itself wins over all.
 */
export const zodTexts: Readonly<Record<Lang, ErrorMap>> = { zh: errorMap('zh'), en: errorMap('en') };

function errorMap(lang: Lang): ErrorMap {
  return (issue) => {
    const known = issueText(issue);
    return known ? fill(known.text[lang], known.params) : fallback[lang]?.(issue);
  };
}

/** Zod's issues as field errors; a path is written `items.0.name`. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues
    .flatMap((issue) => {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
      return unknown.map((key) => ({ field: [...issue.path.map(String), ...key].join('.'), message: issue.message }));
    })
    .slice(0, 100);
}

/**
 * Input checked against a schema, in the caller's language.
 * @throws AppError 1001 with the fields
 */
export async function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  lang: Lang,
): Promise<z.output<Schema>> {
  const parsed = await schema.safeParseAsync(input, { error: zodTexts[lang] });
  if (!parsed.success) throw new AppError(1001, undefined, { errors: fieldErrors(parsed.error) });
  return parsed.data;
}

/** What a failure of PostgreSQL means to the caller; undefined: a defect of ours. */
function databaseRefusal(error: unknown): AppError | undefined {
  const state = sqlState(error);
  if (state === undefined) return undefined;
  const refuse = (code: ErrorCode, params?: Record<string, string>) => new AppError(code, params, { cause: error });
  if (state.startsWith('22') || state === '23514' || state === '23502') return refuse(1001);
  if (state === '23505') return refuse(1009, { field: '' });
  if (state === '23503') return stillReferenced(error) ? refuse(1006, { n: '≥1' }) : refuse(1002);
  if (state === '40001' || state === '40P01' || state === '55P03') return refuse(1005);
  return undefined;
}

/** A foreign key is broken from either end: by removing what others point to, or by pointing to nothing. */
function stillReferenced(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('update or delete');
}

/** Fastify's own refusals of malformed requests, by its error codes. */
const transportCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 1014,
  FST_REQ_FILE_TOO_LARGE: 1014,
  FST_FILES_LIMIT: 1014,
  FST_PARTS_LIMIT: 1014,
  FST_FIELDS_LIMIT: 1014,
  FST_ERR_NOT_FOUND: 1013,
};

/** The refusal that stands for any error, or undefined for a defect (answered as 1000 and logged with everything). */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new AppError(1001, undefined, { errors: fieldErrors(error) });
  const refusal = databaseRefusal(error);
  if (refusal) return refusal;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 400 || status >= 500) return undefined;
  const name = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new AppError(transportCodes[name] ?? 1015, undefined, { status, cause: error });
}
