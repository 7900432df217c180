import {
  errorText,
  fill,
  formatDay,
  isDay,
  parseInstant,
  type ErrorCode,
  type FieldError,
  type Lang,
  type Text,
  type TextParams,
} from '@wheelhouse/contract';
import { idPattern } from '@wheelhouse/contract/text';
import type { EntityDef, Issue } from './define.ts';
import { isDerived, type Field, type Row, type StoredField } from './fields.ts';
import { formats } from './formats.ts';
import { lockedInUse } from './in-use.ts';
import { isWeeklyHours } from './json-shapes.ts';
import { normalForm } from './normal.ts';
import { labelNamed, labelOf } from './reading.ts';
import { unsigned } from './rich-text.ts';
import { validationTexts, type ValidationKey } from './validation-texts.ts';

/** What validation needs from outside: which codes a dictionary has. An unknown category accepts any code. */
export interface ValidationContext {
  readonly lang: Lang;
  readonly dictCodes: (category: string) => ReadonlySet<string> | undefined;
  readonly now?: Date;
}

/** A checked value, or why not. */
type Checked =
  | { readonly value: unknown }
  | { readonly key: ValidationKey; readonly params?: TextParams }
  | { readonly code: ErrorCode; readonly params?: TextParams }
  | { readonly text: Text };

const bad = (key: ValidationKey, n?: number): Checked => (n === undefined ? { key } : { key, params: { n } });

/** Checks a text that is in its normal form. */
function checkText(
  field: Extract<StoredField, { kind: 'text' | 'longText' | 'richText' | 'private' }>,
  input: unknown,
): Checked {
  if (typeof input !== 'string') return bad('type');
  // PostgreSQL cannot store NUL; lone surrogates are no text.
  if (input.includes('\u0000') || !input.isWellFormed()) return bad('pattern');
  const value = input;
  if (field.format) {
    const found = formats[field.format].check(value);
    if ('code' in found) return found.code === 1001 ? bad('pattern') : found;
  }
  const length = [...(field.kind === 'richText' ? unsigned(value) : value)].length;
  if (field.min !== undefined && length < field.min) return bad('minLength', field.min);
  const max = field.max ?? (field.kind === 'text' || field.kind === 'private' ? 200 : 20_000);
  if (length > max) return bad('maxLength', max);
  if (field.pattern && !field.pattern.test(value)) return field.refusal ? { code: field.refusal } : bad('pattern');
  return { value };
}

function checkNumber(field: Extract<StoredField, { kind: 'int' | 'decimal' | 'money' }>, input: unknown): Checked {
  if (typeof input !== 'number' || !Number.isFinite(input)) return bad('type');
  if (field.kind !== 'decimal' && !Number.isSafeInteger(input)) return bad('type');
  const min = field.min ?? (field.kind === 'money' ? 0 : -2_147_483_648);
  const max = field.max ?? (field.kind === 'money' ? 1e12 : 2_147_483_647);
  if (input < min) return bad('min', min);
  if (input > max) return bad('max', max);
  const decimals = field.kind === 'decimal' ? (field.decimals ?? 2) : 0;
  if (Math.abs(input * 10 ** decimals - Math.round(input * 10 ** decimals)) > 1e-6) return bad('decimals', decimals);
  return { value: input };
}

function checkDate(field: Extract<StoredField, { kind: 'date' | 'instant' }>, input: unknown, now: Date): Checked {
  if (typeof input !== 'string') return bad('type');
  if (field.kind === 'date' ? !isDay(input) : parseInstant(input) === undefined) return bad(field.kind);
  if (field.min && input < field.min) return { key: 'min', params: { n: field.min } };
  if (field.notFuture && input.slice(0, 10) > formatDay(now)) return bad('future');
  return { value: input };
}

function checkMany(field: { min?: number; max?: number }, input: unknown, one: (item: unknown) => boolean): Checked {
  if (!Array.isArray(input) || input.length > Math.max(500, field.max ?? 0)) return bad('type');
  const items: unknown[] = input;
  const value = [...new Set(items.map(String))];
  if (!items.every(one)) return bad('dict');
  if (field.min !== undefined && value.length < field.min) return bad('minItems', field.min);
  if (field.max !== undefined && value.length > field.max) return bad('maxItems', field.max);
  return { value };
}

const isId = (input: unknown) => typeof input === 'string' && idPattern.test(input);
const isFileId = (input: unknown) => typeof input === 'string' && /^[0-9A-Za-z_-]{8,64}$/.test(input);
const isTag = (input: unknown) =>
  typeof input === 'string' &&
  input.length > 0 &&
  input.length <= 100 &&
  input.isWellFormed() &&
  !input.includes('\u0000');

/** Checks one given value of a stored field; null and absence are decided by the caller. */
function checkValue(field: StoredField, input: unknown, ctx: ValidationContext): Checked {
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'richText':
    case 'private':
      return checkText(field, input);
    case 'int':
    case 'decimal':
    case 'money':
      return checkNumber(field, input);
    case 'flag':
      return input === 0 || input === 1
        ? { value: input }
        : input === true || input === false
          ? { value: Number(input) }
          : bad('type');
    case 'date':
    case 'instant':
      return checkDate(field, input, ctx.now ?? new Date());
    case 'dict': {
      if (typeof input !== 'string' && typeof input !== 'number') return bad('type');
      return ctx.dictCodes(field.dict)?.has(String(input)) === false ? bad('dict') : { value: input };
    }
    case 'dictMany': {
      const codes = ctx.dictCodes(field.dict);
      return checkMany(
        field,
        input,
        (item) => (typeof item === 'string' || typeof item === 'number') && codes?.has(String(item)) !== false,
      );
    }
    case 'ref':
      return isId(input) ? { value: input } : bad('reference');
    case 'area':
      return typeof input === 'string' && /^\d{6}$/.test(input) ? { value: input } : bad('reference');
    case 'refMany':
      return checkMany(field, input, isId);
    case 'tags':
      return checkMany(field, input, isTag);
    case 'image':
    case 'file':
    case 'video':
    case 'audio':
      return isFileId(input) ? { value: input } : bad('type');
    case 'images':
    case 'files':
      return checkMany(field, input, isFileId);
    case 'json':
      return checkJson(field.shape, input);
  }
}

function checkJson(shape: 'weeklyHours' | undefined, input: unknown): Checked {
  if (typeof input !== 'object' || input === null || JSON.stringify(input).length > 20_000) return bad('type');
  if (JSON.stringify(input).includes('\\u0000') || (shape === 'weeklyHours' && !isWeeklyHours(input)))
    return bad('pattern');
  return { value: input };
}

function message(label: string, found: Exclude<Checked, { value: unknown }>, lang: Lang): string {
  if ('text' in found) return found.text[lang];
  if ('code' in found) return errorText(found.code, lang, { field: label, ...found.params });
  return fill(validationTexts[found.key][lang], { label, ...found.params });
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export interface Validated {
  /** Checked values of the fields that were given, ready to store; null clears. */
  readonly values: Record<string, unknown>;
  readonly errors: FieldError[];
}

/**
 * Checks a form against an entity: whitelist, types, rules, conditions, in browser and server alike.
 * Add: absent fields take their default. Update (`old` given): absent leaves, null clears, a value sets.
 */
export function validate(entity: EntityDef, form: Row, old: Row | undefined, ctx: ValidationContext): Validated {
  const input = normalForm(entity.fields, form);
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const fail = (field: string, text: string) => errors.push({ field, message: text });
  const label = (name: string) => labelOf(entity, name)[ctx.lang];
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(entity.fields, name)) fail(name, validationTexts.unknown[ctx.lang]);
  }
  const given = { ...old, ...input };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isDerived(field)) {
      if (input[name] !== undefined) fail(name, validationTexts.readonly[ctx.lang]);
      continue;
    }
    const found = checkField(entity, name, field, input, old, given, ctx);
    if (found === undefined) continue;
    if ('value' in found) values[name] = found.value;
    else fail(name, message(label(name), found, ctx.lang));
  }
  if (errors.length === 0) errors.push(...checkRules(entity, { ...old, ...values }, old, ctx));
  return { values, errors };
}

function checkField(
  entity: EntityDef,
  name: string,
  field: StoredField,
  input: Row,
  old: Row | undefined,
  given: Row,
  ctx: ValidationContext,
): Checked | undefined {
  const value = input[name];
  const sent = value !== undefined;
  if (field.readonly) {
    if (sent) return entity.machines?.[name] ? bad('state') : bad('readonly');
    return old === undefined && field.default !== undefined ? { value: field.default } : undefined;
  }
  if (sent && old !== undefined) {
    // A private value comes back masked: sending the mask unchanged means "leave".
    if (field.kind === 'private' && value === old[name]) return undefined;
    const fixed = field.fixed === true || (typeof field.fixed === 'function' && field.fixed(old));
    if (fixed && !sameValue(value, old[name])) return bad('fixed');
    if (entity.machines?.[name] && !sameValue(value, old[name])) return bad('state');
    const locked = lockedInUse(entity, name, field, old);
    if (locked && !sameValue(value, old[name])) return { text: locked };
    if (fixed) return undefined;
  }
  const shown = field.visible ? field.visible(given) : true;
  if (isEmpty(value)) {
    if (!sent && old !== undefined)
      return field.visible && shown && field.required && isEmpty(old[name]) ? bad('required') : undefined;
    if (!sent && field.default !== undefined) return { value: field.default };
    if (field.required && shown) return bad('required');
    return sent ? { value: Array.isArray(value) ? value : null } : undefined;
  }
  if (!shown) return { value: null };
  return checkValue(field, value, ctx);
}

/** Equal on the wire: codes may come as numbers or strings. */
function sameValue(a: unknown, b: unknown): boolean {
  return String(a ?? '') === String(b ?? '');
}

function checkRules(entity: EntityDef, row: Row, old: Row | undefined, ctx: ValidationContext): FieldError[] {
  const issues = (entity.rules ?? [])
    .map((rule) => rule(row, old))
    .filter((issue): issue is Issue => issue !== undefined);
  return issues.map((issue) => issueError(issue, ctx.lang));
}

/** The error under a field that a rule's issue stands for. */
export function issueError(issue: Issue, lang: Lang): FieldError {
  const text = issue.text ? fill(issue.text[lang], issue.params) : errorText(issue.code ?? 1001, lang, issue.params);
  return { field: issue.field, message: text };
}

/** Checks the input of an action (a small form of its own). */
export function validateInput(
  fields: Readonly<Record<string, StoredField>>,
  form: Row,
  ctx: ValidationContext,
): Validated {
  const input = normalForm(fields, form);
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(fields, name)) errors.push({ field: name, message: validationTexts.unknown[ctx.lang] });
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name] ?? field.default;
    const label = inputLabel(name, field)[ctx.lang];
    if (isEmpty(value)) {
      if (field.required && (!field.visible || field.visible(input)))
        errors.push({ field: name, message: fill(validationTexts.required[ctx.lang], { label }) });
      continue;
    }
    const found = checkValue(field, value, ctx);
    if ('value' in found) values[name] = found.value;
    else errors.push({ field: name, message: message(label, found, ctx.lang) });
  }
  return { values, errors };
}

/** Label of an action's input field. */
export function inputLabel(name: string, field: Field): Text {
  return field.label ?? labelNamed(name) ?? { zh: name, en: name };
}
