import { DrawCheck, type RowCount } from './draws.ts';
import { type Finding, type FindingCode, Findings } from './findings.ts';
import { commitmentOf } from './hashes.ts';
import { type CampaignLine, type EndLine, type HeadLine, readLine } from './lines.ts';
import type { NotedHead, Receipt } from './noted.ts';

/** What a file is compared with besides itself. */
export interface VerifyOptions {
  readonly heads?: readonly NotedHead[];
  readonly receipts?: readonly Receipt[];
}

export interface Verdict {
  readonly campaign: CampaignLine | undefined;
  /** `verified`: it matches the commitment, and every pick was computed again. `absent`: the campaign has not ended. */
  readonly seed: 'verified' | 'absent' | 'wrong';
  readonly draws: number;
  readonly rows: readonly RowCount[];
  /** Draws by the reason why what was picked was not given, 0 to 9; 8 and 9: another row was. */
  readonly withheld: readonly number[];
  /** Head of the draws in the file; undefined where some are missing. */
  readonly head: string | undefined;
  /** Heads of days that the file has. */
  readonly heads: number;
  /** How many heads and receipts of elsewhere it was compared with. */
  readonly compared: { readonly heads: number; readonly receipts: number };
  /** The first of each kind. */
  readonly findings: readonly Finding[];
  readonly total: number;
  readonly byCode: ReadonlyMap<FindingCode, number>;
}

/** Kinds of lines in the order of a file. */
const order = { campaign: 0, odds: 1, draw: 2, head: 3, end: 4 } as const;

/** Takes a file line by line: `add` each, then `finish`. It keeps 32 bytes a draw. */
export class ReceiptsVerifier {
  readonly #options: VerifyOptions;
  readonly #findings = new Findings();
  #line = 0;
  #kind = 0;
  #campaign: CampaignLine | undefined;
  #seed: Verdict['seed'] = 'absent';
  #check: DrawCheck | undefined;
  readonly #heads: HeadLine[] = [];
  #end: EndLine | undefined;

  constructor(options: VerifyOptions = {}) {
    this.#options = options;
  }

  add(text: string): void {
    this.#findings.line = ++this.#line;
    // An editor may have added a mark at the beginning of the file, and other ends of lines.
    const trimmed = text.trim();
    if (trimmed === '') return;
    const line = readLine(trimmed);
    if (this.#end) this.#findings.add('afterEnd', line.t === 'draw' ? line : {});
    if (line.t === 'wrong') return this.#findings.add('malformed', {}, { what: line.what });
    if (order[line.t] < this.#kind && !this.#end) this.#findings.add('lineOrder', line.t === 'draw' ? line : {});
    this.#kind = Math.max(this.#kind, order[line.t]);
    if (line.t === 'campaign') this.#begin(line);
    else if (line.t === 'odds') this.#draws().addOdds(line);
    else if (line.t === 'draw') this.#draws().add(line);
    else if (line.t === 'head') this.#head(line);
    else this.#end ??= line;
  }

  #begin(line: CampaignLine): void {
    if (this.#campaign) return this.#findings.add('campaignTwice');
    // Chains that were begun without it stay without a beginning.
    if (this.#check) return;
    this.#campaign = line;
    if (line.seed === undefined) return;
    const matches = commitmentOf(line.activityNo, line.seed) === line.commitment;
    this.#seed = matches ? 'verified' : 'wrong';
    if (!matches) this.#findings.add('seed');
  }

  #draws(): DrawCheck {
    if (this.#check) return this.#check;
    if (!this.#campaign) this.#findings.add('campaignMissing');
    // A seed that was not promised would show every pick as wrong.
    const seed = this.#seed === 'verified' ? this.#campaign?.seed : undefined;
    this.#check = new DrawCheck(this.#findings, this.#campaign, seed, this.#options.receipts ?? []);
    return this.#check;
  }

  #head(line: HeadLine): void {
    const { day, counts } = line;
    const before = this.#heads.at(-1);
    if (before && (before.day >= day || before.counts.some((count, lane) => count > (counts[lane] ?? 0))))
      this.#findings.add('headOrder', {}, { day });
    this.#heads.push(line);
    const head = this.#draws().head(counts);
    if (head === undefined) this.#findings.add('headCounts', {}, { day });
    else if (head !== line.head) this.#findings.add('head', {}, { day });
  }

  finish(): Verdict {
    this.#findings.line = undefined;
    const check = this.#draws();
    const head = check.head();
    this.#finishEnd(check.draws, head);
    this.#compare(check);
    const { heads = [], receipts = [] } = this.#options;
    return {
      campaign: this.#campaign,
      seed: this.#seed,
      draws: check.draws,
      rows: check.rows,
      withheld: check.withheld,
      head,
      heads: this.#heads.length,
      compared: { heads: heads.length, receipts: receipts.length },
      findings: this.#findings.kept,
      total: [...this.#findings.counts.values()].reduce((sum, one) => sum + one, 0),
      byCode: this.#findings.counts,
    };
  }

  #finishEnd(draws: number, head: string | undefined): void {
    const end = this.#end;
    if (end === undefined) return this.#findings.add('endMissing');
    if (end.draws !== draws) this.#findings.add('endDraws', {}, { right: end.draws, draws });
    if (end.head !== head) this.#findings.add('endHead');
  }

  #compare(check: DrawCheck): void {
    for (const { day, head, counts } of this.#options.heads ?? []) {
      if (day === 'start') {
        if (this.#campaign?.commitment !== head) this.#findings.add('notedCommitment');
        continue;
      }
      const said = day === 'end' ? this.#end?.head : this.#heads.find((line) => line.day === day)?.head;
      // With counts it may be of another moment than the line of that day.
      const own = counts ? check.head(counts) : said;
      if (own === undefined) this.#findings.add(counts ? 'headCounts' : 'notedMissing', {}, { day });
      else if (own !== head) this.#findings.add('notedHead', {}, { day });
    }
    for (const receipt of check.receiptsLeft) this.#findings.add('receiptMissing', receipt);
  }
}

/** Verifies a file whose lines are at hand or arrive one by one. */
export async function verifyReceipts(
  lines: Iterable<string> | AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<Verdict> {
  const verifier = new ReceiptsVerifier(options);
  for await (const line of lines) verifier.add(line);
  return verifier.finish();
}
