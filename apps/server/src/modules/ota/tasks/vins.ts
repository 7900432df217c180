import { readFile } from 'node:fs/promises';
import type { OtaInvalidVin, OtaVinImport } from '@wheelhouse/contract/calls/ota/tasks';
import { cleanCode } from '@wheelhouse/contract/text';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, withTransaction } from '../../../db/pool.ts';
import { scopeWhere } from '../../../entity/scope.ts';
import { defineCall } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { UnreadableFile } from '../../../sheet/check.ts';
import { rowsOfCsv } from '../../../sheet/csv.ts';
import { readSheetFile } from '../../../sheet/read.ts';
import { insertFile, keepBytes } from '../../files/service.ts';

const most = 100_000;
export const mostInvalid = 1_000;
export const mostBytes = 20 * 1024 * 1024;
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const unreadable = { zh: '文件无法读取', en: 'The file cannot be read' } as const;
const empty = { zh: '文件中没有VIN', en: 'The file has no VINs' } as const;
const vehicle = entityNamed('vehicle');
/** A VIN, or the frame no. of a vehicle that has none. An IMEI looks like the latter. */
export const vinShape = /^([A-HJ-NPR-Z0-9]{17}|\d{15})$/;

export interface Cell {
  readonly number: number;
  readonly text: string;
}

const between = /[\s,;，；、|]+/;
const isVin = (text: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(text);

/** What a row names: its first cell, or all that stands in it where it is a list of VINs. Other columns have no VINs in them. */
function namedIn(cells: readonly string[]): readonly string[] {
  const [first = '', ...others] = cells.map((text) => cleanCode(text).toUpperCase());
  const parts = [first, ...others].flatMap((text) => text.split(between)).filter((text) => text !== '');
  return parts.slice(1).some(isVin) ? parts : [first];
}

/** The cells of each row that name vehicles, without a heading. @throws AppError 1016 too many, 1001 unreadable */
export async function cellsOf(ctx: CallContext, path: string, most: number): Promise<readonly Cell[]> {
  const bytes = await readFile(path);
  let rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
  try {
    rows = bytes.subarray(0, 4).equals(zipMark)
      ? (await readSheetFile({ path, maxRows: most + 2, maxColumns: 50 })).rows.map(({ number, cells }) => ({
          number,
          cells: cells.map((cell) => (cell === null ? '' : String(cell))),
        }))
      : rowsOfCsv(bytes, most + 2);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw refuseField(ctx, 'file', unreadable);
  }
  const clean = rows.flatMap(({ number, cells }) => namedIn(cells).map((text) => ({ number, text })));
  const filled = clean.filter(({ number, text }) => text !== '' && (number > 1 || vinShape.test(text)));
  if (filled.length > most) throw new AppError(1016, { n: most });
  if (filled.length === 0) throw refuseField(ctx, 'file', empty);
  return filled;
}

/** VINs of vehicles that the user sees. */
async function knownOf({ user }: CallContext, db: Db, vins: readonly string[]): Promise<ReadonlySet<string>> {
  const seen = scopeWhere(vehicle, 'v', user.scope, user.id) ?? sql`true`;
  const wanted = JSON.stringify(vins);
  const { rows } = await sql<{ vin: string }>`
    with l as materialized (select vin from json_array_elements_text(${wanted}::json) as l (vin))
    select v.vin from veh_vehicle v join l on l.vin = v.vin where not v.deleted and ${seen}
    union select v.frame_no from veh_vehicle v join l on l.vin = v.frame_no where not v.deleted and ${seen}`.execute(
    db,
  );
  return new Set(rows.map(({ vin }) => vin));
}

async function sort(ctx: CallContext, cells: readonly Cell[]) {
  const shaped = cells.filter(({ text }) => vinShape.test(text)).map(({ text }) => text);
  const known = await knownOf(ctx, ctx.app.db, [...new Set(shaped)]);
  const valid = new Set<string>();
  const invalid: OtaInvalidVin[] = [];
  for (const { number: row, text } of cells) {
    const reason = !vinShape.test(text)
      ? 'format'
      : valid.has(text)
        ? 'duplicate'
        : known.has(text)
          ? undefined
          : 'unknown';
    if (reason === undefined) valid.add(text);
    else invalid.push({ row, text: text.slice(0, 40), reason });
  }
  return { valid: [...valid], invalid };
}

export const importVins = defineCall('POST /ps/crm/otaTask/importVins', {
  access: ['taskList.add', 'taskList.edit'],
  effect: 'reads',
  upload: { maxBytes: mostBytes },
  body: z.object({}),
  summary: { zh: '导入VIN（xlsx、csv、txt，最多10万行）', en: 'Import VINs (xlsx, csv or txt, up to 100,000 rows)' },
  async run(ctx): Promise<OtaVinImport> {
    const [file] = ctx.files;
    if (file === undefined) throw refuseField(ctx, 'file', 'required');
    const cells = await cellsOf(ctx, file.path, most);
    const { valid, invalid } = await sort(ctx, cells);
    const uploader = { type: 'user', id: ctx.user.id } as const;
    // What is kept is the list as it counts, whatever the file looked like.
    const kept = await keepBytes(ctx.app, {
      name: `${file.fileName.replace(/\.[^.]*$/, '').slice(0, 80) || 'vins'}.csv`,
      biz: 'import',
      contentType: 'text/csv',
      bytes: Buffer.from(`VIN\n${valid.join('\n')}\n`),
      uploader,
    });
    const { fileId } = kept;
    await withTransaction(ctx.app.db, async (tx) => {
      await insertFile(tx, uploader, kept);
      await sql`
        insert into ota_vin_list (file_id, vin) select ${fileId}, vin from json_array_elements_text(${JSON.stringify(valid)}::json) as l (vin)`.execute(
        tx,
      );
    });
    return { fileId, valid: valid.length, invalid: invalid.slice(0, mostInvalid), invalidCount: invalid.length };
  },
});
