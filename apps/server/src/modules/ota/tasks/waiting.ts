import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import { isAwaited, openCases } from '../../fleet/shared/service.ts';
import { factSql } from '../../../db/facts.ts';
import { timeNowText } from '../../../db/wall-clock.ts';
import { execStates, taskStates } from './rows.ts';

// What a vehicle of a task waits for: asked before it gets its job, and shown beside it. All as SQL text over aliases of the product's own.

const { notStarted, notified, ready, failed } = execStates;
const { running, paused } = taskStates;
const why = codes.OtaWaitReason;

/** Volts of a backup battery that carries a control unit through a restart. */
const leastAuxVolts = 3.5;
const standingKmh = 1;

/** Whether it is a time of day at which the task `t` may act. */
export const inWindowText = (
  t: string,
): string => `(${t}.window_start is null or case when ${t}.window_start <= ${t}.window_end
  then ${timeNowText} >= ${t}.window_start and ${timeNowText} < ${t}.window_end else ${timeNowText} >= ${t}.window_start or ${timeNowText} < ${t}.window_end end)`;

/**
 * What keeps a vehicle from its job, of how the task `t` wants it and how it is by its status `s`; null: nothing. One that was stopped or stolen since
 * the start is left in peace. What is not known does not count as good.
 */
const obstacle = (t: string, s: string): string => `(case
  when (${factSql('online', s)}) is not true then '${why.offline}'
  when exists (select from veh_vehicle u where u.id = ${s}.vehicle_id and ${factSql('stopped', 'u')}) then '${why.stopped}'
  when exists (select from veh_stolen_case c where c.vehicle_id = ${s}.vehicle_id and c.status in (${openCases.join(', ')}) and not c.deleted) then '${why.stolen}'
  when (${s}.soc >= ${t}.min_soc) is not true then '${why.soc}'
  when coalesce(${s}.csq, 0) < ${t}.min_csq then '${why.signal}'
  when ${t}.allow_charging = 0 and coalesce(${s}.charge_status, 0) = ${codes.ChargeStatus.charging} then '${why.charging}'
  when ${t}.require_aux = 1 and (${s}.backup_battery_v >= ${leastAuxVolts}) is not true then '${why.aux}'
  when coalesce(${s}.acc, 0) <> 0 or coalesce(${s}.speed_kmh, 0) >= ${standingKmh} then '${why.riding}' end)`;

/** Whether a vehicle is as the task wants it before it gets its job, over the aliases `t` and `s` (its status). */
export const isReady: RawBuilder<boolean> = sql.raw(`(${obstacle('t', 's')} is null)`);

/** D:OtaWaitReason of the execution of alias `x`; null: it waits for nothing. */
export const waitReason = (x: string): string => `(select case ${x}.status
    when ${notStarted} then case when k.status = ${paused} then '${why.paused}' when ${x}.stage > k.current_stage then '${why.stage}'
      when k.upgrade_mode <> ${codes.UpgradeMode.confirm} and not ${inWindowText('k')} then '${why.window}' else '${why.turn}' end
    when ${notified} then case when ${isAwaited(x)} then '${why.answer}' when k.status = ${paused} then '${why.paused}'
      when k.upgrade_mode = ${codes.UpgradeMode.confirm} and ${x}.consent_time is null and v.owner_user_id is not null then '${why.owner}'
      when k.upgrade_mode <> ${codes.UpgradeMode.confirm} and not ${inWindowText('k')} then '${why.window}' else coalesce(${obstacle('k', 's')}, '${why.turn}') end
    when ${ready} then '${why.install}'
    when ${failed} then case when ${x}.next_time is null then null when k.status = ${paused} then '${why.paused}' else '${why.retry}' end end
  from ota_task k left join veh_vehicle v on v.id = ${x}.vehicle_id left join veh_vehicle_status s on s.vehicle_id = ${x}.vehicle_id
  where k.id = ${x}.task_id and k.status in (${running}, ${paused}))`;
