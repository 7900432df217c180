import { setTimeout as sleep } from 'node:timers/promises';
import type { DrawResult } from '@wheelhouse/contract/calls/events/raffles';
import { verifyReceipts } from '@wheelhouse/contract/receipts/verify';
import { receiptsOf } from '../../../apps/server/src/modules/events/draws/file.ts';
import { startDrawRig, type DrawRig } from './rig.ts';

export interface DrawFaultOptions {
  readonly draws: number;
  readonly prizes: number;
  readonly connections: number;
}

export interface DrawFaultReport {
  readonly draws: number;
  readonly seconds: number;
  /** Answers that said win, records of wins, and pieces that the prize says were won. */
  readonly wins: number;
  readonly records: number;
  readonly won: number;
  readonly reserved: number;
  /** Requests that were sent again because nobody answered. */
  readonly again: number;
  /** Requests whose second answer was another one. */
  readonly differ: number;
  /** What the verifier finds in the file of receipts. */
  readonly findings: number;
  readonly faults: readonly string[];
}

const restMs = 200;
const asked = 500;

/** Sends until there is an answer; the request number is the same each time. */
async function persist(rig: DrawRig, at: number, onAgain: () => void): Promise<DrawResult> {
  for (;;) {
    const found = await rig.draw(at, `trial-request-${at}`);
    if (found !== undefined) return found;
    onAgain();
    await sleep(restMs);
  }
}

const sameAs = (a: DrawResult, b: DrawResult): boolean =>
  JSON.stringify({ ...a, image: null }) === JSON.stringify({ ...b, image: null });

async function linesOf(rig: DrawRig): Promise<readonly string[]> {
  const { content } = await receiptsOf({ db: rig.db, secrets: { ...rig.secrets, simulatorKey: '' } }, rig.activityId);
  let text = '';
  for await (const part of content) text += String(part);
  return text.trimEnd().split('\n');
}

async function counted(rig: DrawRig) {
  const { rows } = await rig.pool.query<{ records: number; won: number; reserved: number; draws: number }>(
    `select (select count(*)::int from act_winning_record) as records, (select sum(won)::int from act_raffle_prize) as won,
       (select reserved from act_prize) as reserved, (select count(*)::int from act_raffle_draw) as draws`,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('no counts');
  return counts;
}

/** Draws by many connections while the server and then PostgreSQL are killed, and counts what came of it. */
export async function runDrawFaults({ draws, prizes, connections }: DrawFaultOptions): Promise<DrawFaultReport> {
  const rig = await startDrawRig(
    { users: draws, quantity: prizes, probability: Math.min(100, (prizes / draws) * 2_000) },
    connections,
  );
  try {
    const results: DrawResult[] = [];
    const faults: string[] = [];
    let [next, again] = [0, 0];
    const worker = async (): Promise<void> => {
      for (let at = next++; at < draws; at = next++) results[at] = await persist(rig, at, () => again++);
    };
    const begun = performance.now();
    const done = Promise.all(Array.from({ length: connections }, worker));
    const reached = async (share: number): Promise<void> => {
      while (next < draws * share) await sleep(20);
    };
    await reached(0.25);
    await rig.api.end('SIGKILL');
    faults.push(`server killed after ${next} requests`);
    await rig.api.start();
    await reached(0.6);
    rig.killDatabase();
    faults.push(`PostgreSQL killed after ${next} requests`);
    await done;
    const seconds = (performance.now() - begun) / 1000;
    let differ = 0;
    for (let n = 0; n < Math.min(asked, draws); n++) {
      const at = (n * 7919) % draws;
      const first = results[at];
      if (first === undefined || !sameAs(first, await persist(rig, at, () => again++))) differ++;
    }
    const { findings } = await verifyReceipts(await linesOf(rig));
    const counts = await counted(rig);
    return {
      ...counts,
      seconds,
      wins: results.filter(({ win }) => win === 1).length,
      again,
      differ,
      findings: findings.length,
      faults,
    };
  } finally {
    await rig.stop();
  }
}
