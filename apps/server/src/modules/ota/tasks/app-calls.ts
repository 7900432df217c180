import type { OtaPending } from '@wheelhouse/contract/calls/ota/tasks';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { withTransaction } from '../../../db/pool.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { windowOf } from './offer.ts';
import { actors, execStates, lockExecutions, taskStates, type Changed, type Execution } from './rows.ts';
import { isUnanswered } from './steps.ts';
import { saveExecutions, wakeWorkers } from './store.ts';

const { notified, installing, refused } = execStates;
const { confirm } = codes.UpgradeMode;
/** Postponements after which the next one is a refusal. */
const mostPostponed = 3;

interface PendingRow extends Omit<OtaPending, 'window' | 'decide'> {
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  readonly isAsked: boolean;
}

const usualTitle = { zh: '车辆有新版本', en: 'An update for your vehicle' } as const;

const pending = defineAppCall('GET /app/v1/ota/pending', {
  query: z.object({ vin: z.string().min(1).max(20) }),
  summary: { zh: 'APP：待处理的升级', en: 'App: the update of a vehicle' },
  async run({ app, appUser, lang }, { vin }): Promise<OtaPending | null> {
    const name = vin.trim().toUpperCase();
    const { rows } = await sql<PendingRow>`
      select x.id::text as execution_id, coalesce(v.vin, v.frame_no) as vin, x.device_type::int as device_type, x.to_version as version,
        coalesce(${inLang(lang, 't.notice_title')}, ${usualTitle[lang]}) as title,
        coalesce(${inLang(lang, 't.notice')}, ${inLang(lang, 'f.change_log')}) as notes, coalesce(f.estimated_minutes, 5) as minutes,
        x.status::int as status, x.progress, x.postpone_count, t.min_soc, t.window_start, t.window_end,
        x.status = ${notified} and x.consent_time is null and t.upgrade_mode = ${confirm} and t.status = ${taskStates.running} as is_asked
      from ota_execution x join ota_task t on t.id = x.task_id join ota_firmware f on f.id = t.firmware_id join veh_vehicle v on v.id = x.vehicle_id
      where (v.vin = ${name} or v.frame_no = ${name}) and v.owner_user_id = ${appUser.id} and not v.deleted and not x.deleted
        and x.status between ${notified} and ${installing} order by x.id desc limit 1`.execute(app.db);
    const [row] = rows;
    if (row === undefined) return null;
    const { windowStart, windowEnd, isAsked, ...known } = row;
    return { ...known, decide: isAsked, window: windowOf({ windowStart, windowEnd }) };
  },
});

const owner = actors.owner;

/** What follows from the owner's answer. */
function afterDecision(row: Execution, decision: 'now' | 'later' | 'refuse'): Changed {
  if (decision === 'now')
    return {
      row: { ...row, consentTime: row.consentTime ?? row.now, nextTime: row.now },
      entries: row.consentTime === null ? [{ event: 'consent', status: notified, actor: owner }] : [],
    };
  const count = row.postponeCount + 1;
  if (decision === 'later' && count <= mostPostponed)
    return { row: { ...row, postponeCount: count }, entries: [{ event: 'later', status: notified, actor: owner }] };
  return {
    row: {
      ...row,
      status: refused,
      postponeCount: decision === 'later' ? count : row.postponeCount,
      endTime: row.now,
      nextTime: null,
    },
    entries: [{ event: 'refuse', status: refused, actor: owner }],
  };
}

const decide = defineAppCall('POST /app/v1/ota/decide', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ executionId: id, decision: z.enum(['now', 'later', 'refuse']) }),
  summary: { zh: 'APP：车主确认升级', en: 'App: the owner’s answer' },
  run: ({ app, appUser, lang }, { executionId, decision }) =>
    withTransaction(app.db, async (tx) => {
      const [row] = await lockExecutions(tx, {
        where: sql`x.id = ${executionId} and exists (select from veh_vehicle v where v.id = x.vehicle_id
          and v.owner_user_id = ${appUser.id} and not v.deleted)`,
        most: 1,
      });
      if (row === undefined) throw new AppError(1002);
      const isOver = row.taskStatus !== taskStates.running && row.taskStatus !== taskStates.paused;
      const isAsked = row.status === notified && row.upgradeMode === confirm && !isUnanswered(row);
      // Asked once more after the answer, it is as it was.
      if (!isAsked || isOver || (row.consentTime !== null && decision === 'later'))
        throw wrongState('OtaExecStatus', row.status, { lang });
      const after = afterDecision(row, decision);
      await saveExecutions(tx, [after]);
      if (decision === 'now') await wakeWorkers(tx);
      return { status: after.row.status, postponeCount: after.row.postponeCount };
    }),
});

export const otaAppCalls: readonly Call[] = [pending, decide];
