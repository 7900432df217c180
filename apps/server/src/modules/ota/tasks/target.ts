import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { scopeWhere } from '../../../entity/scope.ts';
import type { DataScope } from '../../../http/context.ts';
import { hasTag } from '../../messages/service.ts';
import type { TaskFirmware } from './firmware.ts';

const { testing } = machines['SM-Firmware'].states;
const { conditions, vinList } = codes.OtaTargetMode;
const { test, rollback } = codes.OtaTaskType;
const vehicle = entityNamed('vehicle');
type Fragment = RawBuilder<unknown>;

/** Whom a task is for, as its form says. */
export interface Target {
  readonly taskId: string | null;
  readonly taskType: number | null;
  readonly targetMode: number | null;
  readonly vehicleTypeIds: readonly string[];
  readonly fromVersions: readonly string[];
  readonly hardwareVersions: readonly string[];
  readonly cityCodes: readonly string[];
  readonly dealerIds: readonly string[];
  readonly productionFrom: string | null;
  readonly productionTo: string | null;
  readonly tagIds: readonly string[];
  readonly vinFile: string | null;
  readonly vins: readonly string[];
  readonly testGroups: readonly string[];
  readonly excludeVins: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const codeOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** The target of a stored task or of a form. */
export function targetOf(values: Values, taskId: string | null): Target {
  const { taskType, targetMode, vinFile, vins, excludeVins, productionFrom, productionTo } = values;
  const { vehicleTypeIds, fromVersions, hardwareVersions, cityCodes, dealerIds, tagIds, testGroups } = values;
  return {
    taskId,
    taskType: codeOf(taskType),
    targetMode: codeOf(targetMode),
    vehicleTypeIds: listOf(vehicleTypeIds),
    fromVersions: listOf(fromVersions),
    hardwareVersions: listOf(hardwareVersions),
    cityCodes: listOf(cityCodes),
    dealerIds: listOf(dealerIds),
    productionFrom: textOf(productionFrom),
    productionTo: textOf(productionTo),
    tagIds: listOf(tagIds),
    vinFile: textOf(vinFile),
    vins: vinsIn(vins),
    testGroups: listOf(testGroups),
    excludeVins: vinsIn(excludeVins),
  };
}

const texts = (list: readonly string[]): Fragment => sql`${[...list]}::text[]`;
const keys = (list: readonly string[]): Fragment => sql`${[...list]}::bigint[]`;
const all = (parts: readonly Fragment[]): Fragment => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `));
const plain = (column: string): Fragment => sql.raw(`ltrim(${column}, 'V')`);
const plainOf = (version: string): string => version.replace(/^V/, '');

/** VINs that the task names. */
const listed = ({ vinFile, vins }: Target): Fragment => sql`
  select vin from ota_vin_list where file_id = ${vinFile} union select unnest(${texts(vins)})`;

/** Vehicles that are in a test group, by any of their parts. */
const inTest = (groups: readonly string[] | undefined): Fragment => sql`v.id in (
  select g.vehicle_id from veh_ecu g where not g.deleted and ${groups === undefined ? sql`g.test_group is not null` : sql`g.test_group = any(${texts(groups)})`})`;

function byConditions(target: Target, firmware: TaskFirmware): readonly Fragment[] {
  const { vehicleTypeIds, fromVersions, hardwareVersions, cityCodes, dealerIds, productionFrom, productionTo, tagIds } =
    target;
  const models = vehicleTypeIds.length > 0 ? vehicleTypeIds : firmware.vehicleTypeIds;
  return [
    sql`v.vehicle_type_id = any(${keys(models)})`,
    ...(fromVersions.length > 0 ? [sql`e.software_version = any(${texts(fromVersions)})`] : []),
    ...(hardwareVersions.length > 0 ? [sql`e.hardware_version = any(${texts(hardwareVersions)})`] : []),
    ...(dealerIds.length > 0 ? [sql`v.dealer_id = any(${keys(dealerIds)})`] : []),
    ...(cityCodes.length > 0
      ? [
          sql`v.dealer_id in (select d.id from dlr_dealer d where d.city_id = any(${texts(cityCodes)})
            or left(d.city_id, 2) || '0000' = any(${texts(cityCodes)}))`,
        ]
      : []),
    ...(productionFrom === null ? [] : [sql`v.production_date >= ${productionFrom}::date`]),
    ...(productionTo === null ? [] : [sql`v.production_date <= ${productionTo}::date`]),
    ...(tagIds.length > 0 ? [hasTag(sql`v.owner_user_id`, keys(tagIds))] : []),
  ];
}

/** Vehicles that the target names, whether they can be updated or not. */
function named(target: Target, firmware: TaskFirmware): readonly Fragment[] {
  if (target.targetMode === conditions) return byConditions(target, firmware);
  if (target.targetMode !== vinList) return [inTest(target.testGroups)];
  return [
    sql`v.id in (select n.id from veh_vehicle n join (${listed(target)}) l on n.vin = l.vin where not n.deleted
      union select n.id from veh_vehicle n join (${listed(target)}) l on n.frame_no = l.vin where not n.deleted)`,
  ];
}

function isSupported({ taskType }: Target, firmware: TaskFirmware): Fragment {
  const { partModel, hardwareVersions, vehicleTypeIds, status } = firmware;
  return all([
    sql`e.id is not null`,
    sql`v.vehicle_type_id = any(${keys(vehicleTypeIds)})`,
    sql`(e.model is null or e.model = ${partModel})`,
    sql`(e.hardware_version is null or e.hardware_version = any(${texts(hardwareVersions)}))`,
    // A test reaches vehicles of the test groups alone, however they are named.
    ...(taskType === test || status === testing ? [inTest(undefined)] : []),
  ]);
}

/** A version of the same number may have a suffix that this one has not: the package is no later one. */
const isCurrent = ({ taskType }: Target, { version, versionCode }: TaskFirmware): Fragment =>
  taskType === rollback
    ? sql`${plain('e.software_version')} = ${plainOf(version)}`
    : sql`(${plain('e.software_version')} = ${plainOf(version)} or firmware_version_code(e.software_version) >= ${versionCode}::int)`;

function isTooOld({ minFromVersion, baseVersion, packageType }: TaskFirmware): Fragment {
  if (packageType === codes.PackageType.delta)
    return sql`${plain('e.software_version')} is distinct from ${plainOf(baseVersion ?? '')}`;
  if (minFromVersion === null) return sql`false`;
  return sql`coalesce(firmware_version_code(e.software_version), 0) < firmware_version_code(${minFromVersion})`;
}

const lacks = ({ dependencies }: TaskFirmware): Fragment =>
  dependencies.length === 0
    ? sql`false`
    : sql`(${sql.join(
        dependencies.map(
          ({ deviceType, minVersion }) => sql`not exists (select from veh_ecu o where o.vehicle_id = v.id
            and o.device_type = ${Number(deviceType)} and not o.deleted and firmware_version_code(o.software_version) >= firmware_version_code(${minVersion}))`,
        ),
        sql` or `,
      )})`;

const excluded = ({ excludeVins }: Target): Fragment =>
  excludeVins.length === 0
    ? sql`false`
    : sql`(v.vin = any(${texts(excludeVins)}) or coalesce(v.frame_no = any(${texts(excludeVins)}), false))`;

/** An execution that holds its part. */
export const isOpen = sql`(x.status <= 4 or x.status = 7 and x.next_time is not null) and not x.deleted`;

const busy = ({ taskId }: Target, { deviceType }: TaskFirmware): Fragment => sql`exists (
  select from ota_execution x where x.vehicle_id = v.id and x.device_type = ${deviceType} and ${isOpen}
    and x.task_id is distinct from ${taskId}::bigint)`;

interface Asked {
  readonly target: Target;
  readonly firmware: TaskFirmware;
  /** Whose vehicles: of the user who asks, or who made the task. */
  readonly scope: DataScope;
  readonly userId: string;
}

/** Every vehicle that a target names, as `judged (id, ecu_id, vin, vehicle_type_id, software_version, hardware_version, reason)`; null: it is reached. */
export function judged({ target, firmware, scope, userId }: Asked): Fragment {
  const visible = scopeWhere(vehicle, 'v', scope, userId);
  return sql`
    select v.id, e.id as ecu_id, coalesce(v.vin, v.frame_no) as vin, v.vehicle_type_id, e.software_version, e.hardware_version,
      case when ${excluded(target)} then 'excluded'
        when (${isSupported(target, firmware)}) is not true then 'unsupported'
        when ${isCurrent(target, firmware)} then 'current'
        when ${isTooOld(firmware)} then 'fromVersion'
        when ${lacks(firmware)} then 'dependency'
        when v.operation_status = 1 then 'inactive'
        when exists (select from veh_stolen_case c where c.vehicle_id = v.id and c.status in (0, 1, 2, 3) and not c.deleted) then 'stolen'
        when coalesce(s.recv_time < now() - interval '30 days', true) then 'offline'
        when ${busy(target, firmware)} then 'busy' end as reason
    from veh_vehicle v left join veh_ecu e on e.vehicle_id = v.id and e.device_type = ${firmware.deviceType} and not e.deleted
    left join veh_vehicle_status s on s.vehicle_id = v.id
    where not v.deleted and ${all([...named(target, firmware), ...(visible ? [visible] : [])])}`;
}

/** How many VINs of the target name no vehicle that the user sees; 0 where it names none. */
export function unknownVins({ target, scope, userId }: Asked): Fragment {
  if (target.targetMode !== vinList) return sql`0`;
  const visible = scopeWhere(vehicle, 'n', scope, userId);
  const seen = sql`not n.deleted and ${visible ?? sql`true`}`;
  return sql`(select count(*)::int from (${listed(target)}) l where not exists (select from veh_vehicle n where n.vin = l.vin and ${seen})
    and not exists (select from veh_vehicle n where n.frame_no = l.vin and ${seen}))`;
}
