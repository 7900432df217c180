import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { closedEvery, startPayRig, wrongEvery, type PayRig } from './rig.ts';

export interface PayFaultOptions {
  readonly orders: number;
  readonly connections: number;
}

export interface PayFaultReport {
  /** Calls that were acknowledged: two of every order. */
  readonly acknowledged: number;
  /** Calls that were sent again because nobody acknowledged them. */
  readonly again: number;
  readonly paid: number;
  /** Paid after they were closed: a refund each. */
  readonly late: number;
  readonly refunds: number;
  /** Another amount came. */
  readonly differ: number;
  /** Postings, one of each order, and what the ledger comes to. */
  readonly postings: number;
  readonly ledgerFen: number;
  /** Orders whose state, payment and postings are not what came. */
  readonly wrong: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

/** What is to come of so many orders. */
export function expectedOf(
  orders: number,
): Pick<PayFaultReport, 'paid' | 'late' | 'differ' | 'postings' | 'refunds' | 'ledgerFen' | 'wrong'> {
  const all = Array.from({ length: orders }, (_, at) => at);
  const differ = all.filter((at) => at % wrongEvery === 1).length;
  const late = all.filter((at) => at % closedEvery === 0 && at % wrongEvery !== 1).length;
  return { paid: orders - differ - late, late, differ, refunds: late, postings: orders, ledgerFen: 0, wrong: 0 };
}

const restMs = 200;
const { paid } = machines['SM-Order'].states;
const { amount, afterClose } = codes.PayIssue;

async function counted({ pool }: PayRig) {
  const { rows } = await pool.query<
    Pick<PayFaultReport, 'paid' | 'late' | 'differ' | 'refunds' | 'postings' | 'ledgerFen' | 'wrong'>
  >(
    `select count(*) filter (where order_status = ${paid})::int as paid, count(*) filter (where pay_issue = ${afterClose})::int as late,
       count(*) filter (where pay_issue = ${amount})::int as differ, (select count(*)::int from ord_refund) as refunds,
       (select count(*)::int from ldg_transaction) as postings, (select coalesce(sum(amount_fen), 0)::int from ldg_entry) as "ledgerFen",
       count(*) filter (where (select count(*) from ldg_transaction t where t.order_no = o.order_no and t.kind = case when pay_issue is null then 'paid' else 'held' end) <> 1
         or (select count(*) from ord_payment p where p.order_id = o.id and p.paid_fen is not null) <> 1)::int as wrong
     from ord_order o`,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('no counts');
  return counts;
}

/** Two call-backs of every order by many connections, while the server and then PostgreSQL are killed, and counts what came of them. */
export async function runPayFaults({ orders, connections }: PayFaultOptions): Promise<PayFaultReport> {
  const rig = await startPayRig(orders, connections);
  try {
    const faults: string[] = [];
    const calls = orders * 2;
    let [next, again, acknowledged] = [0, 0, 0];
    const persist = async (at: number): Promise<void> => {
      while (!(await rig.tell(at))) {
        again++;
        await sleep(restMs);
      }
      acknowledged++;
    };
    // Both calls of an order one after the other, mostly at the same moment.
    const worker = async (): Promise<void> => {
      for (let call = next++; call < calls; call = next++) await persist(Math.floor(call / 2));
    };
    const begun = performance.now();
    const done = Promise.all(Array.from({ length: connections }, worker));
    const reached = async (share: number): Promise<void> => {
      while (next < calls * share) await sleep(20);
    };
    await reached(0.25);
    await rig.api.end('SIGKILL');
    faults.push(`server killed after ${next} calls`);
    await rig.api.start();
    await reached(0.6);
    rig.killDatabase();
    faults.push(`PostgreSQL killed after ${next} calls`);
    await done;
    const seconds = (performance.now() - begun) / 1000;
    return { acknowledged, again, ...(await counted(rig)), seconds, faults };
  } finally {
    await rig.stop();
  }
}
