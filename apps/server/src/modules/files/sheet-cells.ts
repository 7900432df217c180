import { z } from 'zod';
import { readUpload } from '../../entity/import/index.ts';
import { defineCall } from '../../http/call.ts';
import type { Cell } from '../../sheet/write.ts';

const maxBytes = 2 * 1024 * 1024;
/** Far more than a form's table takes, so that its refusal can say how many there were. */
const most = { rows: 6000, columns: 30 } as const;

const cellText = (cell: Cell): string =>
  cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);

/** Reads a workbook for the table of rows in a form, which then checks what it was given. Nothing is stored. */
export const sheetCells = defineCall('POST /common/sheet/cells', {
  access: 'login',
  effect: 'reads',
  upload: { maxBytes },
  body: z.object({}),
  summary: { zh: '读取工作簿首页的单元格', en: 'Cells of the first sheet of a workbook' },
  async run(ctx) {
    const { rows } = await readUpload(ctx, most.rows, most.columns);
    return { rows: rows.map(({ cells }) => cells.map(cellText)) };
  },
});
