import { codes } from '@wheelhouse/entities/codes';
import { oldTaskVins } from '@wheelhouse/entities/ota/ota-task-old';
import { vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { sql } from 'kysely';
import type { Tx } from '../../../../db/pool.ts';
import { fieldRefusal } from '../../../../entity/check.ts';
import { type HooksOf, only, type SavingOf } from '../../../../entity/hooks.ts';
import { refuseField } from '../../../../http/field-texts.ts';
import { notifyProgress } from '../../../messages/service.ts';
import { refuseClosed } from '../../old-switch.ts';
import { cancelExecutions } from '../cancel.ts';
import { taskFirmware, unusableFirmware } from '../firmware.ts';
import { counted, taskNumbers } from '../numbers.ts';
import { execStates, taskStates } from '../rows.ts';
import { freeze, nextTaskNo } from '../start.ts';
import { wakeWorkers } from '../store.ts';
import { oldTarget, writeStrategy } from './strategy.ts';
import { cellsOfText, namedVehicles } from './vins.ts';

type Saving = SavingOf<'otaTaskOld'>;

const { notified, cancelled } = execStates;
/** Entries that a refusal names. */
const namedMost = 5;

const texts = {
  old: { zh: '须为旧平台固件', en: 'Must be firmware of the old generation' },
  many: { zh: '最多{n}项，现有{is}项', en: 'Up to {n} {n|entry|entries}, there are {is}' },
  unknown: {
    zh: '{n}项不是可见的车辆：{which}',
    en: '{n} {n|entry names|entries name} no vehicle that you see: {which}',
  },
  added: { zh: '执行中不能添加车辆：{which}', en: 'No vehicles are added while it runs: {which}' },
  begun: { zh: '只能移除等待的车辆：{which}', en: 'Only waiting vehicles can be taken out: {which}' },
} as const;

const listed = (entries: readonly string[]): string =>
  `${entries.slice(0, namedMost).join(', ')}${entries.length > namedMost ? ' …' : ''}`;

/** @throws AppError 1001 firmware of the other platform, 3113 not released */
async function checkFirmware({ ctx, tx, values }: Saving): Promise<void> {
  if (typeof values.firmwareId !== 'string') return;
  const firmware = await taskFirmware(tx, values.firmwareId);
  if (firmware?.generation !== codes.OtaGeneration.old) throw refuseField(ctx, 'firmwareId', texts.old);
  if (unusableFirmware(ctx.app, firmware, null, 3113) !== undefined) throw fieldRefusal(ctx, 'firmwareId', 3113);
}

/** The list as it is stored: vehicles by VIN or frame number, each once, one a line. @throws AppError 1001 */
async function readVins({ ctx, tx, values }: Saving): Promise<readonly string[]> {
  const entries = vinsIn(values.vins);
  if (entries.length > oldTaskVins) throw refuseField(ctx, 'vins', texts.many, { n: oldTaskVins, is: entries.length });
  const { vins, invalid } = await namedVehicles(tx, ctx.user, cellsOfText(entries));
  // Several names of a vehicle are no mistake.
  const wrong = invalid.filter(({ reason }) => reason !== 'duplicate').map(({ text }) => text);
  if (wrong.length > 0) throw refuseField(ctx, 'vins', texts.unknown, { n: wrong.length, which: listed(wrong) });
  if (vins.length === 0) throw refuseField(ctx, 'vins', 'required');
  values.vins = vins.join('\n');
  return vins;
}

/** Executions of a task by the VIN or frame number of their vehicles, over the alias `x`. */
const ofVins = (taskId: string, vins: readonly string[]) => sql`x.task_id = ${taskId} and x.vehicle_id in (
  select v.id from veh_vehicle v where v.vin = any(${[...vins]}::text[]) or v.frame_no = any(${[...vins]}::text[]))`;

/** Vehicles of these that are on their way or done. */
async function begunOf(tx: Tx, taskId: string, vins: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ vin: string }>`
    select coalesce(v.vin, v.frame_no) as vin from ota_execution x join veh_vehicle v on v.id = x.vehicle_id
    where ${ofVins(taskId, vins)} and x.status > ${notified} and x.status <> ${cancelled} and not x.deleted order by x.position`.execute(
    tx,
  );
  return rows.map(({ vin }) => vin);
}

/** A running task loses vehicles that wait, and nothing else. The task is locked, so none of them gets its job meanwhile. @throws AppError 1001 */
async function takeOut({ ctx, tx }: Saving, old: { id: string; vins: string }, vins: readonly string[]): Promise<void> {
  const before = vinsIn(old.vins);
  const added = vins.filter((vin) => !before.includes(vin));
  if (added.length > 0) throw refuseField(ctx, 'vins', texts.added, { which: listed(added) });
  const removed = before.filter((vin) => !vins.includes(vin));
  if (removed.length === 0) return;
  const begun = await begunOf(tx, old.id, removed);
  if (begun.length > 0) throw refuseField(ctx, 'vins', texts.begun, { which: listed(begun) });
  await cancelExecutions(tx, {
    where: sql`${ofVins(old.id, removed)} and x.status <= ${notified}`,
    event: 'cancel',
    userId: ctx.user.id,
  });
  await wakeWorkers(tx);
}

export const otaTaskOldHooks: HooksOf<'otaTaskOld'> = {
  computed: {
    // Whoever was looked at and is not ready yet still waits.
    ...taskNumbers({ lastWaiting: notified }),
    cancelledCount: counted(`c.status = ${cancelled}`),
  },
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    if (old === undefined) {
      await refuseClosed(ctx, tx);
      values.taskNo = await nextTaskNo(tx);
    }
    await checkFirmware(saving);
    if (values.vins === undefined) return;
    const vins = await readVins(saving);
    if (old !== undefined && Number(old.status) === taskStates.running) await takeOut(saving, old, vins);
  },
  async afterSave({ tx, id, old }) {
    if (old === undefined) await writeStrategy(tx, id);
    else await notifyProgress(tx, 'otaTaskOld', id);
  },
  actions: {
    async start(action) {
      const { ctx, tx, store } = action;
      const row = only(action);
      const targetCount = await freeze(ctx.app, tx, { ...row, ...oldTarget });
      store({ targetCount, actualStartTime: new Date() });
      await wakeWorkers(tx);
      await notifyProgress(tx, 'otaTaskOld', row.id);
    },
    async terminate({ tx, ctx, input, store, ...action }) {
      const { id } = only(action);
      await cancelExecutions(tx, {
        where: sql`x.task_id = ${id}`,
        event: 'terminate',
        text: input.remark,
        userId: ctx.user.id,
      });
      store({ finishTime: new Date() });
      await notifyProgress(tx, 'otaTaskOld', id);
    },
  },
};
