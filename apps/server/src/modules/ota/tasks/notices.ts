import { counted, type Text } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { notifyOwner, notifyStaff } from '../../messages/service.ts';
import { builtInText, filledTemplate, storedTemplate } from '../../templates/service.ts';
import type { Execution } from './rows.ts';

const thirdFailure = 3;
const monitorPath = (taskId: string, generation: number = codes.OtaGeneration.new): string =>
  `/versionManage/${generation === codes.OtaGeneration.old ? 'otaTaskQueryOld' : 'otaTaskQuery'}?id=${taskId}`;

interface Repeated {
  readonly executionId: string;
  readonly vehicleId: string;
  readonly vin: string;
  readonly ownerId: string | null;
  readonly model: string;
  readonly modelEn: string | null;
  readonly version: string;
  readonly code: string | null;
}

/** Vehicles whose attempts failed for the third time, of any part and within 90 days, by the failures that were written just now. */
async function repeatedOf(db: Db | Tx, failures: readonly Execution[]): Promise<readonly Repeated[]> {
  const now = failures.map(({ id, vehicleId, failCode, toVersion }) => ({
    id,
    vehicle: vehicleId,
    code: failCode,
    version: toVersion,
  }));
  const { rows } = await sql<Repeated>`
    with now as (select vehicle, count(*) as n, max(id)::text as execution_id, max(code) as code, max(version) as version
      from json_to_recordset(${JSON.stringify(now)}::json) as u (id bigint, vehicle bigint, code text, version text) group by vehicle)
    select now.execution_id, v.id::text as vehicle_id, coalesce(v.vin, v.frame_no) as vin, v.owner_user_id::text as owner_id, m.name as model,
      m.name_en as model_en, now.version, now.code
    from now join veh_vehicle v on v.id = now.vehicle join veh_type m on m.id = v.vehicle_type_id
    cross join lateral (select sum(x.fail_count) as n from ota_execution x
      where x.vehicle_id = now.vehicle and not x.deleted and x.create_time > now() - interval '90 days') past
    where past.n >= ${thirdFailure} and past.n - now.n < ${thirdFailure}`.execute(db);
  return rows;
}

/** The third failed update of a vehicle: somebody should look at it, and its owner hears why nothing changes. */
export async function notifyRepeated(db: Db | Tx, failures: readonly Execution[]): Promise<void> {
  for (const { executionId, vehicleId, vin, ownerId, model, modelEn, version, code } of await repeatedOf(
    db,
    failures,
  )) {
    await notifyStaff(db, {
      functionCode: 'repairListsManage.add',
      vehicleId,
      level: 2,
      title: { zh: '车辆升级连续失败，建议报修', en: 'An update failed three times: a repair order is suggested' },
      body: {
        zh: `${vin}升级到${version}，累计已失败3次（${code ?? 'E99'}），请联系车主并考虑新建报修单。`,
        en: `${vin} failed three times, last to get ${version} (${code ?? 'E99'}). Contact the owner and consider a repair order.`,
      },
      path: `/guideUseManage/repairListsManage?vehicleId=${vehicleId}`,
    });
    if (ownerId === null) continue;
    await notifyOwner(db, {
      userId: ownerId,
      kind: 'service',
      ...(await builtInText(db, 'OTA_FAILED', {
        vehicleName: { zh: model, en: modelEn ?? model },
        vin6: vin.slice(-6),
        version,
      })),
      route: `ota?id=${executionId}`,
      vehicleId,
      dedupeKey: `otaFailed:${executionId}`,
      ref: { type: 'otaExecution', id: executionId },
    });
  }
}

interface Named {
  readonly id: string;
  readonly taskNo: string;
  readonly name: string;
}

/** Too many failures: whoever made the task and whoever reviews tasks is notified. */
export const notifyPaused = (tx: Tx, task: Named & { readonly createBy: string | null }, why: Text): Promise<void> =>
  notifyStaff(tx, {
    ...(task.createBy !== null && { userIds: [task.createBy] }),
    functionCode: 'taskList.audit',
    level: 4,
    title: { zh: `升级任务${task.taskNo}已自动暂停`, en: `OTA task ${task.taskNo} was paused automatically` },
    body: { zh: `「${task.name}」：${why.zh}`, en: `“${task.name}”: ${why.en}` },
    path: monitorPath(task.id),
  });

/** Everybody who runs tasks hears of an emergency stop at once. */
export const notifyEmergency = (
  tx: Tx,
  stop: { taskId: string; taskNo: string; reason: string; tasks: number; recalled: number },
): Promise<void> =>
  notifyStaff(tx, {
    functionCode: 'taskList.run',
    level: 4,
    title: { zh: `升级任务${stop.taskNo}紧急停止`, en: `Emergency stop of OTA task ${stop.taskNo}` },
    body: {
      zh: `升级包已停用，${stop.tasks}个任务已暂停，${stop.recalled}辆车的任务和下载地址已召回。原因：${stop.reason}`,
      en: `The package is disabled, ${stop.tasks} ${counted(stop.tasks, 'task is', 'tasks are')} paused, and the jobs of ${stop.recalled} ${counted(stop.recalled, 'vehicle', 'vehicles')} were recalled. Reason: ${stop.reason}`,
    },
    path: monitorPath(stop.taskId),
  });

interface Submitted extends Named {
  /** D:OtaGeneration; the new one unless given. */
  readonly generation?: number;
  readonly createBy: string | null;
  readonly submitterId?: string | null;
}

const people = ({ createBy, submitterId }: Submitted): readonly string[] => [
  ...new Set([createBy, submitterId].filter((one) => typeof one === 'string')),
];

/** Something waits for a reviewer: a task that was handed in, or a change that loosens one. */
export const notifySubmitted = (tx: Tx, task: Named, what: 'task' | 'change'): Promise<void> =>
  notifyStaff(tx, {
    functionCode: 'taskList.audit',
    level: 2,
    title: {
      zh: what === 'task' ? `升级任务${task.taskNo}待审核` : `升级任务${task.taskNo}的修改待审核`,
      en:
        what === 'task'
          ? `OTA task ${task.taskNo} is to be reviewed`
          : `A change of OTA task ${task.taskNo} is to be reviewed`,
    },
    body: { zh: `「${task.name}」`, en: `“${task.name}”` },
    path: monitorPath(task.id),
  });

const ends = {
  approve: { zh: '已通过审核', en: 'was approved' },
  approveChange: { zh: '的修改已通过', en: 'has its change approved' },
  reject: { zh: '被驳回', en: 'was rejected' },
  finish: { zh: '已完成', en: 'is finished' },
  terminate: { zh: '已终止', en: 'was terminated' },
} as const;

/** How a review or a task ended, to whoever made the task and handed it in. */
export async function notifyEnded(tx: Tx, task: Submitted, end: keyof typeof ends, more?: Text): Promise<void> {
  const userIds = people(task);
  if (userIds.length === 0) return;
  const { zh, en } = ends[end];
  await notifyStaff(tx, {
    userIds,
    level: end === 'reject' || end === 'terminate' ? 3 : 2,
    title: { zh: `升级任务${task.taskNo}${zh}`, en: `OTA task ${task.taskNo} ${en}` },
    body: {
      zh: `「${task.name}」${more === undefined ? '' : `：${more.zh}`}`,
      en: `“${task.name}”${more === undefined ? '' : `: ${more.en}`}`,
    },
    path: monitorPath(task.id, task.generation),
  });
}

/** It could not start at its time: whoever made it is notified. */
export const notifyNotStarted = (
  tx: Tx,
  task: Named & { readonly createBy: string | null },
  why: Text,
): Promise<void> =>
  notifyStaff(tx, {
    ...(task.createBy !== null && { userIds: [task.createBy] }),
    level: 3,
    title: { zh: `升级任务${task.taskNo}未能开始`, en: `OTA task ${task.taskNo} did not start` },
    body: { zh: `「${task.name}」：${why.zh}`, en: `“${task.name}”: ${why.en}` },
    path: monitorPath(task.id),
  });

/** Vehicles that had succeeded run the version before again: whoever made their tasks is notified, also when these are over. */
export async function notifyReverted(tx: Tx, rows: readonly Execution[]): Promise<void> {
  if (rows.length === 0) return;
  const { rows: tasks } = await sql<Named & { createBy: string | null; n: number; vin: string }>`
    select t.id::text as id, t.task_no, t.name, t.create_by::text as create_by, count(*)::int as n, min(coalesce(v.vin, v.frame_no)) as vin
    from ota_execution x join ota_task t on t.id = x.task_id join veh_vehicle v on v.id = x.vehicle_id
    where x.id = any(${rows.map(({ id }) => id)}::bigint[]) and t.generation = ${codes.OtaGeneration.new} group by t.id`.execute(
    tx,
  );
  for (const { id, taskNo, name, createBy, n, vin } of tasks)
    await notifyStaff(tx, {
      ...(createBy !== null && { userIds: [createBy] }),
      level: 3,
      title: { zh: `升级任务${taskNo}：有车辆回到原版本`, en: `OTA task ${taskNo}: the version before is back` },
      body: {
        zh: `「${name}」：${vin}${n > 1 ? `等${n}辆` : ''}升级成功后又运行原版本，已计为回滚。`,
        en: `“${name}”: ${vin}${n > 1 ? ` and ${n - 1} more` : ''} had succeeded and run the version before again. They count as rolled back.`,
      },
      path: monitorPath(id),
    });
}

/** What owners read of a task; empty: the text of the template. */
export interface OwnerText {
  readonly title: Text | undefined;
  readonly body: Text | undefined;
}

export interface Owner {
  readonly executionId: string;
  readonly ownerId: string;
  readonly vehicleId: string;
  readonly vin: string;
  readonly model: Text;
}

/** Notifies owners of an update: it waits for them, or comes when the vehicle is parked next. */
export async function notifyOwners(tx: Tx, owners: readonly Owner[], version: string, own: OwnerText): Promise<void> {
  if (owners.length === 0) return;
  const template = await storedTemplate(tx, 'OTA_AVAILABLE');
  if (template === undefined) throw new Error('no text of its own for OTA_AVAILABLE');
  for (const { executionId, ownerId, vehicleId, vin, model } of owners) {
    const text = filledTemplate(template, { vehicleName: model, vin6: vin.slice(-6), version });
    await notifyOwner(tx, {
      userId: ownerId,
      kind: 'service',
      ...text,
      title: own.title ?? text.title,
      body: own.body ?? text.body,
      ...(own.body !== undefined && { texts: {} }),
      route: `ota?id=${executionId}`,
      vehicleId,
      dedupeKey: `ota:${executionId}`,
      ref: { type: 'otaExecution', id: executionId },
    });
  }
}
