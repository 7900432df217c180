import { simOperations } from '../../src/modules/sim/work.ts';
import type { TestApp } from '../support/app.ts';

let made = 0;

export interface TestCard {
  readonly id: string;
  readonly iccid: string;
}

const openTime = '2025-01-10';
export const inYears = (years: number): string => `${new Date().getFullYear() + years}-01-10`;
const expireTime = inYears(4);

/** A valid form of a card of China Mobile; `last` is the last digit of its ICCID. */
export function cardForm(more: object = {}, last = 1) {
  const n = String(++made).padStart(7, '0');
  return {
    iccid: `8986042012${n}00${last}`,
    msisdn: `10648${n.padStart(8, '1')}`,
    poolId: 'POOL_CMCC_1',
    packageCode: 'M30',
    openTime,
    expireTime,
    ...more,
  };
}

/** A card in a state, as if its carrier had said so. */
export async function addCard(t: TestApp, state = 3, last = 1): Promise<TestCard> {
  const form = cardForm({}, last);
  const { code, data } = await t.call<{ id: string }>('POST', '/veh/crm/simCard/add', form, { as: 'admin' });
  if (code !== 0) throw new Error(JSON.stringify(data));
  await t.app.pool.query(
    'update sim_card set sim_status = $2::int, activate_time = case when $2::int >= 3 then now() end where id = $1',
    [data.id, state],
  );
  return { id: data.id, iccid: form.iccid };
}

export const submit = <Data = { batchNo: string; submitted: number; skipped: { iccid: string; code: number }[] }>(
  t: TestApp,
  form: object,
  as = 'admin',
) =>
  t.call<Data>(
    'POST',
    '/veh/crm/simOperation/submit',
    { opType: 1, reasonCode: '7', remark: '车主申请停机', ...form },
    { as },
  );

/** Lets the time pass that the carrier and the workers would wait, and works until nothing is due. */
export async function workAll(t: TestApp, rounds = 12): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await t.app.pool.query("update sbx_sim_order set due_time = now() - interval '1 second' where not done");
    await t.app.pool.query('update sim_operation set next_time = now() where status in (1, 2) and plan_time is null');
    if ((await simOperations.round(t.app)) === 0) return;
  }
}

export async function cardRow(t: TestApp, { id }: Pick<TestCard, 'id'>) {
  const { rows } = await t.app.pool.query<{ state: number; pending: number | null; reason: string | null }>(
    'select sim_status::int as state, pending_op::int as pending, stop_reason as reason from sim_card where id = $1',
    [id],
  );
  return rows[0];
}

export async function operationsOf(t: TestApp, { id }: Pick<TestCard, 'id'>) {
  const { rows } = await t.app.pool.query<{ id: string; opNo: string; status: number; code: string | null }>(
    'select id::text as id, op_no as "opNo", status::int as status, carrier_code as code from sim_operation where sim_id = $1 order by id',
    [id],
  );
  return rows;
}

/** Orders that the carrier was given for a card. */
export async function ordersOf(t: TestApp, { iccid }: TestCard): Promise<number> {
  const { rows } = await t.app.pool.query<{ n: number }>(
    'select count(*)::int as n from sbx_sim_order where iccid = $1',
    [iccid],
  );
  return rows[0]?.n ?? 0;
}

/** A card that its carrier deals with badly. */
export const setFault = (
  t: TestApp,
  { iccid }: TestCard,
  fault: 'error' | 'lost' | 'never' | 'other' | 'gone' | null,
) =>
  t.app.pool.query(
    `insert into sbx_sim_card (iccid, state, package_code, fault) select iccid, sim_status, package_code, $2 from sim_card where iccid = $1
     on conflict (iccid) do update set fault = excluded.fault`,
    [iccid, fault],
  );

/** What the console has told its users, the newest first. */
export async function noticesOf(t: TestApp, titles: readonly string[]) {
  const { rows } = await t.app.pool.query<{ userId: string; body: string; path: string }>(
    'select user_id::text as "userId", body_zh as body, path from msg_notice where title_zh = any($1) order by id desc',
    [titles],
  );
  return rows;
}
