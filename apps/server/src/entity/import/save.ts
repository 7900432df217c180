import type { FieldError } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql } from 'kysely';
import { sqlState, type Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { importTexts } from './texts.ts';
import { run } from '../run.ts';
import { translateRefusal } from '../unique.ts';
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

/**
 * Stores rows in order, each seeing those before it; a row that is refused after all is left out.
 * Rows go by the hundred under one savepoint; only a hundred with a refused row goes one by one.
 * @returns errors by row number
 */
export async function saveRows(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  rows: readonly ReadyRow[],
): Promise<Map<number, FieldError[]>> {
  const failed = new Map<number, FieldError[]>();
  // Hooks change the values they receive, so a second attempt needs a copy.
  const insert = async ({ values }: ReadyRow) => (await insertChecked(ctx, tx, entity, { ...values }, true)).id;
  for (let from = 0; from < rows.length; from += together) {
    const some = rows.slice(from, from + together);
    let ids: string[] = [];
    const refused = await attempt(ctx, tx, entity, async () => {
      for (const row of some) ids.push(await insert(row));
    });
    if (refused) {
      ids = [];
      for (const row of some) {
        const errors = await attempt(ctx, tx, entity, async () => void ids.push(await insert(row)));
        if (errors) failed.set(row.row, errors);
      }
    }
    if (ids.length > 0) await auditAdded(ctx, tx, entity, ids, true);
  }
  return failed;
}
