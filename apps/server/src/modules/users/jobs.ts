import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Job } from '../module.ts';
import { eraseDue } from './deletion.ts';

const { normal, frozen } = machines['SM-AppUser'].states;

/** App users frozen until a time are free again when it has passed (SM-AppUser). */
const unfreeze: Job = {
  name: 'users.unfreeze',
  cron: '* * * * *',
  async run({ db }) {
    await sql`
      with freed as (
        update usr_app_user set status = ${normal}, frozen_until = null, rev = rev + 1, update_time = now(), update_by = null
        where status = ${frozen} and not deleted and frozen_until <= now() returning id
      )
      insert into sys_operation_log (username, action, entity, entity_id, before, after)
      select 'system', 'unfreeze', 'appUser', id::text, jsonb_build_object('status', ${frozen}::int), jsonb_build_object('status', ${normal}::int) from freed
    `.execute(db);
  },
};

/** Accounts that asked for it 15 days ago are erased (SM-AppUser). */
const erase: Job = {
  name: 'users.erase',
  cron: '25 * * * *',
  run: eraseDue,
};

export const userJobs: readonly Job[] = [unfreeze, erase];
