import { setImmediate } from 'node:timers/promises';
import { listed, type Text } from '@wheelhouse/contract/lang';
import { formats } from '@wheelhouse/entities/formats';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { filesForUser } from '../../../entity/file-uses.ts';
import { hashesOfList } from '../../../entity/sealed-lookup.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { firstColumn } from '../../files/service.ts';

const entity = entityNamed('activityMessage');
const field = 'userFileId';
const mostNumbers = 200_000;
/** Rows that a refusal names; it says how many there are. */
const mostNamed = 20;
/** Rows read, and hashed, before others get their turn on the event loop. */
const atOnce = 1000;

const texts = {
  empty: { zh: '名单中没有手机号', en: 'The list has no numbers' },
  rows: {
    zh: '共{n}行不是手机号：第{rows}行',
    en: '{n} {n|row is|rows are} not {n|a mobile number|mobile numbers}: {rows}',
  },
  rowsOf: {
    zh: '共{n}行不是手机号，前{m}个：第{rows}行',
    en: '{n} {n|row is|rows are} not {n|a mobile number|mobile numbers}, the first {m}: {rows}',
  },
} as const satisfies Record<string, Text>;

/** The numbers of a file's first column, each once. @throws AppError 1001 naming the rows that hold none, 1016 too many */
async function numbersIn(ctx: CallContext, tx: Tx, fileId: string): Promise<readonly string[]> {
  const cells = await firstColumn(ctx, tx, fileId, mostNumbers, field);
  const found = new Set<string>();
  const wrong: number[] = [];
  for (const [at, { number, text }] of cells.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate();
    const checked = formats.mobile.check(text);
    if ('value' in checked) found.add(checked.value);
    else wrong.push(number);
  }
  if (wrong.length > 0) {
    const named = wrong.slice(0, mostNamed);
    throw refuseField(ctx, field, named.length < wrong.length ? texts.rowsOf : texts.rows, {
      n: wrong.length,
      m: named.length,
      rows: listed(named.map(String), ctx.lang),
    });
  }
  if (found.size === 0) throw refuseField(ctx, field, texts.empty);
  return [...found];
}

/** Whether a message holds the list: whoever sees the message may count it. */
async function isHeld(tx: Tx, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from msg_activity where user_file_id = ${fileId} and not deleted limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Reads an uploaded list of numbers, unless it was read before: a file never changes. Only hashes are kept, which is what users are found by.
 * @throws AppError 1001 under the field: a file that is not the user's, one that cannot be read, rows without a number, a list that may not be
 *   looked up; 1016 too many rows, 1122
 */
export async function readNumberList(ctx: CallContext, tx: Tx, fileId: string): Promise<void> {
  if (!(await isHeld(tx, fileId)) && !(await filesForUser(tx, ctx, { biz: 'import' }, [fileId])).has(fileId))
    throw refuseField(ctx, field, validationTexts.file, { label: labelOf(entity, field)[ctx.lang] });
  const known = await sql`select 1 from msg_number_list where file_id = ${fileId} limit 1`.execute(tx);
  if (known.rows.length > 0) return;
  const numbers = await numbersIn(ctx, tx, fileId);
  const of = { entity: entityNamed('appUser'), name: 'mobile', field, purpose: '活动消息' };
  const hashes = await hashesOfList(ctx, tx, of, numbers);
  await sql`insert into msg_number_list (file_id, mobile_hash) select ${fileId}, unnest(${[...hashes]}::bytea[]) on conflict do nothing`.execute(
    tx,
  );
}

/** The same for a form that is only counted. */
export const readNumberListOf = (ctx: CallContext, fileId: unknown): Promise<void> =>
  typeof fileId === 'string' && fileId !== ''
    ? withTransaction(ctx.app.db, (tx) => readNumberList(ctx, tx, fileId))
    : Promise.resolve();
