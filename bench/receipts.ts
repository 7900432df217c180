/**
 * The verification of a campaign: a truthful file with many draws, read from disk and checked as `npm run receipts` does it, and every fraud of
 * the tests, planted in a small one, with the finding that it causes.
 *
 * Exit 1 when the truthful file has a finding or a fraud is not found.
 *
 *   npm run bench -- receipts [--draws 1000000] [--keep <file>]
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LineCutter } from '@wheelhouse/contract/receipts/lines';
import { ReceiptsVerifier, type Verdict, verifyReceipts } from '@wheelhouse/contract/receipts/verify';
import { linesOf, makeFile } from '../test/receipts/file.ts';
import { commit, frauds } from '../test/receipts/frauds.ts';

const { values: args } = parseArgs({
  options: { draws: { type: 'string', default: '1000000' }, keep: { type: 'string' } },
});
const draws = Number(args.draws);
const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-bench-'));
const path = args.keep ?? join(folder, 'receipts.jsonl');

async function write(): Promise<void> {
  const file = createWriteStream(path);
  for (const line of linesOf(makeFile({ draws, days: 14 }))) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}

async function verify(): Promise<Verdict> {
  const verifier = new ReceiptsVerifier();
  const cutter = new LineCutter();
  for await (const part of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 }))
    for (const line of cutter.push(String(part))) verifier.add(line);
  verifier.add(cutter.end());
  return verifier.finish();
}

await write();
const processorBefore = process.cpuUsage();
const begun = performance.now();
const verdict = await verify();
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(processorBefore);

const truth = makeFile({ draws: 2_000 });
const missed: string[] = [];
for (const fraud of frauds) {
  const { lines, options } = commit(fraud, truth);
  if (!(await verifyReceipts(lines, options)).byCode.has(fraud.found)) missed.push(fraud.name);
}

console.table({
  'draws, MB': `${draws}, ${Math.round(statSync(path).size / 1e6)}`,
  'verified in, s': seconds.toFixed(1),
  'of it processor, s': ((user + system) / 1e6).toFixed(1),
  'draws /s': Math.round(draws / seconds),
  'findings of the truthful file': verdict.total,
  'frauds found': `${frauds.length - missed.length} of ${frauds.length}`,
});
for (const name of missed) console.log(`NOT FOUND: ${name}`);
rmSync(folder, { recursive: true });
process.exit(verdict.total === 0 && missed.length === 0 ? 0 : 1);
