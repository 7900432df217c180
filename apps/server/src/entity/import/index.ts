import { setImmediate } from 'node:timers/promises';
import { fill, type FieldError, type Lang } from '@wheelhouse/contract';
import type { ImportReport } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf, pathOfCall } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { withTransaction, type Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { audit } from '../audit.ts';
import { checkAreas, validationContext } from '../check.ts';
import { codeErrorsOfRows } from '../check-codes.ts';
import { withCleanHtml } from '../html.ts';
import { decodeCell, DictIndex, type Decoding } from './cells.ts';
import { importFields, importKey, readHeadings, type Headings, type ImportColumn } from './columns.ts';
import { findRecords } from './found.ts';
import { checkUnique, resolveKeys, type Draft } from './keys.ts';
import { issueFailures } from './report.ts';
import { addRows, type ReadyRow, updateRows } from './save.ts';
import { importTexts, unreadableTexts } from './texts.ts';
import { limiter } from '../../limiter.ts';
import { checkRichTexts } from '../rich-text.ts';
import { dictionaryEntries } from '../sheet-columns.ts';
import { UnreadableFile } from '../../sheet/check.ts';
import { columnName } from '../../sheet/cell.ts';
import { type NumberedRow, type ReadSheet, readSheetFile } from '../../sheet/read.ts';

export { importTemplate } from './template.ts';

const defaultLimit = 5000;
const mostColumns = 200;
const mostErrors = 500;
/** Rows checked before others get their turn on the event loop. */
const atOnce = 200;
const oneAtATime = limiter(2);

function wrongFile(code: 1008 | 1031, message: string): AppError {
  return new AppError(code, undefined, { errors: [{ field: 'file', message }] });
}

/**
 * The first sheet of a call's upload.
 * @throws AppError 1031 no workbook, 1008 none that can be read, under the field `file`
 */
export async function readUpload(
  ctx: Pick<CallContext, 'files' | 'lang'>,
  maxRows: number,
  maxColumns: number,
): Promise<ReadSheet> {
  const file = ctx.files.find((one) => one.field === 'file') ?? ctx.files[0];
  if (!file) throw wrongFile(1008, importTexts.noFile[ctx.lang]);
  try {
    return await readSheetFile({ path: file.path, maxRows, maxColumns });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const code = error.reason === 'notXlsx' || error.reason === 'oldXls' ? 1031 : 1008;
    throw wrongFile(code, unreadableTexts[error.reason][ctx.lang]);
  }
}

async function decoding(ctx: CallContext, columns: readonly ImportColumn[]): Promise<Decoding> {
  const categories = columns.flatMap(({ field }) =>
    field.kind === 'dict' || field.kind === 'dictMany' ? [field.dict] : [],
  );
  const entries = await dictionaryEntries(ctx.app.pool, categories);
  return {
    lang: ctx.lang,
    dicts: new Map([...entries].map(([category, list]) => [category, new DictIndex(category, list.values())])),
  };
}

/** A cell that has something in it is never taken for an empty one. */
function problemOf({ number, cells, problems }: NumberedRow, { index, label }: ImportColumn, lang: Lang) {
  const problem = problems?.[index];
  if (!problem) return undefined;
  const value = String(cells[index] ?? '').slice(0, 60);
  return fill(importTexts[`${problem}Problem`][lang], { label, cell: `${columnName(index)}${number}`, value });
}

function decodeRow(row: NumberedRow, columns: readonly ImportColumn[], how: Decoding): Draft {
  const draft: Draft = { row: row.number, values: {}, keys: new Map(), errors: [] };
  for (const column of columns) {
    const { index, name, field, label } = column;
    const error = problemOf(row, column, how.lang);
    const found =
      error === undefined ? decodeCell(field, label, row.cells[index] ?? null, how, row.shown?.[index]) : { error };
    if (found === undefined) continue;
    if ('value' in found) draft.values[name] = found.value;
    else if ('keys' in found) draft.keys.set(name, found.keys);
    else draft.errors.push({ field: name, message: found.error });
  }
  return draft;
}

/** Form rules of a row. Fields whose cell could not be read keep that reason and no other. */
function checkRow(ctx: CallContext, entity: EntityDef, draft: Draft): ReadyRow & { readonly errors: FieldError[] } {
  const unread = new Set(draft.errors.map((error) => error.field));
  const { values, errors } = validate(
    entity,
    withCleanHtml(entity.fields, draft.values),
    undefined,
    validationContext(ctx),
  );
  const more = [...errors, ...checkAreas(entity, values, ctx)].filter((error) => !unread.has(error.field));
  return { row: draft.row, values, errors: [...draft.errors, ...more] };
}

/** Processes a list in portions, so that other requests are served in between. */
async function inTurns<In, Out>(list: readonly In[], work: (item: In) => Out): Promise<Out[]> {
  const out: Out[] = [];
  for (const [i, item] of list.entries()) {
    out.push(work(item));
    if (i % atOnce === atOnce - 1) await setImmediate();
  }
  return out;
}

type Checked = ReadyRow & { readonly errors: FieldError[] };
/** Stores the rows that are ready, as far as they can be. @returns errors by row number */
type Store = (tx: Tx) => Promise<Map<number, readonly FieldError[]>>;

const isReady = ({ errors }: Checked): boolean => errors.length === 0;

/** Everything that can be said of the rows without storing them, and the way to store those that are left. */
async function prepare(
  ctx: CallContext,
  entity: EntityDef,
  columns: readonly ImportColumn[],
  rows: readonly NumberedRow[],
): Promise<{ readonly checked: readonly Checked[]; readonly save: Store }> {
  const how = await decoding(ctx, columns);
  const drafts = await inTurns(rows, (row) => decodeRow(row, columns, how));
  await resolveKeys(ctx.app.pool, ctx, columns, drafts);
  const key = importKey(entity);
  if (key === undefined) {
    const checked = await checkNew(ctx, entity, columns, drafts);
    return { checked, save: (tx) => addRows(ctx, tx, entity, checked.filter(isReady)) };
  }
  const found = await findRecords(ctx.app.pool, ctx, entity, key, drafts);
  return { checked: found, save: (tx) => updateRows(ctx, tx, entity, found.filter(isReady)) };
}

/** Form rules, codes, references and unique values of rows that become records. */
async function checkNew(
  ctx: CallContext,
  entity: EntityDef,
  columns: readonly ImportColumn[],
  drafts: readonly Draft[],
): Promise<readonly Checked[]> {
  const checked = await inTurns(drafts, (draft) => checkRow(ctx, entity, draft));
  await checkCodes(ctx, entity, checked);
  for (const { values, errors } of checked) errors.push(...(await checkRichTexts(ctx.app.pool, ctx, entity, values)));
  await checkUnique(ctx.app.pool, ctx, entity, columns, checked);
  return checked;
}

/** Codes of all rows at once; a field that is refused already keeps that reason. */
async function checkCodes(ctx: CallContext, entity: EntityDef, checked: readonly Checked[]): Promise<void> {
  const found = await codeErrorsOfRows(
    ctx.app.pool,
    ctx.lang,
    entity.fields,
    checked.map(({ values }) => values),
    (name) => labelOf(entity, name)[ctx.lang],
  );
  for (const [i, { errors }] of checked.entries()) {
    const refused = new Set(errors.map(({ field }) => field));
    errors.push(...(found[i] ?? []).filter(({ field }) => !refused.has(field)));
  }
}

function openSheet(
  ctx: CallContext,
  entity: EntityDef,
  sheet: ReadSheet,
): { headings: Headings; heading: NumberedRow; rows: readonly NumberedRow[] } {
  const [heading, ...rows] = sheet.rows;
  if (!heading) throw wrongFile(1008, importTexts.noRows[ctx.lang]);
  const headings = readHeadings(entity, importFields(entity, ctx.user, ctx.lang), heading.cells, ctx.lang);
  if (headings.errors.length > 0) throw new AppError(1008, undefined, { errors: headings.errors });
  if (rows.length === 0) throw wrongFile(1008, importTexts.noRows[ctx.lang]);
  return { headings, heading, rows };
}

/** Which rows of the sheet were refused, as far as they fit into a log row. */
function rejectedRows(numbers: readonly number[]): { '@rows'?: string } {
  if (numbers.length === 0) return {};
  const sorted = [...numbers].sort((a, b) => a - b);
  const shown = sorted.slice(0, 100).join(', ');
  return { '@rows': sorted.length > 100 ? `${shown}, …` : shown };
}

/** Stores the good rows in one transaction, with a log row each and one for the whole. @returns errors of all rows that are left out */
async function store(
  ctx: CallContext,
  entity: EntityDef,
  { checked, save }: Awaited<ReturnType<typeof prepare>>,
): Promise<Map<number, readonly FieldError[]>> {
  const bad = new Map<number, readonly FieldError[]>(
    checked.filter((row) => !isReady(row)).map((row) => [row.row, row.errors]),
  );
  return withTransaction(ctx.app.db, async (tx) => {
    const failed = new Map([...bad, ...(await save(tx))]);
    const success = checked.length - failed.size;
    await audit(tx, ctx, {
      action: 'import',
      entity: entity.name,
      entityId: null,
      after: { total: checked.length, success, failed: failed.size, ...rejectedRows([...failed.keys()]) },
      path: pathOfCall(entity, 'import'),
      // No row was stored: the import fails with the code of its rows.
      ...(success === 0 && { code: 1001 }),
    });
    return failed;
  });
}

async function run(ctx: CallContext, entity: EntityDef): Promise<ImportReport> {
  const limit = entity.importLimit ?? defaultLimit;
  const sheet = await readUpload(ctx, limit + 1, mostColumns);
  if (sheet.total - 1 > limit) throw new AppError(1016, { n: limit });
  const { headings, heading, rows } = openSheet(ctx, entity, sheet);
  const failed = await store(ctx, entity, await prepare(ctx, entity, headings.columns, rows));
  const errors = [...failed]
    .sort(([a], [b]) => a - b)
    .flatMap(([row, list]) => list.map((error) => ({ row, ...error })));
  let errorFileName: string | null = null;
  if (failed.size > 0) {
    try {
      errorFileName = await issueFailures(ctx, entity, {
        heading: heading.cells,
        rows,
        errors: failed,
        reasonAt: headings.reasonAt,
      });
    } catch (error) {
      // The rows are stored: answer without the workbook rather than fail, which would look as if nothing was stored.
      ctx.log.error({ err: error, entity: entity.name }, 'error workbook of an import could not be made');
    }
  }
  return {
    total: rows.length,
    success: rows.length - failed.size,
    failed: failed.size,
    errors: errors.slice(0, mostErrors),
    errorFileName,
    ignoredColumns: headings.ignored,
    ignoredSheets: sheet.otherSheets.filter((name) => name !== importTexts.guide.zh && name !== importTexts.guide.en),
  };
}

/**
 * Imports the rows of an .xlsx file (multipart field `file`): all are checked, good ones are stored in one transaction, the others come
 * back with reasons. Each row becomes a record; of an entity that is not added in the console it changes one, which its first column names.
 * Needs the entity's import right; references resolve within the caller's scope.
 * @throws AppError 1031 no .xlsx file, 1008 unreadable or wrong columns (`data.errors`), 1016 {n} too many rows
 */
export function importRows(ctx: CallContext, entity: EntityDef): Promise<ImportReport> {
  return oneAtATime(() => run(ctx, entity));
}
