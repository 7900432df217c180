import type { FieldError } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql } from 'kysely';
import { sqlState, type Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { importTexts } from './texts.ts';
import { run } from '../run.ts';
import { translateRefusal } from '../unique.ts';
import { updateIn } from '../update.ts';
import { auditAdded, insertChecked } from '../write.ts';

/** A row that passed every check that needs no write. */
export interface ReadyRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Rows stored under one savepoint. */
const together = 100;

/** Errors caused by the row itself: a refusal, or data that the database refuses. All others fail the import. */
function rowErrors(error: unknown, ctx: CallContext, entity: EntityDef): FieldError[] | undefined {
  const translated = translateRefusal(error, entity, ctx);
  if (translated instanceof AppError)
    return [...(translated.errors ?? [{ field: '', message: translated.textIn(ctx.lang) }])];
  const state = sqlState(translated);
  if (state === undefined || !/^2[23]/.test(state)) return undefined;
  ctx.log.warn({ err: translated, entity: entity.name }, 'import row refused by the database');
  return [{ field: '', message: importTexts.refused[ctx.lang] }];
}

/** Runs work under a savepoint. @returns the errors that the row itself caused */
async function attempt(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  work: () => Promise<void>,
): Promise<FieldError[] | undefined> {
  await run(tx, sql`savepoint wh_import`);
  try {
    await work();
  } catch (error) {
    const errors = rowErrors(error, ctx, entity);
    if (!errors) throw error;
    await run(tx, sql`rollback to savepoint wh_import`);
    await run(tx, sql`release savepoint wh_import`);
    return errors;
  }
  await run(tx, sql`release savepoint wh_import`);
  return undefined;
}

/** How rows are stored: each one, and the log of those that were, where storing one does not write it. */
interface Saver<Ready extends ReadyRow> {
  readonly save: (row: Ready) => Promise<string>;
  readonly log?: (ids: readonly string[]) => Promise<void>;
}

/**
 * Stores rows in order, each seeing those before it; a row that is refused after all is left out.
 * Rows go by the hundred under one savepoint; only a hundred with a refused row goes one by one.
 * @returns errors by row number
 */
async function storeRows<Ready extends ReadyRow>(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  rows: readonly Ready[],
  { save, log }: Saver<Ready>,
): Promise<Map<number, FieldError[]>> {
  const failed = new Map<number, FieldError[]>();
  for (let from = 0; from < rows.length; from += together) {
    const some = rows.slice(from, from + together);
    let ids: string[] = [];
    const refused = await attempt(ctx, tx, entity, async () => {
      for (const row of some) ids.push(await save(row));
    });
    if (refused) {
      ids = [];
      for (const row of some) {
        const errors = await attempt(ctx, tx, entity, async () => void ids.push(await save(row)));
        if (errors) failed.set(row.row, errors);
      }
    }
    if (ids.length > 0) await log?.(ids);
  }
  return failed;
}

/** Adds a record for each row. @returns errors by row number */
export const addRows = (
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  rows: readonly ReadyRow[],
): Promise<Map<number, FieldError[]>> =>
  storeRows(ctx, tx, entity, rows, {
    // Hooks change the values they receive, so a second attempt needs a copy.
    save: async ({ values }) => (await insertChecked(ctx, tx, entity, { ...values }, true)).id,
    log: (ids) => auditAdded(ctx, tx, entity, ids, true),
  });

/** A row that changes a record. */
export interface FoundRow extends ReadyRow {
  readonly id: string;
}

/** Changes the record of each row, in the order of their ids, so that two imports do not wait for each other. @returns errors by row number */
export const updateRows = (
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  rows: readonly FoundRow[],
): Promise<Map<number, FieldError[]>> =>
  storeRows(
    ctx,
    tx,
    entity,
    rows.toSorted((a, b) => Number(a.id) - Number(b.id)),
    {
      save: async ({ id, values }) => (await updateIn(ctx, tx, entity, { key: id, input: values, importing: true })).id,
    },
  );
