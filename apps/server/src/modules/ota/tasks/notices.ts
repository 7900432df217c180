import type { Text } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { notifyOwner, notifyStaff } from '../../messages/service.ts';
import { filledTemplate, storedTemplate } from '../../templates/service.ts';
import type { Execution } from './rows.ts';

const thirdFailure = 3;
const monitorPath = (taskId: string): string => `/versionManage/otaTaskQuery?id=${taskId}`;

/** The third failed update of a part: somebody should look at the vehicle. */
export async function suggestRepair(db: Db | Tx, failures: readonly Execution[]): Promise<void> {
  const pairs = failures.map(({ vehicleId, deviceType }) => ({ vehicle: vehicleId, type: deviceType }));
  const { rows } = await sql<{ vehicleId: string; vin: string; version: string; code: string | null }>`
    select u.vehicle::text as vehicle_id, coalesce(v.vin, v.frame_no) as vin, max(x.to_version) as version, max(x.fail_code) as code
    from json_to_recordset(${JSON.stringify(pairs)}::json) as u (vehicle bigint, type smallint)
    join veh_vehicle v on v.id = u.vehicle
    join ota_execution x on x.vehicle_id = u.vehicle and x.device_type = u.type and not x.deleted and x.create_time > now() - interval '90 days'
    group by u.vehicle, v.vin, v.frame_no having sum(x.fail_count) = ${thirdFailure}`.execute(db);
  for (const { vehicleId, vin, version, code } of rows)
    await notifyStaff(db, {
      functionCode: 'repairListsManage.add',
      vehicleId,
      level: 2,
      title: { zh: '车辆升级连续失败，建议报修', en: 'An update failed three times: a repair order is suggested' },
      body: {
        zh: `${vin}升级到${version}已失败3次（${code ?? 'E99'}），请联系车主并考虑新建报修单。`,
        en: `${vin} failed three times to get ${version} (${code ?? 'E99'}). Contact the owner and consider a repair order.`,
      },
      path: `/guideUseManage/repairListsManage?vin=${vin}`,
    });
}

interface Named {
  readonly id: string;
  readonly taskNo: string;
  readonly name: string;
}

/** Too many failures: whoever made the task and whoever reviews tasks is told. */
export const tellPaused = (tx: Tx, task: Named & { readonly createBy: string | null }, why: Text): Promise<void> =>
  notifyStaff(tx, {
    ...(task.createBy !== null && { userIds: [task.createBy] }),
    functionCode: 'taskList.audit',
    level: 4,
    title: { zh: `升级任务${task.taskNo}已自动暂停`, en: `OTA task ${task.taskNo} was paused automatically` },
    body: { zh: `「${task.name}」：${why.zh}`, en: `“${task.name}”: ${why.en}` },
    path: monitorPath(task.id),
  });

/** It could not start at its time: whoever made it is told. */
export const tellNotStarted = (tx: Tx, task: Named & { readonly createBy: string | null }, why: Text): Promise<void> =>
  notifyStaff(tx, {
    ...(task.createBy !== null && { userIds: [task.createBy] }),
    level: 3,
    title: { zh: `升级任务${task.taskNo}未能开始`, en: `OTA task ${task.taskNo} did not start` },
    body: { zh: `「${task.name}」：${why.zh}`, en: `“${task.name}”: ${why.en}` },
    path: monitorPath(task.id),
  });

/** What owners are told of a task; empty: the text of the template. */
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

/** Asks owners whether their vehicles may be updated. */
export async function askOwners(tx: Tx, owners: readonly Owner[], version: string, own: OwnerText): Promise<void> {
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
