/**
 * Verifies the receipts file of a campaign (decision 0040, docs/draws.md): `npm run receipts -- <file> [--heads <file>] [--receipt
 * <requestNo>:<lane>:<n>:<hash>]…`. `--heads`: heads noted elsewhere, one a line, `2026-12-01 <head>` or a line of a file. Exit 1 with
 * findings, 2 when something cannot be read.
 *
 * `npm run receipts -- --page` makes the page that does the same without a server anew.
 */
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '../packages/contract/src/lang.ts';
import type { Finding } from '../packages/contract/src/receipts/findings.ts';
import { LineCutter } from '../packages/contract/src/receipts/lines.ts';
import { type Noted, notedHeadsOf, receiptsOf } from '../packages/contract/src/receipts/noted.ts';
import { ReceiptsVerifier, type Verdict, type VerifyOptions } from '../packages/contract/src/receipts/verify.ts';
import { makePage, pagePath } from './receipts-page.ts';
import { root } from './tools.ts';

/** What the caller can mend. */
class UsageError extends Error {}

const usage = 'Usage: npm run receipts -- <file> [--heads <file>] [--receipt <requestNo>:<lane>:<n>:<hash>]…';

function wholly<T>({ found, wrong }: Noted<T>): readonly T[] {
  if (wrong.length > 0) throw new UsageError(`Cannot be read: ${wrong[0]}`);
  return found;
}

async function verifyFile(file: string, options: VerifyOptions): Promise<Verdict> {
  const verifier = new ReceiptsVerifier(options);
  const cutter = new LineCutter();
  for await (const part of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 }))
    for (const line of cutter.push(String(part))) verifier.add(line);
  verifier.add(cutter.end());
  return verifier.finish();
}

function placeOf({ line, lane, n, requestNo }: Finding): string {
  const parts = [
    line === undefined ? '' : `line ${line}`,
    lane === undefined ? '' : `lane ${lane}`,
    n === undefined ? '' : `number ${n}`,
    requestNo === undefined ? '' : `request ${requestNo}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}: `;
}

const seeds: Readonly<Record<Verdict['seed'], string>> = {
  verified: 'matches the commitment; every pick was computed again',
  absent: 'not in the file yet; the chains were checked, the picks could not be',
  wrong: 'does not match the commitment; no pick was checked with it',
};

function print(verdict: Verdict): void {
  const { campaign, draws, rows, seed, head, heads, compared, findings, total } = verdict;
  for (const finding of findings) console.log(`${placeOf(finding)}${finding.text.en}`);
  if (total > findings.length) console.log(`… and ${total - findings.length} more`);
  if (total > 0) console.log();
  if (campaign) console.log(`Campaign    ${campaign.activityNo} ${campaign.name}\nCommitment  ${campaign.commitment}`);
  console.log(`Seed        ${seeds[seed]}`);
  console.log(`Draws       ${draws}, with ${heads} ${counted(heads, 'head', 'heads')} of days`);
  console.log(`Head        ${head ?? 'cannot be computed: draws are missing'}`);
  console.log(`Compared    ${compared.heads} noted heads, ${compared.receipts} receipts of owners`);
  console.table(
    Object.fromEntries(
      rows.map(({ row, picked, given, expected }) => [
        row === 0 ? 'no prize' : `row ${row}`,
        { 'by the odds': Math.round(expected * 10) / 10, picked, ...(row !== 0 && { given }) },
      ]),
    ),
  );
  console.log(total === 0 ? 'Nothing deviates.' : `${total} ${counted(total, 'deviation', 'deviations')}.`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { heads: { type: 'string' }, receipt: { type: 'string', multiple: true }, page: { type: 'boolean' } },
  });
  if (values.page) {
    writeFileSync(pagePath, await makePage());
    return console.log(`${relative(root, pagePath)} is made anew.`);
  }
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError(usage);
  const heads = values.heads === undefined ? [] : wholly(notedHeadsOf(readFileSync(values.heads, 'utf8')));
  const receipts = wholly(receiptsOf((values.receipt ?? []).join('\n')));
  const verdict = await verifyFile(file, { heads, receipts });
  print(verdict);
  if (verdict.total > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  const known = error instanceof UsageError || (error instanceof Error && 'code' in error);
  if (!known) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
