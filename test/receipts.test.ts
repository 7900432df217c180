import { notedHeadsOf, receiptsOf } from '@wheelhouse/contract/receipts/noted';
import {
  bytesOf,
  commitmentOf,
  drawHashOf,
  firstHashOf,
  headOf,
  hexOf,
  laneOf,
  messageOf,
  oddsHashOf,
  outcomeOf,
  pickOf,
  randomOf,
  textBytes,
  valueOf,
} from '@wheelhouse/contract/receipts/hashes';
import { LineCutter } from '@wheelhouse/contract/receipts/lines';
import { type Verdict, type VerifyOptions, verifyReceipts } from '@wheelhouse/contract/receipts/verify';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePage, pagePath } from '../scripts/receipts-page.ts';
import {
  chainAnew,
  commitment,
  type Draw,
  laneFor,
  linesOf,
  makeFile,
  oddsHash,
  pick,
  type ReceiptsFile,
} from './receipts/file.ts';
import { commit, frauds } from './receipts/frauds.ts';

const truth = makeFile();
const withoutSeed = makeFile({ seed: false });
const codesOf = ({ byCode }: Verdict): string[] => [...byCode.keys()];
const verify = (file: ReceiptsFile, options: VerifyOptions = {}): Promise<Verdict> =>
  verifyReceipts(linesOf(file), options);
const noted = (file: ReceiptsFile): VerifyOptions => ({
  heads: [{ day: 'start', head: file.campaign.commitment }, ...file.heads, { day: 'end', head: file.end.head }],
  receipts: file.draws.filter((_, at) => at % 50 === 0),
});

describe('hashes', () => {
  const [draw] = truth.draws;
  const seed = truth.campaign.seed ?? '';
  const bytes = textBytes;

  test('are those of the decision, computed another way', () => {
    if (draw === undefined) throw new Error('No draw');
    const { activityNo } = truth.campaign;
    const [odds] = truth.odds;
    expect(commitmentOf(activityNo, seed)).toBe(commitment(activityNo, seed));
    expect(oddsHashOf(1, odds?.odds ?? [])).toBe(oddsHash({ version: 1, odds: odds?.odds ?? [] }));
    expect(laneOf(draw.requestNo)).toBe(laneFor(draw.requestNo));
    const message = messageOf(draw);
    expect(pickOf(randomOf(bytesOf(seed))(bytes(message)), odds?.odds ?? [])).toBe(draw.picked);
    const first = firstHashOf(activityNo, truth.campaign.commitment, draw.lane);
    expect(hexOf(drawHashOf(first, bytes(message), bytes(outcomeOf(odds?.hash ?? '', draw))))).toBe(draw.hash);
    const lasts = truth.draws.filter(({ lane, n }) => truth.draws.every((one) => one.lane !== lane || one.n <= n));
    expect(headOf(lasts.map(({ hash }) => bytesOf(hash)))).toBe(truth.end.head);
  });

  test('a random text picks the same row with noble and with node', () => {
    const random = randomOf(bytesOf(seed));
    const texts = fc.record({
      requestNo: fc.string({ unit: 'binary' }),
      userId: fc.string(),
      nonce: fc.string({ unit: 'grapheme' }),
      odds: fc.array(fc.nat(10_000_000), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(texts, ({ odds, ...texts }) => {
        const input = { lane: laneOf(texts.requestNo), n: 5, ...texts };
        const full: Draw = { ...input, version: 1, picked: 0, given: 0, withheld: 0, time: 0, hash: '' };
        expect(input.lane).toBe(laneFor(texts.requestNo));
        expect(pickOf(random(bytes(messageOf(input))), odds)).toBe(pick(seed, full, odds));
      }),
    );
  });

  test('words that would make the first rows likelier are left out', () => {
    const random = new Uint8Array(32).fill(0xff);
    random.set([0, 0, 0, 42], 28);
    expect(valueOf(random)).toBe(42);
    // 4,199,999,999 and 4,200,000,000.
    expect(valueOf(Uint8Array.of(0xfa, 0x56, 0xe9, 0xff, ...random.subarray(4)))).toBe(99_999_999);
    expect(valueOf(Uint8Array.of(0xfa, 0x56, 0xea, 0x00, ...random.subarray(4)))).toBe(42);
    expect(valueOf(new Uint8Array(32).fill(0xff))).toBeLessThan(100_000_000);
  });

  test('the last of a row is its own, the next is of the next row', () => {
    const random = (value: number): Uint8Array => {
      const bytes = new Uint8Array(32);
      new DataView(bytes.buffer).setUint32(0, value);
      return bytes;
    };
    expect([0, 9, 10, 29, 30].map((value) => pickOf(random(value), [10, 0, 20]))).toEqual([1, 1, 3, 3, 0]);
  });
});

describe('a truthful file', () => {
  test.each([
    ['with the seed', truth, 'verified'],
    ['without it', withoutSeed, 'absent'],
    ['without draws', makeFile({ draws: 0 }), 'verified'],
    ['with one draw', makeFile({ draws: 1 }), 'verified'],
  ] as const)('%s has no findings, and agrees with what was noted', async (_, file, seed) => {
    const verdict = await verify(file, noted(file));
    expect(verdict.findings).toEqual([]);
    expect(verdict).toMatchObject({ seed, draws: file.draws.length, total: 0, head: file.end.head });
    const wins = (row: number): number => file.draws.filter(({ picked }) => picked === row).length;
    expect(verdict.rows.map(({ picked }) => picked)).toEqual([0, 1, 2, 3].map(wins));
    const expected = verdict.rows.reduce((sum, row) => sum + row.expected, 0);
    expect(expected).toBeCloseTo(file.draws.length, 6);
  });

  test('clocks may go back by a minute, and lines end as they like', async () => {
    const file = structuredClone(truth);
    const at = file.draws.findIndex(({ n }) => n === 5);
    const [before, draw] = file.draws.slice(at - 1, at + 1);
    if (draw && before) draw.time = before.time - 60_000;
    chainAnew(file);
    const lines = [...linesOf(file)].map((line, at) => `${at === 0 ? '\ufeff' : ''}${line}\r`);
    expect((await verifyReceipts([...lines, ''])).findings).toEqual([]);
  });

  test('is read in parts of any size', () => {
    const text = '第一行\nsecond\n\nlast';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const cutter = new LineCutter();
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const lines = places.slice(1).flatMap((end, at) => cutter.push(text.slice(places[at], end)));
        expect([...lines, cutter.end()]).toEqual(['第一行', 'second', '', 'last']);
      }),
    );
  });
});

describe('frauds', () => {
  test('have names of their own, at least 20', () => {
    expect(new Set(frauds.map(({ name }) => name)).size).toBe(frauds.length);
    expect(frauds.length).toBeGreaterThanOrEqual(20);
  });

  test.each(frauds)('$name: $found', async (fraud) => {
    const { lines, options } = commit(fraud, truth);
    expect(codesOf(await verifyReceipts(lines, options))).toContain(fraud.found);
  });

  const seedless = frauds.filter(({ seed, found }) => seed !== true && found !== 'seed');
  test.each(seedless)('$name, without the seed: $found', async (fraud) => {
    const { lines, options } = commit(fraud, withoutSeed);
    expect(codesOf(await verifyReceipts(lines, options))).toContain(fraud.found);
  });

  const needSeed = frauds.filter(({ seed }) => seed === true);
  test.each(needSeed)('$name: without the seed what was noted tells', async (fraud) => {
    const { lines, options } = commit({ ...fraud, noted: true }, withoutSeed);
    expect(codesOf(await verifyReceipts(lines, options))).toContain('notedHead');
    const { lines: alone } = commit(fraud, withoutSeed);
    expect(codesOf(await verifyReceipts(alone))).not.toContain('notedHead');
  });

  test('a forged file differs from heads with counts that are not in it, and from receipts', async () => {
    const file = structuredClone(truth);
    const draw = file.draws.find(({ n, picked }) => n === 2 && picked === 0);
    if (draw === undefined) throw new Error('No draw');
    const { lane, n, requestNo, hash } = draw;
    draw.userId = '1';
    chainAnew(file);
    file.heads = [];
    const heads = truth.heads.map((head) => ({ ...head, day: '2027-01-01' }));
    const receipt = { lane, n, requestNo, hash };
    const verdict = await verify(file, { heads, receipts: [receipt, { ...receipt, n: 9_999 }] });
    expect(verdict.byCode.get('notedHead')).toBe(heads.length);
    expect(verdict.byCode.get('receipt')).toBe(1);
    expect(verdict.byCode.get('receiptMissing')).toBe(1);
    expect(verdict.findings.find(({ code }) => code === 'receipt')).toMatchObject({ lane, n, requestNo });
  });

  test('one is found where it is, and nothing else is blamed', async () => {
    const changed = frauds.find(({ name }) => name === 'a draw belongs to another user');
    const removed = frauds.find(({ name }) => name === 'a draw is removed');
    if (changed === undefined || removed === undefined) throw new Error('No fraud');
    const { lines } = commit(changed, withoutSeed);
    const { findings } = await verifyReceipts(lines);
    expect(findings.map(({ code }) => code)).toEqual(['hash']);
    const text = lines[(findings[0]?.line ?? 0) - 1];
    expect(text).toContain(`"requestNo":"${findings[0]?.requestNo}"`);
    expect(text).toContain('"userId":"1"');
    // The heads are those of a chain that is whole: only what stands between is gone.
    expect(codesOf(await verifyReceipts(commit(removed, withoutSeed).lines))).toEqual(['missing', 'endDraws']);
  });

  test('of a kind that is everywhere the first are kept, and all are counted', async () => {
    const { lines } = commit(
      {
        name: '',
        found: 'picked',
        chained: true,
        commit: (file) => file.draws.forEach((draw) => (draw.picked = draw.given = 3)),
      },
      truth,
    );
    const verdict = await verifyReceipts(lines);
    expect(verdict.findings.filter(({ code }) => code === 'picked')).toHaveLength(100);
    expect(verdict.byCode.get('picked')).toBeGreaterThan(1000);
    expect(verdict.total).toBeGreaterThan(1000);
  });
});

/** Another value for a member of a draw. */
const otherValue = (draw: Draw, name: keyof Draw, value: string, step: number): string | number => {
  const now = draw[name];
  if (typeof now === 'number') return name === 'lane' ? (now + step) % 64 : now + step;
  return name === 'hash' ? now.replace(/./, (digit) => (digit === '0' ? '1' : '0')) : value;
};
const names = fc.constantFrom<keyof Draw>(
  'lane',
  'n',
  'requestNo',
  'userId',
  'nonce',
  'version',
  'picked',
  'given',
  'withheld',
  'time',
  'hash',
);
const changes = fc.record({
  at: fc.nat(299),
  name: names,
  value: fc.string({ unit: 'grapheme' }),
  step: fc.integer({ min: 1, max: 63 }),
  anew: fc.boolean(),
});

test('any other value of any draw is found; where all hashes are anew, by what was noted', async () => {
  const small = makeFile({ draws: 300 });
  const asNoted = noted(small);
  await fc.assert(
    fc.asyncProperty(changes, async ({ at, name, value, step, anew }) => {
      const file = structuredClone(small);
      const draw = file.draws[at];
      fc.pre(draw !== undefined && draw[name] !== value && !(anew && name === 'hash'));
      if (draw === undefined) return;
      Object.assign(draw, { [name]: otherValue(draw, name, value, step) });
      if (anew) chainAnew(file);
      expect((await verify(file, anew ? asNoted : {})).total).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

test('any lines at all are read without failing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.json(), fc.string(), fc.constantFrom(...linesOf(makeFile({ draws: 5 }))))),
      async (lines) => {
        expect((await verifyReceipts(lines)).draws).toBeLessThanOrEqual(lines.length);
      },
    ),
  );
});

test('what was noted is read from lines', () => {
  const head = 'ab'.repeat(32);
  const counts = Array.from({ length: 64 }, (_, at) => at);
  const heads = notedHeadsOf(
    `# heads\n2026-12-01 ${head.toUpperCase()}\n\n{"t":"head","day":"2026-12-02","head":"${head}","counts":${JSON.stringify(counts)}}\nend\t${head}\ntomorrow ${head}\n{"day":"2026-12-03"}`,
  );
  expect(heads.found).toEqual([
    { day: '2026-12-01', head },
    { day: '2026-12-02', head, counts },
    { day: 'end', head },
  ]);
  expect(heads.wrong).toEqual([`tomorrow ${head}`, '{"day":"2026-12-03"}']);
  expect(receiptsOf(`R:1:7:12:${head}\r\nR:7:${head}`)).toEqual({
    found: [{ requestNo: 'R:1', lane: 7, n: 12, hash: head }],
    wrong: [`R:7:${head}`],
  });
});

test('the page without a server is made of the sources as they are: npm run receipts -- --page', async () => {
  const page = await makePage();
  expect(page === readFileSync(pagePath, 'utf8')).toBe(true);
  expect(page).toMatch(/default-src 'none'; script-src 'sha256-[\w+/]{43}='/);
});

test('the command says what it finds, and ends with 0, 1 or 2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  const put = (name: string, lines: Iterable<string>): string => {
    writeFileSync(join(folder, name), [...lines].join('\n'));
    return join(folder, name);
  };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/receipts.ts', ...args], {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    });
  const file = makeFile({ draws: 100 });
  const [draw] = file.draws;
  if (draw === undefined) throw new Error('No draw');
  const right = put('right.jsonl', linesOf(file));
  const heads = put('heads.txt', [`start ${file.campaign.commitment}`, `end ${file.end.head}`]);
  const receipt = `${draw.requestNo}:${draw.lane}:${draw.n}:${draw.hash}`;
  const good = run(right, '--heads', heads, '--receipt', receipt);
  expect(good.stdout).toContain('Nothing deviates.');
  expect(good.status).toBe(0);
  const forged = structuredClone(file);
  forged.draws[0] = { ...draw, userId: '1' };
  chainAnew(forged);
  const bad = run(put('wrong.jsonl', linesOf(forged)), '--heads', heads, '--receipt', receipt);
  expect(bad.stdout).toContain('The head of end differs from the one noted elsewhere');
  expect(bad.stdout).toContain(`request ${draw.requestNo}: The draw differs from the owner’s receipt`);
  expect(bad.status).toBe(1);
  const usage = run(right, '--receipt', 'R:1');
  expect([usage.status, usage.stderr]).toEqual([2, 'Cannot be read: R:1\n']);
  expect(run(join(folder, 'none')).status).toBe(2);
  rmSync(folder, { recursive: true });
});
