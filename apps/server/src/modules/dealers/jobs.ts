import { machines } from '@wheelhouse/entities/machines';
import { inCodes } from '../../db/in-codes.ts';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import { notifyStaff } from '../messages/service.ts';
import type { Job } from '../module.ts';

const { active, suspended } = machines['SM-Dealer'].states;

/** Dealers whose contract has ended are suspended (SM-Dealer: "contractEnd passed → 2 by nightly job"); the log says that the system did it. */
const contractEnd: Job = {
  name: 'dealers.contractEnd',
  cron: '10 0 * * *',
  async run({ db }) {
    await sql`
      with ended as (
        update dlr_dealer set status = ${suspended}, rev = rev + 1, update_time = now(), update_by = null
        where status = ${sql.lit(active)} and not deleted and contract_end < ${today} returning id
      )
      insert into sys_operation_log (username, action, entity, entity_id, before, after)
      select 'system', 'contractEnd', 'dealer', id::text, ${JSON.stringify({ status: active })}::jsonb, ${JSON.stringify({ status: suspended })}::jsonb from ended
    `.execute(db);
  },
};

/** Days before the end of a contract at which the staff is notified. */
const noticeDays = 30;
const atOnce = 200;

interface Ending {
  readonly id: string;
  readonly name: string;
  readonly contractEnd: string;
}

/** Notifies the staff of contracts that end within 30 days, once for each end date. */
export async function noticeContracts(tx: Tx): Promise<void> {
  const { rows } = await sql<Ending>`
    with due as (
      select id from dlr_dealer where status ${inCodes([active, suspended])} and not deleted and contract_end between ${today} and ${today} + ${noticeDays}::int
        and contract_notice is distinct from contract_end order by contract_end, id limit ${atOnce} for update skip locked)
    update dlr_dealer d set contract_notice = d.contract_end from due where d.id = due.id
    returning d.id::text as id, d.name, d.contract_end::text as contract_end`.execute(tx);
  for (const { id, name, contractEnd: end } of rows)
    await notifyStaff(tx, {
      functionCode: 'dealerManage.edit',
      level: 2,
      title: { zh: '经销商合同即将到期', en: 'A dealer’s contract ends soon' },
      body: {
        zh: `「${name}」的合同于${end}到期，到期后将自动暂停合作。`,
        en: `The contract with “${name}” ends on ${end}. The dealer is suspended the day after.`,
      },
      path: `/guideUseManage/dealerManageDetail?id=${id}`,
    });
}

const contractNotice: Job = {
  name: 'dealers.contractNotice',
  cron: '0 9 * * *',
  run: ({ db }) => withTransaction(db, noticeContracts),
};

export const dealerJobs: readonly Job[] = [contractEnd, contractNotice];
