import { holdsPart } from './rows.ts';
import { openCases } from '../../fleet/shared/service.ts';
import { inCodes } from '../../../db/in-codes.ts';
import { listOf, textOrNull } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { scopeWhere } from '../../../entity/scope.ts';
import type { DataScope } from '../../../http/context.ts';
import { vehiclesWhere } from '../../audience/service.ts';
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
    productionFrom: textOrNull(productionFrom),
    productionTo: textOrNull(productionTo),
    tagIds: listOf(tagIds),
    vinFile: textOrNull(vinFile),
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
    vehiclesWhere({ vehicleTypeIds: models, dealerIds, cityCodes, tagIds }),
    ...(fromVersions.length > 0 ? [sql`k.software_version = any(${texts(fromVersions)})`] : []),
    ...(hardwareVersions.length > 0 ? [sql`k.hardware_version = any(${texts(hardwareVersions)})`] : []),
    ...(productionFrom === null ? [] : [sql`v.production_date >= ${productionFrom}::date`]),
    ...(productionTo === null ? [] : [sql`v.production_date <= ${productionTo}::date`]),
  ];
}

/** What is asked of the vehicles `v` that the target names, whether they can be updated or not. */
function named(target: Target, firmware: TaskFirmware): readonly Fragment[] {
  if (target.targetMode === conditions) return byConditions(target, firmware);
  return target.targetMode === vinList ? [] : [inTest(target.testGroups)];
}

/**
 * Where they come from: each vehicle of the list `listed` once, found by its number. A frame no. has a shape of its own. `offset` keeps one look-up
 * a number: a join in the order of the numbers would read the whole fleet.
 */
const source = ({ targetMode }: Target): Fragment =>
  targetMode === vinList
    ? sql`(select n.* from listed l, lateral (select * from veh_vehicle n where n.vin = l.vin and not n.deleted offset 0) n
        union all select n.* from listed l join veh_vehicle n on n.frame_no = l.vin and not n.deleted
          where l.vin ~ '^[0-9]{15}$' and not exists (select from listed o where o.vin = n.vin))`
    : sql`veh_vehicle`;

/** Of a version of the first platform, the day and the number of the day: what comes later is above. Null for any other version. */
const oldPlace = sql.raw(`(substring(k.software_version from '^[A-Z0-9]{2,8}_(\\d{8}_[A-Z]\\d{2})$') collate "C")`);
const placeOf = (version: string): Fragment => sql`(${version.slice(version.indexOf('_') + 1)}::text collate "C")`;

/** A version of the first platform begins with the part's model; a version that says no model stands for any. */
const isOfModel = ({ version }: TaskFirmware): Fragment =>
  sql`(${oldPlace} is null or split_part(k.software_version, '_', 1) = ${version.split('_', 1)[0] ?? ''})`;

/** Over the kind `k` of parts that are alike. */
function isSupported(firmware: TaskFirmware): Fragment {
  const { generation, partModel, hardwareVersions, vehicleTypeIds } = firmware;
  const isOfType = sql`k.vehicle_type_id = any(${keys(vehicleTypeIds)})`;
  if (generation === codes.OtaGeneration.old) return all([isOfType, isOfModel(firmware)]);
  return all([
    isOfType,
    sql`(k.model is null or k.model = ${partModel})`,
    sql`(k.hardware_version is null or k.hardware_version = any(${texts(hardwareVersions)}))`,
  ]);
}

/** A test reaches vehicles of the test groups alone, however they are named. */
const isLeftOut = ({ taskType }: Target, { generation, status }: TaskFirmware): Fragment =>
  taskType === test || (generation === codes.OtaGeneration.new && status === testing)
    ? sql`not (${inTest(undefined)})`
    : sql`false`;

/** A version with a suffix is below the plain one of the same number, as for what counts as upgradable (`ota_part_target`). */
function isCurrent({ taskType }: Target, { generation, version, versionCode }: TaskFirmware): Fragment {
  if (generation === codes.OtaGeneration.old)
    return sql`(k.software_version = ${version} or coalesce(${oldPlace} >= ${placeOf(version)}, false))`;
  if (taskType === rollback) return sql`${plain('k.software_version')} = ${plainOf(version)}`;
  const code = sql`firmware_version_code(k.software_version)`;
  const isSame = version.includes('-')
    ? sql`${code} = ${versionCode}::int`
    : sql`${code} = ${versionCode}::int and k.software_version !~ '-'`;
  return sql`(${plain('k.software_version')} = ${plainOf(version)} or ${code} > ${versionCode}::int or ${isSame})`;
}

function isTooOld({ minFromVersion, baseVersion, packageType }: TaskFirmware): Fragment {
  if (packageType === codes.PackageType.delta)
    return sql`${plain('k.software_version')} is distinct from ${plainOf(baseVersion ?? '')}`;
  if (minFromVersion === null) return sql`false`;
  return sql`coalesce(firmware_version_code(k.software_version), 0) < firmware_version_code(${minFromVersion})`;
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

/** Those whose part another task holds. */
const taken = ({ taskId }: Target, { deviceType }: TaskFirmware): Fragment => sql`
  select x.vehicle_id from ota_execution x where x.device_type = ${deviceType} and ${holdsPart('x')} and x.task_id is distinct from ${taskId}::bigint`;

interface Asked {
  readonly target: Target;
  readonly firmware: TaskFirmware;
  /** Whose vehicles: of the user who asks, or who made the task. */
  readonly scope: DataScope;
  readonly userId: string;
  /** Of these alone, over the alias `v`. */
  readonly among?: Fragment;
}

/**
 * Every vehicle that a target names, as `judged (id, ecu_id, vin, frame_no, vehicle_type_id, software_version, hardware_version, reason)`; null: it is reached.
 * What follows from a part alone is decided once for all parts that are alike (`ota_part_kind`): there are some hundred kinds of them.
 */
export function judged({ target, firmware, scope, userId, among }: Asked): Fragment {
  const visible = scopeWhere(vehicle, 'v', scope, userId);
  return sql`
    with ${target.targetMode === vinList ? sql`listed as materialized (${listed(target)}), ` : sql``}kinds as materialized (
      select k.id, k.software_version, k.hardware_version, case when (${isSupported(firmware)}) is not true then 'unsupported'
        when ${isCurrent(target, firmware)} then 'current' when ${isTooOld(firmware)} then 'fromVersion' end as reason
      from ota_part_kind k where k.device_type = ${firmware.deviceType})
    select v.id, e.id as ecu_id, coalesce(v.vin, v.frame_no) as vin, v.frame_no, v.vehicle_type_id, k.software_version, k.hardware_version,
      case when ${excluded(target)} then 'excluded'
        when k.id is null or ${isLeftOut(target, firmware)} then 'unsupported'
        when k.reason is not null then k.reason
        when ${lacks(firmware)} then 'dependency'
        when ${isTrue('stopped', 'v')} then 'inactive'
        when v.id in (select c.vehicle_id from veh_stolen_case c where c.status ${inCodes(openCases)} and not c.deleted) then 'stolen'
        when coalesce(s.recv_time < now() - interval '30 days', true) then 'offline'
        when b.vehicle_id is not null then 'busy' end as reason
    from ${source(target)} v left join veh_ecu e on e.vehicle_id = v.id and e.device_type = ${firmware.deviceType} and not e.deleted
    left join kinds k on k.id = e.kind_id left join veh_vehicle_status s on s.vehicle_id = v.id
    left join (${taken(target, firmware)}) b on b.vehicle_id = v.id
    where not v.deleted and ${all([...named(target, firmware), ...(visible ? [visible] : []), ...(among ? [among] : [])])}`;
}

/** How many VINs of the target name none of the vehicles `j`, which are `judged`; 0 where it names none. */
export const unknownVins = ({ target }: Asked): Fragment =>
  target.targetMode === vinList
    ? sql`(select count(*)::int from (${listed(target)}) l
        where not exists (select from j where j.vin = l.vin) and not exists (select from j where j.frame_no = l.vin))`
    : sql`0`;

/** A list is read once; a million vehicles are counted without keeping them. */
export const kept = ({ target }: Asked): Fragment =>
  target.targetMode === vinList ? sql`materialized` : sql`not materialized`;
