import { errorText, fill, type FieldError, type Lang } from '@wheelhouse/contract';
import { bad, checkValue, faultErrors, isEmpty, type Checked, type ValidationContext } from './check-value.ts';
import type { EntityDef, Issue } from './define.ts';
import { isDerived, type Field, type Row, type StoredField } from './fields.ts';
import { lockedInUse } from './in-use.ts';
import { normalForm } from './normal.ts';
import { inputLabel, labelOf } from './reading.ts';
import { validationTexts } from './validation-texts.ts';

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
  const given = { ...(old ?? defaultsOf(entity)), ...shapely(entity.fields, input) };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isDerived(field)) {
      if (input[name] !== undefined) fail(name, validationTexts.readonly[ctx.lang]);
      continue;
    }
    const found = checkField(entity, name, field, { input, old, given }, ctx);
    if (found === undefined) continue;
    if ('value' in found) values[name] = found.value;
    else errors.push(...faultErrors(name, label(name), found, ctx.lang));
  }
  if (errors.length === 0) errors.push(...checkRules(entity, { ...old, ...values }, old, ctx));
  return { values, errors };
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isShapely = (field: Field | undefined, value: unknown): boolean =>
  isScalar(value) ||
  field?.kind === 'json' ||
  field?.kind === 'rows' ||
  (Array.isArray(value) && value.every(isScalar));

/** A form as conditions see it: they turn values into text, which an object like `{"toString":1}` does not allow. */
const shapely = (fields: EntityDef['fields'], input: Row): Row =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (isShapely(Object.hasOwn(fields, name) ? fields[name] : undefined, value)) return [name, value];
      return [name, Array.isArray(value) ? value.filter(isScalar) : null];
    }),
  );

/** What a new record holds unless it is given. */
const defaultsOf = ({ fields }: EntityDef): Row =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isDerived(field) || field.default === undefined ? [] : [[name, field.default]],
    ),
  );

/** A form that is saved over a stored record, if there is one; `given` is the record as conditions see it. */
interface Saved {
  readonly input: Row;
  readonly old: Row | undefined;
  readonly given: Row;
}

function checkField(
  entity: EntityDef,
  name: string,
  field: StoredField,
  { input, old, given }: Saved,
  ctx: ValidationContext,
): Checked | undefined {
  const value = input[name];
  const sent = value !== undefined;
  if (field.readonly) {
    if (sent) return entity.machines?.[name] ? bad('state') : bad('readonly');
    // A record that the condition leaves out has none: no state of a machine that others of its kind follow, for instance.
    const isHeld = field.default !== undefined && field.visible?.(given) !== false;
    return old === undefined && isHeld ? { value: field.default } : undefined;
  }
  if (sent && old !== undefined) {
    // A private value comes back masked: sending the mask unchanged means "leave".
    if (field.kind === 'private' && value === old[name]) return undefined;
    const fixed = field.fixed === true || (typeof field.fixed === 'function' && field.fixed(old));
    if (fixed && !sameValue(value, old[name])) return bad('fixed');
    if (entity.machines?.[name] && !sameValue(value, old[name])) return bad('state');
    const locked = lockedInUse(entity, name, field, old);
    if (locked && !sameValue(value, old[name])) return { text: locked };
    // A time that lay ahead when it was set stays as it is.
    if (fixed || ('ahead' in field && field.ahead !== undefined && sameValue(value, old[name]))) return undefined;
  }
  const shown = field.visible ? field.visible(given) : true;
  if (isEmpty(value)) {
    if (!sent && old !== undefined)
      return field.visible && shown && field.required && isEmpty(old[name]) ? bad('required') : undefined;
    if (!sent && field.default !== undefined) return { value: field.default };
    if (field.required && shown) return bad('required');
    return sent ? { value: shown && Array.isArray(value) ? value : null } : undefined;
  }
  // Conditions do not see a value of a wrong shape, which is refused rather than dropped.
  if (!shown && isShapely(field, value)) return { value: null };
  return checkValue(field, value, ctx);
}

const asText = (value: unknown): string => (isScalar(value) ? String(value ?? '') : JSON.stringify(value));

/** Equal on the wire: codes may come as numbers or strings. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => sameValue(one, b[at]));
  return asText(a) === asText(b);
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
  const seen = shapely(fields, input);
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(fields, name)) errors.push({ field: name, message: validationTexts.unknown[ctx.lang] });
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name] ?? field.default;
    const label = inputLabel(name, field)[ctx.lang];
    if (isEmpty(value)) {
      if (field.required && (!field.visible || field.visible(seen)))
        errors.push({ field: name, message: fill(validationTexts.required[ctx.lang], { label }) });
      continue;
    }
    const found = checkValue(field, value, ctx);
    if ('value' in found) values[name] = found.value;
    else errors.push(...faultErrors(name, label, found, ctx.lang));
  }
  return { values, errors };
}
