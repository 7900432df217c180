import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import type { Batch, Leased, Outcome } from '../../../work/define.ts';
import { failureOf, NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { drawDocument, type DrawnPage } from '../../files/service.ts';

// Documents become pages in the background: some pages at a time, each kept as soon as it is drawn, so that the work goes on where it was.

const { converting, done, failed } = codes.ConversionStatus;
const failures = codes.ConversionFailure;
type Failure = (typeof failures)[keyof typeof failures];

/** Wakes the work. */
const topic = 'content.manuals';
const dpi = 150;
/** A document may take this many times as long as one page. */
const pagesOfTime = 60;
/** Failures in a row after which a document is given up: a person may have it tried again. */
const mostAttempts = 5;

interface Manual {
  readonly instructionId: string;
  /** Its document; null: it was deleted, or is not to be converted any more. */
  readonly pdfFile: string | null;
  /** Pages that are there. */
  readonly there: number;
  readonly spentMs: number;
  readonly lastError: string | null;
}

/** Has the document of a manual converted, from its first page that is missing. */
export async function startConversion(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into cnt_instruction_conversion (instruction_id) values (${id})
    on conflict (instruction_id) do update set next_time = now(), spent_ms = 0, attempts = 0`.execute(tx);
  await notifyLive(tx, topic, {});
}

/** Forgets the pages of another document than a manual has now. */
export const dropOtherPages = (tx: Tx, id: string, pdfFile: string) =>
  sql`delete from cnt_instruction_page where instruction_id = ${id} and pdf_file <> ${pdfFile}`.execute(tx);

/** Locks a manual that still waits for the pages of this document. */
async function stillWanted(tx: Tx, { instructionId, pdfFile }: Manual): Promise<boolean> {
  const { rows } = await sql`
    select 1 from cnt_instruction where id = ${instructionId} and pdf_file = ${pdfFile} and conversion = ${converting} and not deleted
    for update`.execute(tx);
  return rows.length > 0;
}

async function keep(tx: Tx, manual: Manual, pages: readonly DrawnPage[], count: number, ms: number): Promise<void> {
  const { instructionId, pdfFile } = manual;
  const column = <T>(pick: (page: DrawnPage) => T): T[] => pages.map(pick);
  await sql`
    insert into cnt_instruction_page (instruction_id, pdf_file, page, file_id, width, height, text)
    select ${instructionId}::bigint, ${pdfFile}::text, p.page, p.file_id, p.width, p.height, p.text
    from unnest(${column(({ page }) => page)}::int[], ${column(({ fileId }) => fileId)}::text[], ${column(({ width }) => width)}::int[],
      ${column(({ height }) => height)}::int[], ${column(({ text }) => text)}::text[]) as p (page, file_id, width, height, text)
    on conflict (instruction_id, page) do nothing`.execute(tx);
  await sql`
    update cnt_instruction set pages = ${count},
      converted_pages = (select count(*)::int from cnt_instruction_page where instruction_id = ${instructionId})
    where id = ${instructionId}`.execute(tx);
  await sql`
    update cnt_instruction_conversion set spent_ms = spent_ms + ${Math.round(ms)} where instruction_id = ${instructionId}`.execute(
    tx,
  );
}

const settle = (app: App, manual: Manual, failure: Failure | null): Promise<unknown> =>
  withTransaction(app.db, async (tx) => {
    if (!(await stillWanted(tx, manual))) return;
    await sql`
      update cnt_instruction set conversion = ${failure === null ? done : failed}, conversion_failure = ${failure}
      where id = ${manual.instructionId}`.execute(tx);
  });

/** Draws what is missing, as long as there is time. @throws NotDone where it is tried again */
async function convert(app: App, manual: Leased<Manual>, mayGoOn: () => boolean): Promise<Outcome> {
  const { pdfFile, there, attempts, lastError } = manual;
  if (pdfFile === null) return 'done';
  if (attempts >= mostAttempts) {
    // A process that dies with a document does so again.
    await settle(app, manual, lastError === 'lost' ? failures.effort : failures.storage);
    return 'done';
  }
  const mostMs = app.config.pdfPageSeconds * 1000 * pagesOfTime;
  let { spentMs } = manual;
  const answer = await drawDocument(app, {
    fileId: pdfFile,
    dpi,
    from: there,
    set: 'manual',
    take: async ({ pages, count, ms }) => {
      spentMs += ms;
      const wanted = await withTransaction(app.db, async (tx) => {
        if (!(await stillWanted(tx, manual))) return false;
        await keep(tx, manual, pages, count, ms);
        return true;
      });
      return wanted && spentMs <= mostMs && mayGoOn();
    },
  });
  if (answer === 'stopped' && spentMs <= mostMs) return { againSec: 0 };
  await settle(app, manual, answer === 'done' ? null : answer === 'stopped' ? failures.effort : failures[answer]);
  return 'done';
}

/** What a step gives when it did not get its turn, or the storage did not answer. */
const notNow = (error: unknown): NotDone =>
  error instanceof AppError && error.code === 1037 ? new NotDone('busy', '', { tried: false }) : failureOf(error);

/** Draws the pages of documents. One at a time: what a document takes of memory is known. */
export const conversions = defineWork<Manual>({
  name: 'content.manuals',
  label: { zh: '说明书转换', en: 'Pages of manuals' },
  table: 'cnt_instruction_conversion',
  key: { instruction_id: 'bigint' },
  select: `t.instruction_id::text as "instructionId", t.spent_ms as "spentMs", t.last_error as "lastError", m.pdf_file as "pdfFile",
    (select count(*)::int from cnt_instruction_page p where p.instruction_id = t.instruction_id and p.pdf_file = m.pdf_file) as there`,
  join: `left join cnt_instruction m on m.id = t.instruction_id and not m.deleted and m.conversion = ${converting}`,
  lease: 120,
  backoff: [5, 30, 120, 600],
  atOnce: 1,
  done: 'delete',
  topic,
  promise: 'atLeastOnce',
  async step({ app, rows, mayBegin, end }: Batch<Manual>) {
    for (const row of rows) if (mayBegin()) await end([row], await convert(app, row, mayBegin).catch(notNow));
  },
});
