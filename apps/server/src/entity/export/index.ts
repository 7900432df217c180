import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { EntityDef } from '@wheelhouse/entities/define';
import { type Row } from '@wheelhouse/entities/fields';
import { inBothLanguages, pathOfCall, shownAs } from '@wheelhouse/entities/registry';
import { fieldLabels } from '@wheelhouse/entities/labels';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { type Db, withTransaction, type Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { audit } from '../audit.ts';
import { exportColumns, type ExportColumn } from './cells.ts';
import { infoSheet, loggedQuery, writeInfo, writeWatermark, type ExportOrder } from './info.ts';
import { fileFields } from '../files.ts';
import { issueMade } from '../issue.ts';
import { readQuery } from '../query.ts';
import { allFields, holds, listFields } from '../hidden.ts';
import { listWhere } from '../read.ts';
import { logSensitive } from '../sensitive.ts';
import { inExportTurn } from '../turns.ts';
import { pageStatement } from '../page.ts';
import { orderOf } from '../order.ts';
import { run } from '../run.ts';
import type { Fragment } from '../scope.ts';
import { dictionaryEntries } from '../sheet-columns.ts';
import { type SheetWriter, startWorkbook, type WorkbookWriter } from '../../sheet/write.ts';
import { fileSink } from '../../sheet/zip.ts';

const defaultLimit = 10_000;
const mostColumns = 100;
/** Rows a round trip brings, and rows turned into XML before others get their turn. */
const fetched = 2000;
const written = 500;

interface Plan extends ExportOrder {
  readonly where: Fragment;
  readonly orderBy: string;
  readonly privateColumns: readonly string[];
}

function readColumns(ctx: CallContext, entity: EntityDef, input: unknown): string[] {
  const allowed = new Set(allFields(entity, ctx.user));
  const technical = new Set(['id', 'rev']);
  const given =
    input === undefined || input === null
      ? listFields(entity, ctx.user).filter((name) => entity.list.columns.includes(name) && !technical.has(name))
      : input;
  if (!Array.isArray(given) || given.length === 0 || given.length > mostColumns)
    throw refuseField(ctx, 'columns', 'invalid');
  const names: unknown[] = [...new Set(given)];
  const unknown = names.filter((name) => typeof name !== 'string' || !allowed.has(name));
  if (unknown.length > 0) {
    throw new AppError(1001, undefined, {
      errors: unknown.map((name) => ({
        field: 'columns',
        message: `${String(name).slice(0, 60)}: ${validationTexts.unknown[ctx.lang]}`,
      })),
    });
  }
  // File columns hold ids, which mean nothing in a workbook.
  const files = new Set(fileFields(entity, names as string[]));
  const both = new Set((names as string[]).flatMap((name) => inBothLanguages(entity.fields, name)));
  const shown = [...both].filter((name) => allowed.has(name) && !files.has(name));
  return shown.length > 0 ? shown : ['id'].filter((name) => allowed.has(name));
}

/** The reason of an export in full: absent, or 5 to 200 characters. @throws AppError 1001 */
function readReason(ctx: CallContext, input: unknown): string | undefined {
  if (input === undefined || input === null || input === '') return undefined;
  const reason = typeof input === 'string' ? input.trim() : '';
  const length = [...reason].length;
  const label = fieldLabels.reason[ctx.lang];
  if (length < 5) throw refuseField(ctx, 'reason', validationTexts.minLength, { label, n: 5 });
  if (length > 200) throw refuseField(ctx, 'reason', validationTexts.maxLength, { label, n: 200 });
  return reason;
}

async function readPlan(ctx: CallContext, entity: EntityDef, body: Row): Promise<Plan> {
  const mayClear = holds(ctx.user, 'privacy.export');
  if (entity.exportsPeople && !mayClear) throw new AppError(1003);
  const query = readQuery(ctx, entity, { query: body['query'], orderBy: body['orderBy'] });
  const columns = readColumns(ctx, entity, body['columns']);
  const given = readReason(ctx, body['reason']);
  if (entity.exportsPeople && given === undefined) throw refuseField(ctx, 'reason', 'required');
  const privateColumns = columns.filter((name) => shownAs(entity, name).kind === 'private');
  const reason = given !== undefined && privateColumns.length > 0 && mayClear ? given : undefined;
  return {
    conditions: query.conditions,
    columns,
    reason,
    privateColumns,
    where: await listWhere(ctx, entity, query),
    orderBy: orderOf(ctx, entity, query).text,
  };
}

/** Counts up to the limit plus one. @throws AppError 1007 {n} */
async function checkCount(tx: Tx, entity: EntityDef, where: Fragment, limit: number): Promise<void> {
  const [row] = await run<{ n: number }>(
    tx,
    sql`select count(*)::int as n from (select 1 from ${sql.raw(entity.table)} t where ${where} limit ${sql.raw(String(limit + 1))}) c`,
  );
  if ((row?.n ?? 0) > limit) throw new AppError(1007, { n: limit });
}

async function writeRows(
  ctx: CallContext,
  tx: Tx,
  sheet: SheetWriter,
  columns: readonly ExportColumn[],
): Promise<number> {
  for (let total = 0; ;) {
    const rows = await run<Record<string, unknown>>(tx, sql`fetch ${sql.raw(String(fetched))} from wh_export`);
    if (rows.length === 0) return total;
    for (let from = 0; from < rows.length; from += written) {
      if (ctx.signal.aborted) throw new AppError(1000);
      await sheet.rows(rows.slice(from, from + written).map((row) => columns.map((column) => column.cell(row))));
      await setImmediate();
    }
    total += rows.length;
  }
}

/** All matching rows as of one moment, through a cursor: memory does not grow with their number. @returns how many */
async function writeData(
  ctx: CallContext,
  db: Db,
  entity: EntityDef,
  plan: Plan,
  workbook: WorkbookWriter,
  time: Date,
): Promise<number> {
  const limit = entity.exportLimit ?? defaultLimit;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await checkCount(tx, entity, plan.where, limit);
      const columns = await exportColumns(
        tx,
        entity,
        plan.columns,
        ctx.lang,
        plan.reason === undefined ? undefined : ctx.app.secrets,
      );
      const statement = pageStatement(
        entity,
        plan.columns,
        plan.where,
        plan.orderBy,
        sql`limit ${sql.raw(String(limit))}`,
        { sealed: plan.reason !== undefined, lang: ctx.lang },
      );
      await run(tx, sql`set local cursor_tuple_fraction = 1`);
      await run(tx, sql`declare wh_export no scroll cursor for ${statement}`);
      const sheet = await workbook.sheet(columns);
      const rows = await writeRows(ctx, tx, sheet, columns);
      if (plan.reason !== undefined) await writeWatermark(sheet, ctx.user, time, ctx.lang);
      await sheet.end();
      const filtered = plan.conditions.flatMap(({ field }) => {
        const shown = field === 'keyword' ? undefined : shownAs(entity, field);
        return shown?.kind === 'dict' || shown?.kind === 'dictMany' ? [shown.dict] : [];
      });
      const dicts = await dictionaryEntries(tx, filtered);
      await writeInfo(workbook, {
        entity,
        order: plan,
        user: ctx.user,
        time,
        rows,
        dicts,
        hasPrivate: plan.privateColumns.length > 0,
        lang: ctx.lang,
      });
      return rows;
    });
}

/** Every export is logged; one that shows personal data also where accesses to them are kept. */
async function record(ctx: CallContext, entity: EntityDef, plan: Plan, rows: number): Promise<void> {
  const after = {
    query: loggedQuery(entity, plan.conditions),
    columns: plan.columns,
    rows,
    masked: plan.reason === undefined,
    ...(plan.reason !== undefined && { '@reason': plan.reason }),
  };
  await withTransaction(ctx.app.db, async (tx) => {
    await audit(tx, ctx, {
      action: 'export',
      entity: entity.name,
      entityId: null,
      after,
      path: pathOfCall(entity, 'export'),
    });
    for (const field of plan.reason === undefined ? [] : plan.privateColumns) {
      await logSensitive(tx, ctx, { entity: entity.name, entityId: '*', field, reason: plan.reason ?? '' });
    }
  });
}

async function produce(
  ctx: CallContext,
  entity: EntityDef,
  plan: Plan,
): Promise<{ fileName: string; rows: number; masked: boolean }> {
  const time = new Date();
  let rows = 0;
  const fileName = await issueMade(ctx, `${entity.label[ctx.lang]}.xlsx`, async (path) => {
    rows = await ctx.app.reads.run(async ({ db }) => {
      // What a replica did not finish is begun anew.
      await rm(path, { force: true });
      const file = await fileSink(path);
      try {
        const workbook = await startWorkbook(file.sink, [entity.label[ctx.lang], infoSheet(ctx.lang)]);
        const done = await writeData(ctx, db, entity, plan, workbook, time);
        await workbook.finish();
        return done;
      } finally {
        await file.close();
      }
    });
    // Logged before the file can be fetched: nothing leaves unlogged.
    await record(ctx, entity, plan, rows);
  });
  return { fileName, rows, masked: plan.reason === undefined };
}

/**
 * Writes everything that matches `{query, columns?, reason?, orderBy?}` to a workbook for the caller to download: list conditions, scope,
 * only fields they may see. Private values are masked unless they hold `privacy.export` and give a reason (5–200 characters); of people, nothing is
 * exported without both.
 * @throws AppError 1001 (naming what cannot be read), 1003, 1007 {n} over the entity's limit
 */
export async function exportRows(
  ctx: CallContext,
  entity: EntityDef,
  body: Row,
): Promise<{ fileName: string; rows: number; masked: boolean }> {
  const plan = await readPlan(ctx, entity, body);
  return inExportTurn(ctx, () => produce(ctx, entity, plan));
}
