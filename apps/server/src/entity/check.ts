import { fill, type errorText, type FieldError } from '@wheelhouse/contract';
import type { AnswersOf, EntityDef } from '@wheelhouse/entities/define';
import type {
  FileField,
  FilesField,
  ImageField,
  RefByField,
  Row,
  RowsField,
  StoredField,
  VideoField,
} from '@wheelhouse/entities/fields';
import { type UploadFacts, uploadFault } from '@wheelhouse/entities/media';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entityNamed, inputLabel, labelOf } from '@wheelhouse/entities/registry';
import { referredBy, rowsOf } from '@wheelhouse/entities/rows-cells';
import type { ValidationContext } from '@wheelhouse/entities/check-value';
import { issueError, validateInput } from '@wheelhouse/entities/validate';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { codeErrors } from './check-codes.ts';
import { filesForUser } from './file-uses.ts';
import { fileKinds } from './files.ts';
import { withCleanHtml } from './html.ts';
import { hooksOf } from './hooks.ts';
import { idsInScope, rowsById } from './read.ts';
import { richTextErrors } from './rich-text.ts';
import { run, type Executor } from './run.ts';
import { stateText } from './state-text.ts';
import { isNumericDict } from './storage.ts';

const known = new Map<string, ReadonlySet<string>>(
  dictionaries.map((d) => [d.category, new Set(d.entries.map((e) => e.code))]),
);

/**
 * Validation context of a call. Built-in categories are checked against the release; codes of editable ones against the
 * database, by `codeErrors`.
 */
export function validationContext(ctx: Pick<CallContext, 'lang'>): ValidationContext {
  return { lang: ctx.lang, dictCodes: (category) => (isNumericDict(category) ? known.get(category) : undefined) };
}

type Wanted = {
  readonly field: string;
  readonly ids: readonly string[];
} & (
  | { readonly kind: 'row'; /** Entity. */ readonly of: string }
  | { readonly kind: 'area' }
  | { readonly kind: 'file'; readonly use: Pick<FileField | FilesField, 'biz'> }
);

const refusalTexts = {
  row: validationTexts.reference,
  area: validationTexts.reference,
  file: validationTexts.file,
} as const;

function wantedBy(field: string, def: StoredField, value: unknown, old: unknown): Wanted | undefined {
  if (value === null || value === undefined) return undefined;
  const before = new Set(Array.isArray(old) ? old.map(String) : []);
  const ids = Array.isArray(value) ? value.map(String).filter((id) => !before.has(id)) : [String(value)];
  if (ids.length === 0) return undefined;
  switch (def.kind) {
    case 'ref':
    case 'refMany':
      return { field, kind: 'row', of: def.to, ids };
    case 'area':
      return { field, kind: 'area', ids };
    case 'image':
    case 'images':
    case 'file':
    case 'files':
    case 'video':
    case 'audio':
      return { field, kind: 'file', use: def, ids };
    default:
      return undefined;
  }
}

async function found(executor: Executor, ctx: CallContext, wanted: Wanted): Promise<Set<string>> {
  if (wanted.kind === 'row') return idsInScope(executor, entityNamed(wanted.of), ctx.user, wanted.ids, true);
  if (wanted.kind === 'file') return filesForUser(executor, ctx, wanted.use, wanted.ids);
  const rows = await run<{ id: string }>(
    executor,
    sql`select id from sys_area where id = any(${[...wanted.ids]}::text[])`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Why a record may not be chosen: its specific refusal, or the text that names its state. */
export interface Unfit {
  readonly message: string;
  readonly own?: AppError;
}

/** Why existing records may not be chosen in a reference field, by id. Records that may be chosen have no entry. */
export async function unfitReasons(
  executor: Executor,
  ctx: CallContext,
  target: EntityDef,
  ids: readonly string[],
  { name: field, label }: { readonly name: string; readonly label: string },
): Promise<Map<string, Unfit>> {
  const reasons = new Map<string, Unfit>();
  const states = Object.entries(target.choosable ?? {});
  if (states.length === 0 || ids.length === 0) return reasons;
  const own = await hooksOf(target.name).notChoosable?.(executor, ids, field);
  const names = states.map(([each]) => each);
  for (const row of await rowsById(executor, target, ids, ['id', 'rev', ...target.title, ...names])) {
    const refusal = own?.get(row.id);
    if (refusal) reasons.set(row.id, { message: refusal.textIn(ctx.lang), own: refusal });
    const state = states.find(([each, allowed]) => !allowed.map(String).includes(String(row[each])));
    if (refusal || state === undefined) continue;
    const name = target.title.map((each) => row[each]).find((value) => typeof value === 'string') ?? row.id;
    const params = { label, name: String(name), state: stateText(target, state[0], row, ctx) };
    reasons.set(row.id, { message: fill(validationTexts.unfit[ctx.lang], params) });
  }
  return reasons;
}

/** Field errors for ids that may not be given. @throws AppError the specific refusal of a record, under the field */
async function refusalOf(
  executor: Executor,
  ctx: CallContext,
  wanted: Wanted,
  absent: readonly string[],
  label: string,
): Promise<string> {
  const plain = fill(refusalTexts[wanted.kind][ctx.lang], { label });
  if (wanted.kind !== 'row') return plain;
  const target = entityNamed(wanted.of);
  const there = await idsInScope(executor, target, ctx.user, absent);
  const field = { name: wanted.field, label };
  const [unfit] = (await unfitReasons(executor, ctx, target, [...there], field)).values();
  if (unfit?.own)
    throw new AppError(unfit.own.code, unfit.own.params, { errors: [{ field: wanted.field, message: unfit.message }] });
  return unfit?.message ?? plain;
}

type UploadField = FileField | FilesField | VideoField;
const isUpload = (field: { readonly kind: string }): field is UploadField => fileKinds.has(field.kind);

/** What is wrong with uploads for a field, by their bytes; undefined when nothing is. */
async function uploadsFault(
  executor: Executor,
  ctx: CallContext,
  field: UploadField,
  ids: readonly string[],
  label: string,
): Promise<string | undefined> {
  const files = await run<Required<UploadFacts> & Record<string, unknown>>(
    executor,
    sql`select size::float8 as size, width, height, duration_ms as "durationMs", codec from sys_file where file_id = any(${[...ids]}::text[])`,
  );
  return files.map((facts) => uploadFault(field, label, facts, ctx.lang)).find((fault) => fault !== undefined);
}

const isRows = (field: { readonly kind: string }): field is RowsField => field.kind === 'rows';

/** What is wrong with a picture or a record in a cell; undefined when nothing is. */
async function cellFault(
  executor: Executor,
  ctx: CallContext,
  def: ImageField | RefByField,
  { row, value, wanted: { field, label } }: { row: Row; value: string; wanted: { field: string; label: string } },
): Promise<string | undefined> {
  if (def.kind === 'image') {
    const taken = await filesForUser(executor, ctx, def, [value]);
    return taken.has(value)
      ? uploadsFault(executor, ctx, def, [value], label)
      : fill(validationTexts.file[ctx.lang], { label });
  }
  const of = referredBy(def, row);
  if (of === undefined) return undefined;
  const wanted: Wanted = { field, kind: 'row', of, ids: [value] };
  return (await found(executor, ctx, wanted)).has(value) ? undefined : refusalOf(executor, ctx, wanted, [value], label);
}

/** Pictures and records in columns of rows that were not in the field before. */
async function rowsErrors(
  executor: Executor,
  ctx: CallContext,
  { fields }: RowsField,
  { name, value, old }: { readonly name: string; readonly value: unknown; readonly old: unknown },
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [column, def] of Object.entries(fields)) {
    if (def.kind !== 'image' && def.kind !== 'refBy') continue;
    const nameOf = (row: Row): string => `${def.kind === 'refBy' ? referredBy(def, row) : ''} ${String(row[column])}`;
    const before = new Set(rowsOf(old).map(nameOf));
    const label = inputLabel(column, def)[ctx.lang];
    for (const [at, row] of rowsOf(value).entries()) {
      const [given, field] = [row[column], `${name}[${at}].${column}`];
      if (typeof given !== 'string' || before.has(nameOf(row))) continue;
      const text = await cellFault(executor, ctx, def, { row, value: given, wanted: { field, label } });
      if (text === undefined) continue;
      errors.push({ field, message: fill(validationTexts.inRow[ctx.lang], { n: at + 1, text }) });
    }
  }
  return errors;
}

/**
 * Everything a form points to must exist, be in the user's scope and (dictionary codes) be enabled.
 * Values that did not change are not asked again, so that a record with a retired code can still be edited.
 */
export async function checkReferences(
  executor: Executor,
  ctx: CallContext,
  fields: Readonly<Record<string, StoredField | { readonly kind: string }>>,
  values: Row,
  old: Row | undefined,
  label: (name: string) => string,
): Promise<FieldError[]> {
  const errors = await codeErrors(executor, ctx.lang, fields, values, old, label);
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (field && isRows(field))
      errors.push(...(await rowsErrors(executor, ctx, field, { name, value, old: old?.[name] })));
    if (!field || JSON.stringify(value) === JSON.stringify(old?.[name] ?? null)) continue;
    if (field.kind === 'richText' && typeof value === 'string')
      errors.push(
        ...(await richTextErrors(executor, ctx, value, { name, label: label(name), old: String(old?.[name] ?? '') })),
      );
    const wanted = wantedBy(name, field as StoredField, value, old?.[name]);
    if (!wanted) continue;
    const there = await found(executor, ctx, wanted);
    const absent = wanted.ids.filter((id) => !there.has(id));
    const message =
      absent.length > 0
        ? await refusalOf(executor, ctx, wanted, absent, label(name))
        : isUpload(field)
          ? await uploadsFault(executor, ctx, field, wanted.ids, label(name))
          : undefined;
    if (message !== undefined) errors.push({ field: name, message });
  }
  return errors;
}

/**
 * Checked values of the input of an action or of a call of its own: types, rules, and everything it points to.
 * @throws AppError 1001 with all errors of one kind
 */
export async function checkedInput<const Fields extends Readonly<Record<string, StoredField>>>(
  executor: Executor,
  ctx: CallContext,
  fields: Fields,
  input: Row,
): Promise<AnswersOf<Fields>>;
export async function checkedInput(
  executor: Executor,
  ctx: CallContext,
  fields: Readonly<Record<string, StoredField>>,
  input: Row,
): Promise<Row> {
  const { values, errors } = validateInput(fields, withCleanHtml(fields, input), validationContext(ctx));
  refuseErrors(errors);
  const label = (name: string): string => {
    const field = fields[name];
    return field ? inputLabel(name, field)[ctx.lang] : name;
  };
  refuseErrors(await checkReferences(executor, ctx, fields, values, undefined, label));
  return values;
}

/** A district must lie in its city and a city in its province. */
export function checkAreas(entity: EntityDef, row: Row, ctx: CallContext): FieldError[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.kind !== 'area' || !field.parent) return [];
    const [own, above] = [row[name], row[field.parent]];
    if (typeof own !== 'string' || typeof above !== 'string') return [];
    const digits = field.level === 2 ? 2 : 4;
    // Districts of municipalities and directly administered units share their province's first two digits only.
    const fits =
      own.slice(0, digits) === above.slice(0, digits) || (field.level === 3 && own.slice(0, 2) === above.slice(0, 2));
    return fits
      ? []
      : [{ field: name, message: fill(validationTexts.area[ctx.lang], { label: labelOf(entity, name)[ctx.lang] }) }];
  });
}

/** @throws AppError 1001 when there are errors */
export function refuseErrors(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new AppError(1001, undefined, { errors });
}

/** Refusal of one field by its own code, shown under the field and as the call's message. */
export function fieldRefusal(
  ctx: Pick<CallContext, 'lang'>,
  field: string,
  code: Parameters<typeof errorText>[0],
  params?: Parameters<typeof errorText>[2],
): AppError {
  return new AppError(code, params, { errors: [issueError({ field, code, ...(params && { params }) }, ctx.lang)] });
}
