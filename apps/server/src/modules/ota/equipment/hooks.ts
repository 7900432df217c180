import { idPattern } from '@wheelhouse/contract/text';
import { sql } from 'kysely';
import { type HooksOf, only } from '../../../entity/hooks.ts';
import { column, type Fragment } from '../../../entity/scope.ts';
import { sendCommand } from '../../control/service.ts';

/** A value that all parts of a kind share: there are some hundred kinds, however many parts there are. */
const ofKind = (value: string) => (t: string) =>
  `(select ${value} from ota_part_kind k join veh_type y on y.id = k.vehicle_type_id where k.id = ${t}.kind_id)`;

/** Parts whose kind meets a condition: the kinds are found first, then their parts by an index. */
const kindMeets = (t: string, condition: Fragment): Fragment =>
  sql`${column(t, 'kind_id')} = any(array(select k.id from ota_part_kind k where ${condition}))`;

/** A text that kinds have (or do not have), without regard to case. */
const kindHas =
  (name: 'model' | 'hardware_version' | 'software_version', not = false) =>
  (t: string, values: readonly string[]): Fragment => {
    const has = sql`lower(k.${sql.raw(name)}) = any(${values.map((value) => value.trim().toLowerCase())}::text[])`;
    return kindMeets(t, not ? sql`not ${has}` : has);
  };

/** A number that kinds have. What is none is no kind's. */
const kindOf =
  (name: 'device_type' | 'vehicle_type_id') =>
  (t: string, values: readonly string[]): Fragment =>
    kindMeets(t, sql`k.${sql.raw(name)} = any(${values.filter((value) => idPattern.test(value))}::bigint[])`);

export const otaEquipmentHooks: HooksOf<'otaEquipment'> = {
  computed: {
    targetVersion: ofKind('k.target_version'),
    upgradable: ofKind('k.upgradable::int'),
    generation: ofKind('y.ota_generation'),
  },
  conditions: {
    upgradable: (t, values) =>
      kindMeets(t, sql`k.upgradable = any(${values.map((value) => value === '1')}::boolean[])`),
    deviceType: kindOf('device_type'),
    vehicleTypeId: kindOf('vehicle_type_id'),
    partModel: kindHas('model'),
    hardwareVersion: kindHas('hardware_version'),
    softwareVersion: kindHas('software_version'),
    'softwareVersion.ne': kindHas('software_version', true),
  },
  actions: {
    async check(action) {
      const { ctx, tx } = action;
      return sendCommand(tx, {
        vehicleId: only(action).vehicleId,
        command: 'QUERY_VERSION',
        operatorId: ctx.user.id,
        source: 'console',
        ...(ctx.idempotencyKey !== undefined && { requestId: ctx.idempotencyKey }),
        ip: ctx.ip,
        lang: ctx.lang,
      });
    },
    testGroup: async ({ input, store }) => store({ testGroup: input.testGroup ?? null }),
  },
};
