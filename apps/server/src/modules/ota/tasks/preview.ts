import { codes } from '@wheelhouse/entities/codes';
import { otaExclusions, type OtaTargetPreview } from '@wheelhouse/contract/calls/ota/versions';
import { idPattern } from '@wheelhouse/contract/text';
import { isDerived, type Row, type StoredField } from '@wheelhouse/entities/fields';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { inTime } from '../../../db/in-time.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { checkedInput } from '../../../entity/check.ts';
import { defineCall } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { form } from '../../../http/kit.ts';
import { taskFirmware } from './firmware.ts';
import { judged, kept, targetOf, unknownVins } from './target.ts';

const sampled = 20;
const mostMs = 10_000;

/** What a target comes to now: one statement. */
export async function previewOf(db: Db | Tx, asked: Parameters<typeof judged>[0]): Promise<OtaTargetPreview> {
  const { rows } = await sql<{
    groups: readonly { reason: string | null; n: number }[] | null;
    sample: OtaTargetPreview['sample'] | null;
    unknown: number;
  }>`
    with j as ${kept(asked)} (${judged(asked)})
    select (select json_agg(g) from (select reason, count(*)::int as n from j group by reason) g) as groups,
      (select json_agg(r) from (select vin, software_version as "fromVersion", hardware_version as "hardwareVersion",
        vehicle_type_id::text as "vehicleTypeId" from j where reason is null limit ${sampled}) r) as sample,
      ${unknownVins(asked)} as unknown`.execute(db);
  const [{ groups, sample, unknown } = { groups: null, sample: null, unknown: 0 }] = rows;
  const counts = new Map((groups ?? []).map(({ reason, n }) => [reason, n]));
  counts.set('unknown', unknown);
  const excluded = otaExclusions.flatMap((reason) => {
    const count = counts.get(reason) ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  });
  return { count: counts.get(null) ?? 0, excluded, sample: sample ?? [] };
}

const fieldNames = [
  'firmwareId',
  'taskType',
  'targetMode',
  'vehicleTypeIds',
  'fromVersions',
  'hardwareVersions',
  'cityCodes',
  'dealerIds',
  'productionFrom',
  'productionTo',
  'tagIds',
  'vinFile',
  'vins',
  'testGroups',
  'excludeVins',
] as const;

/** The fields of the form that say whom a task is for, as they are checked while the form is not complete. */
function askedFields(): Readonly<Record<string, StoredField>> {
  const { fields } = entityNamed('otaTask');
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const field = fields[name];
      if (field === undefined || isDerived(field)) return [];
      const { visible: _visible, fixed: _fixed, required: _required, ...rest } = field;
      return [[name, rest]];
    }),
  );
}

const slow = { zh: '条件过宽，请缩小范围', en: 'The conditions are too wide, narrow them' } as const;

export const previewTarget = defineCall('POST /ps/crm/otaTask/previewTarget', {
  access: ['taskList.add', 'taskList.edit'],
  effect: 'reads',
  body: form,
  summary: { zh: '目标预览', en: 'What a target comes to' },
  async run(ctx, input) {
    const fields = askedFields();
    const given = Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(fields, name)));
    const { id: own } = input;
    const id = typeof own === 'string' && idPattern.test(own) ? own : null;
    return withTransaction(ctx.app.db, async (tx) => {
      const values: Row = await checkedInput(tx, ctx, fields, given);
      const { firmwareId } = values;
      if (typeof firmwareId !== 'string') throw refuseField(ctx, 'firmwareId', 'required');
      const firmware = await taskFirmware(tx, firmwareId);
      if (firmware?.generation !== codes.OtaGeneration.new) throw new AppError(1002);
      const asked = { target: targetOf(values, id), firmware, scope: ctx.user.scope, userId: ctx.user.id };
      const tooSlow = (): AppError => refuseField(ctx, 'targetMode', slow);
      return inTime(tx, mostMs, tooSlow, () => previewOf(tx, asked));
    });
  },
});
