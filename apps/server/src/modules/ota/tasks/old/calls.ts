import type { OtaVinList } from '@wheelhouse/contract/calls/ota/tasks';
import { codes } from '@wheelhouse/entities/codes';
import { oldTaskVins } from '@wheelhouse/entities/ota/ota-task-old';
import { vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { entityNamed } from '@wheelhouse/entities/registry';
import { idPattern } from '@wheelhouse/contract/text';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../../db/pool.ts';
import { exportRows } from '../../../../entity/export/index.ts';
import type { HooksOf } from '../../../../entity/hooks.ts';
import { list } from '../../../../entity/read.ts';
import { withCondition } from '../../../../entity/with-condition.ts';
import { defineCall, type Call } from '../../../../http/call.ts';
import { AppError } from '../../../../http/errors.ts';
import { refuseField } from '../../../../http/field-texts.ts';
import { form, id, listQuery } from '../../../../http/kit.ts';
import { taskFirmware } from '../firmware.ts';
import { previewOf } from '../preview.ts';
import { execStates } from '../rows.ts';
import { targetOf } from '../target.ts';
import { cellsOf, mostBytes, mostInvalid } from '../vins.ts';
import { oldTarget } from './strategy.ts';
import { cellsOfText, namedVehicles } from './vins.ts';

const execution = entityNamed('otaExecutionOld');
/** Entries that are looked up at once. */
const mostEntries = 10_000;

const executions = defineCall('POST /ps/crm/otaTaskOld/executions', {
  access: 'taskListOld.query',
  body: listQuery.extend({ taskId: id.optional() }),
  summary: { zh: '升级执行列表（旧）', en: 'Vehicles of an old-platform task' },
  run: (ctx, { taskId, ...input }) => list(ctx, execution, withCondition(input, 'taskId', taskId)),
});

const exportExecutions = defineCall('POST /ps/crm/otaTaskOld/exportExecutions', {
  access: 'taskListOld.export',
  body: listQuery.extend({ taskId: id.optional() }),
  summary: { zh: '导出升级执行（旧）', en: 'Export the vehicles of an old-platform task' },
  run: (ctx, { taskId, ...input }) => exportRows(ctx, execution, withCondition(input, 'taskId', taskId)),
});

const previewTarget = defineCall('POST /ps/crm/otaTaskOld/previewTarget', {
  access: ['taskListOld.add', 'taskListOld.edit'],
  effect: 'reads',
  body: form,
  summary: { zh: '目标预览（旧）', en: 'What the vehicles of an old-platform task come to' },
  async run(ctx, input) {
    const { user } = ctx;
    const { id: own, firmwareId, vins: text } = input;
    if (typeof firmwareId !== 'string') throw refuseField(ctx, 'firmwareId', 'required');
    return withTransaction(ctx.app.db, async (tx) => {
      const firmware = idPattern.test(firmwareId) ? await taskFirmware(tx, firmwareId) : undefined;
      if (firmware?.generation !== codes.OtaGeneration.old) throw new AppError(1002);
      const entries = vinsIn(text);
      if (entries.length > mostEntries) throw new AppError(1016, { n: oldTaskVins });
      const { vins, invalid } = await namedVehicles(tx, user, cellsOfText(entries));
      const taskId = typeof own === 'string' && idPattern.test(own) ? own : null;
      const target = targetOf({ ...oldTarget, vins: vins.join('\n') }, taskId);
      const { excluded, ...seen } = await previewOf(tx, { target, firmware, scope: user.scope, userId: user.id });
      const unknown = invalid.filter(({ reason }) => reason !== 'duplicate').length;
      return { ...seen, excluded: unknown === 0 ? excluded : [{ reason: 'unknown', count: unknown }, ...excluded] };
    });
  },
});

const importVins = defineCall('POST /ps/crm/otaTaskOld/importVins', {
  access: ['taskListOld.add', 'taskListOld.edit'],
  upload: { maxBytes: mostBytes },
  effect: 'reads',
  body: z.object({}),
  summary: { zh: '读取VIN/IMEI清单（最多2000行）', en: 'Read a list of VINs or IMEIs (up to 2,000 rows)' },
  async run(ctx): Promise<OtaVinList> {
    const [file] = ctx.files;
    if (file === undefined) throw refuseField(ctx, 'file', 'required');
    const cells = await cellsOf(ctx, file.path, oldTaskVins);
    const { vins, invalid } = await withTransaction(ctx.app.db, (tx) => namedVehicles(tx, ctx.user, cells));
    return { vins, invalid: invalid.slice(0, mostInvalid), invalidCount: invalid.length };
  },
});

export const otaTaskOldCalls: readonly Call[] = [executions, exportExecutions, previewTarget, importVins];

const { waiting, upgrading, succeeded, failed, cancelled } = codes.OtaExecOldStatus;
/** What the first platform calls the states of executions (SM-OtaExecution). */
const shownAs: Readonly<Record<number, number>> = {
  [execStates.notStarted]: waiting,
  [execStates.notified]: waiting,
  [execStates.downloading]: upgrading,
  [execStates.ready]: upgrading,
  [execStates.installing]: upgrading,
  [execStates.succeeded]: succeeded,
  [execStates.rolledBack]: failed,
  [execStates.failed]: failed,
  [execStates.cancelled]: cancelled,
  [execStates.refused]: cancelled,
};

export const otaExecutionOldHooks: HooksOf<'otaExecutionOld'> = {
  computed: {
    status: (t) =>
      `(case ${t}.status ${Object.entries(shownAs)
        .map(([state, shown]) => `when ${state} then ${shown}`)
        .join(' ')} end)`,
  },
  conditions: {
    status: (t, values) => {
      const states = Object.keys(shownAs).filter((state) => values.includes(String(shownAs[Number(state)])));
      return sql`${sql.raw(t)}.status = any(${states}::smallint[])`;
    },
  },
};
