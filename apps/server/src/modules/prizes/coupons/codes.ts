import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CodeFault } from '@wheelhouse/contract/calls/prizes/coupons';
import { couponCodePattern } from '@wheelhouse/entities/prizes/coupon';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { seal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { UnreadableFile } from '../../../sheet/check.ts';
import { firstCell, utf16Of } from '../../../sheet/csv.ts';
import { readSheetFile } from '../../../sheet/read.ts';

const mostFaults = 500;
/** Codes sealed and stored at a time; others get their turn in between. */
const atOnce = 2_000;
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const headMark = 4_096;

interface Line {
  /** Row of the file, from 1. */
  readonly row: number;
  readonly text: string;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headMark), 0, headMark, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A workbook is read as a whole, a text line by line: codes are ASCII in every encoding that spreadsheet programs write. */
async function* cellsOf(path: string, most: number): AsyncGenerator<Line> {
  const head = await headOf(path);
  if (head.subarray(0, 4).equals(zipMark)) {
    const { rows } = await readSheetFile({ path, maxRows: most + 2, maxColumns: 50 });
    for (const {
      number: row,
      cells: [cell = null],
    } of rows)
      yield { row, text: cell === null ? '' : String(cell) };
    return;
  }
  const wide = utf16Of(head);
  if (wide === 'utf-16be' || (!wide && head.includes(0))) throw new UnreadableFile('broken');
  const input = createReadStream(path, wide ? 'utf16le' : 'latin1');
  let row = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity }))
    yield { row: ++row, text: firstCell(row === 1 ? line.replace(/^(\u00ef\u00bb\u00bf|\ufeff)/, '') : line) };
}

/** What a first row says when it is a heading. */
const isHeading = (text: string): boolean =>
  !couponCodePattern.test(text) || /^(coupon|voucher|exchange|redeem)?[ _-]?codes?$/i.test(text);

/** The codes of a file's first column, without heading and empty rows. @throws UnreadableFile */
export async function* codeLines(path: string, most: number): AsyncGenerator<Line> {
  for await (const { row, text } of cellsOf(path, most)) {
    const code = text.trim();
    if (code !== '' && (row > 1 || !isHeading(code))) yield { row, text: code };
  }
}

/** SQL: the code `act_coupon_code` is of a coupon that was deleted, and nobody has it: it is as good as gone. */
const isLeft = sql`act_coupon_code.user_coupon_id is null
  and exists (select from act_coupon c where c.id = act_coupon_code.coupon_id and c.deleted)`;

/** Codes of deleted coupons that one transaction takes away. */
const goneAtOnce = 5_000;

/** Takes away the codes of coupons that were deleted, some thousand at a time. Safe beside another process, and to be cut off. */
export async function removeLeft({ db }: Pick<App, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id::text as id from act_coupon c cross join lateral (
      select from act_coupon_code k where k.coupon_id = c.id and k.user_coupon_id is null limit 1) k where c.deleted order by c.id`.execute(
    db,
  );
  for (const { id } of rows)
    for (let gone = goneAtOnce; gone === goneAtOnce;) {
      const { numAffectedRows = 0n } = await sql`
        delete from act_coupon_code where id in (
          select k.id from act_coupon_code k where k.coupon_id = ${id} and k.user_coupon_id is null order by k.id limit ${goneAtOnce} for update skip locked)`.execute(
        db,
      );
      gone = Number(numAffectedRows);
    }
}

/** A hash as the key of a map. */
const keyOf = (hash: Buffer): string => hash.toString('latin1');

interface Ready {
  readonly row: number;
  readonly hash: Buffer;
  readonly enc: Buffer;
}

/** What became of the lines of a file. */
interface Stored {
  readonly total: number;
  readonly failed: number;
  readonly faults: readonly CodeFault[];
}

/**
 * Seals the codes of a file and stores them, some thousand at a time, as long as no line is refused: the database stores some while the next are
 * sealed. The caller takes the transaction back where a line was refused: nothing is stored then. Keyed hashes tell which codes are there: no code is
 * ever compared as it is.
 */
export class CodeStore {
  readonly #seen = new Map<string, number>();
  readonly #faults: CodeFault[] = [];
  #failed = 0;
  #total = 0;
  #ready: Ready[] = [];
  #storing: Promise<void> = Promise.resolve();
  readonly #app: Pick<App, 'secrets'>;
  readonly #tx: Tx;
  readonly #coupon: { readonly id: string; readonly by: string };

  constructor(app: Pick<App, 'secrets'>, tx: Tx, coupon: { readonly id: string; readonly by: string }) {
    this.#app = app;
    this.#tx = tx;
    this.#coupon = coupon;
  }

  get total(): number {
    return this.#total;
  }

  async take({ row, text }: Line): Promise<void> {
    this.#total += 1;
    if (!couponCodePattern.test(text)) return this.#refuse({ row, reason: 'format', first: null });
    const { enc, hash } = seal(this.#app.secrets, 'name', text);
    const key = keyOf(hash);
    const first = this.#seen.get(key);
    if (first !== undefined) return this.#refuse({ row, reason: 'double', first });
    this.#seen.set(key, row);
    this.#ready.push({ row, hash, enc });
    if (this.#ready.length >= atOnce) await this.#storeNext();
  }

  async end(): Promise<Stored> {
    if (this.#ready.length > 0) await this.#storeNext();
    await this.#storing;
    const faults = this.#faults.toSorted((one, two) => one.row - two.row).slice(0, mostFaults);
    return { total: this.#total, failed: this.#failed, faults };
  }

  #refuse(fault: CodeFault): void {
    this.#failed += 1;
    if (this.#faults.length < 2 * mostFaults) this.#faults.push(fault);
  }

  /** Begins to store what is ready once what was before is stored. A failure is that of the next call. */
  async #storeNext(): Promise<void> {
    await this.#storing;
    const ready = this.#ready;
    this.#ready = [];
    this.#storing = this.#store(ready);
    this.#storing.catch(() => undefined);
  }

  /** After a first refusal codes are only compared: what is stored is taken back. */
  async #store(ready: readonly Ready[]): Promise<void> {
    const hashes = ready.map(({ hash }) => hash);
    const taken = await (this.#failed > 0 ? this.#taken(hashes) : this.#insert(ready, hashes));
    if (taken.size === 0) return;
    for (const { row, hash } of ready) if (taken.has(keyOf(hash))) this.#refuse({ row, reason: 'taken', first: null });
  }

  async #taken(hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ hash: Buffer }>`
      select code_hash as hash from act_coupon_code where code_hash = any(${[...hashes]}::bytea[]) and not (${isLeft})`.execute(
      this.#tx,
    );
    return new Set(rows.map(({ hash }) => keyOf(hash)));
  }

  /** @returns those that are there already */
  async #insert(ready: readonly Ready[], hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ hash: Buffer }>`
      with given as (select * from unnest(${[...hashes]}::bytea[], ${ready.map(({ enc }) => enc)}::bytea[]) x (hash, enc)),
        come as (
          insert into act_coupon_code (coupon_id, code_hash, code_enc, create_by)
          select ${this.#coupon.id}::bigint, hash, enc, ${this.#coupon.by}::bigint from given
          on conflict (code_hash) do update set coupon_id = excluded.coupon_id, code_enc = excluded.code_enc, create_by = excluded.create_by, create_time = now()
            where ${isLeft} returning code_hash)
      select hash from given except select code_hash from come`.execute(this.#tx);
    return new Set(rows.map(({ hash }) => keyOf(hash)));
  }
}
