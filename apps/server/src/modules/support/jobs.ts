import { sql } from 'kysely';
import type { Job } from '../module.ts';
import { eraseDue } from './deletion.ts';
import { today } from '../../db/wall-clock.ts';

/** Dealers whose contract has ended are suspended (SM-Dealer: "contractEnd passed → 2 by nightly job"); the log says that the system did it. */
const contractEnd: Job = {
  name: 'support.contractEnd',
  cron: '10 0 * * *',
  async run({ db }) {
    await sql`
      with ended as (
        update dlr_dealer set status = 2, rev = rev + 1, update_time = now(), update_by = null
        where status = 1 and not deleted and contract_end < ${today} returning id
      )
      insert into sys_operation_log (username, action, entity, entity_id, before, after)
      select 'system', 'contractEnd', 'dealer', id::text, '{"status": 1}', '{"status": 2}' from ended
    `.execute(db);
  },
};

/** App users frozen until a time are free again when it has passed (SM-AppUser). */
const unfreeze: Job = {
  name: 'support.unfreeze',
  cron: '* * * * *',
  async run({ db }) {
    await sql`
      with freed as (
        update usr_app_user set status = 1, frozen_until = null, rev = rev + 1, update_time = now(), update_by = null
        where status = 2 and not deleted and frozen_until <= now() returning id
      )
      insert into sys_operation_log (username, action, entity, entity_id, before, after)
      select 'system', 'unfreeze', 'appUser', id::text, '{"status": 2}', '{"status": 1}' from freed
    `.execute(db);
  },
};

/** Accounts that asked for it 15 days ago are erased (SM-AppUser). */
const erase: Job = {
  name: 'support.erase',
  cron: '25 * * * *',
  run: eraseDue,
};

export const supportJobs: readonly Job[] = [contractEnd, unfreeze, erase];
