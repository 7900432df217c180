import { machines } from '@wheelhouse/entities/machines';
import type { Pool } from 'pg';

// What the sandbox knows of its cards, and how they change by themselves.

const { stock, silent, active, suspended, preCancelled } = machines['SM-Sim'].states;
/** Days after which a suspended card is on its way to be closed. */
const suspendedDays = 90;

export interface SandboxCard {
  readonly iccid: string;
  readonly state: number;
  readonly stopReason: string | null;
  readonly imei: string | null;
  readonly imeiLock: boolean;
  readonly activated: Date | null;
  readonly packageCode: string | null;
  /**
   * `error`: fails; `hang`: answers too late; `lost`: takes an order and fails to say so; `never`: takes it and does nothing; `other`: answers
   * about another card. One that is `gone` is not found.
   */
  readonly fault: 'error' | 'hang' | 'lost' | 'never' | 'other' | null;
}

/** Carries out the orders whose time has come, and what the carrier does by itself. */
async function settle(pool: Pool, iccids: readonly string[]): Promise<void> {
  await pool.query(
    `with done as (
       update sbx_sim_order o set done = true from sbx_sim_card c
       where o.iccid = any($1) and c.iccid = o.iccid and not o.done and o.refused is null and o.due_time <= now() and c.fault is distinct from 'never'
       returning o.iccid, o.to_state, o.to_package, o.due_time),
     last as (select distinct on (iccid, to_state is null) iccid, to_state, to_package from done order by iccid, to_state is null, due_time desc),
     wish as (select iccid, max(to_state) as to_state, max(to_package) as to_package from last group by iccid)
     update sbx_sim_card c set state = coalesce(w.to_state, c.state), package_code = coalesce(w.to_package, c.package_code),
       stop_reason = case when w.to_state is null then c.stop_reason end,
       suspended = case when w.to_state is null then c.suspended when w.to_state = ${suspended} then now() end,
       activated = coalesce(c.activated, case when w.to_state = ${active} then now() end)
     from wish w where c.iccid = w.iccid`,
    [iccids],
  );
  await pool.query(
    `update sbx_sim_card set state = ${preCancelled} where iccid = any($1) and state = ${suspended} and suspended < now() - interval '${suspendedDays} days'`,
    [iccids],
  );
}

/** Cards as they are now; one that is asked for the first time is as it was delivered. */
export async function findSandboxCards(pool: Pool, iccids: readonly string[]): Promise<readonly SandboxCard[]> {
  await pool.query(
    `insert into sbx_sim_card (iccid, state, stop_reason, imei, imei_lock, activated, package_code, suspended)
     select s.iccid, case s.sim_status when ${stock} then ${silent} else s.sim_status end, s.stop_reason, v.imei, s.imei_lock = 1, s.activate_time,
       s.package_code, case when s.sim_status = ${suspended} then now() end
     from sim_card s left join veh_vehicle v on v.iccid = s.iccid and not v.deleted
     where s.iccid = any($1) and not s.deleted on conflict (iccid) do nothing`,
    [iccids],
  );
  await settle(pool, iccids);
  const { rows } = await pool.query<SandboxCard>(
    `select iccid, state::int as state, stop_reason as "stopReason", imei, imei_lock as "imeiLock", activated, package_code as "packageCode", fault
     from sbx_sim_card where iccid = any($1) and fault is distinct from 'gone'`,
    [iccids],
  );
  return rows;
}

export const settleSandboxCard = (pool: Pool, iccid: string): Promise<void> => settle(pool, [iccid]);
