import { alarm } from './alarms/alarm.ts';
import { alarmLog } from './alarms/alarm-log.ts';
import { alarmRule } from './alarms/alarm-rule.ts';
import { faultReport } from './alarms/fault-report.ts';
import type { FunctionCode } from './access/actions.ts';
import { consoleQa } from './access/console-qa.ts';
import { dashboardLayout } from './access/dashboard-layout.ts';
import { dealerUser } from './access/dealer-user.ts';
import { itemCode } from './access/item-code.ts';
import { loginLog, operationLog, sensitiveAccessLog } from './access/logs.ts';
import { area, fileObject, frontErrorLog, sysFunction } from './access/registers.ts';
import { organization } from './access/organization.ts';
import { savedView } from './access/saved-view.ts';
import { sysRole } from './access/sys-role.ts';
import { sysUser } from './access/sys-user.ts';
import type { CallName, EntityDef } from './define.ts';
import { isDerived, type Field, type StoredField } from './fields.ts';
import { fieldLabels } from './labels.ts';
import type { Text } from '@wheelhouse/contract';
import { appUser } from './support/app-user.ts';
import { dealer } from './support/dealer.ts';
import { dealerStaff } from './support/dealer-staff.ts';
import { replacementRecord } from './support/replacement-record.ts';
import { battery } from './vehicles/battery.ts';
import { batteryBinding } from './vehicles/battery-binding.ts';
import { batteryPending } from './vehicles/battery-pending.ts';
import { bindingLog } from './vehicles/binding-log.ts';
import { vehicleControlLog } from './vehicles/control-command.ts';
import { debugCommand } from './vehicles/debug-command.ts';
import { debugRecord } from './vehicles/debug-record.ts';
import { debugSession } from './vehicles/debug-session.ts';
import { ecu } from './vehicles/ecu.ts';
import { stolenCase } from './vehicles/stolen-case.ts';
import { stolenNote } from './vehicles/stolen-note.ts';
import { unbindApplication } from './vehicles/unbind-application.ts';
import { ecuVersion } from './vehicles/ecu-version.ts';
import { soundEffect } from './vehicles/sound-effect.ts';
import { mileageDay } from './vehicles/mileage-day.ts';
import { trip } from './vehicles/trip.ts';
import { vehicle } from './vehicles/vehicle.ts';
import { vehicleBinding } from './vehicles/vehicle-binding.ts';
import { vehicleImage } from './vehicles/vehicle-image.ts';
import { vehicleSeries } from './vehicles/vehicle-series.ts';
import { vehicleStatus } from './vehicles/vehicle-status.ts';
import { vehicleType } from './vehicles/vehicle-type.ts';
import { vehicleXp } from './vehicles/vehicle-xp.ts';
import { virtualVin } from './vehicles/virtual-vin.ts';
import { xpSyncLog } from './vehicles/xp-sync-log.ts';

/** Every entity, by model name. A new one is added here, one line. */
export const entities = {
  organization,
  sysUser,
  dealerUser,
  sysRole,
  consoleQa,
  itemCode,
  savedView,
  dashboardLayout,
  loginLog,
  operationLog,
  sensitiveAccessLog,
  sysFunction,
  area,
  fileObject,
  frontErrorLog,
  vehicleSeries,
  vehicleType,
  vehicleImage,
  vehicle,
  vehicleStatus,
  ecu,
  battery,
  batteryBinding,
  batteryPending,
  ecuVersion,
  soundEffect,
  virtualVin,
  vehicleXp,
  xpSyncLog,
  vehicleBinding,
  bindingLog,
  vehicleControlLog,
  debugCommand,
  debugRecord,
  debugSession,
  dealer,
  dealerStaff,
  appUser,
  replacementRecord,
  trip,
  mileageDay,
  alarm,
  alarmLog,
  faultReport,
  alarmRule,
  stolenCase,
  stolenNote,
  unbindApplication,
} as const;
export type EntityName = keyof typeof entities;

/** An entity as the engine reads it: of the types of its definition only the name is left, by which `RowFor` knows its rows. */
export type Named<Name extends string> = EntityDef & { readonly name: Name };

/** Forgets an entity's own field names; safe because the engine only reads definitions. */
export function plain<const Name extends string>(entity: { readonly name: Name }): Named<Name> {
  return entity as Named<Name>;
}

/** An entity by model name, without its own field types; own names only (`__proto__` is none). */
export function entityOf(name: string): EntityDef | undefined {
  return Object.hasOwn(entities, name) ? plain(entities[name as EntityName]) : undefined;
}

/** An entity that must exist: a definition that names an unknown one is a programming error. */
export function entityNamed<const Name extends string>(name: Name): Named<Name>;
export function entityNamed(name: string): EntityDef {
  const found = entityOf(name);
  if (!found) throw new Error(`No entity ${name}`);
  return found;
}

const commonLabels: Readonly<Record<string, Text>> = {
  id: { zh: '编号', en: 'ID' },
  createTime: { zh: '创建时间', en: 'Created' },
  updateTime: { zh: '更新时间', en: 'Updated' },
  createBy: { zh: '创建人', en: 'Created by' },
  updateBy: { zh: '更新人', en: 'Updated by' },
  rev: { zh: '版本号', en: 'Revision' },
};

/** Label of a field: its own, that of the field it looks up, else the default one of its name. */
export function labelOf(entity: EntityDef, name: string): Text {
  const field = entity.fields[name];
  if (field?.label) return field.label;
  const known = (fieldLabels as Readonly<Record<string, Text>>)[name] ?? commonLabels[name];
  if (known) return known;
  const target = field && isDerived(field) ? derivedTarget(entity, field) : undefined;
  if (target) return labelOf(target.entity, target.name);
  throw new Error(`No label for ${entity.name}.${name}`);
}

/** Entity and field that a lookup or joined field shows. */
export function derivedTarget(entity: EntityDef, field: Field): { entity: EntityDef; name: string } | undefined {
  if (field.kind === 'joined') return { entity: entityNamed(field.of), name: field.field };
  if (field.kind === 'lookup') {
    const via = entity.fields[field.via];
    if (via?.kind !== 'ref') throw new Error(`${entity.name}: lookup via ${field.via}, which is no reference`);
    return { entity: entityNamed(via.to), name: field.field };
  }
  return undefined;
}

/** The stored field whose kind decides how a field is shown and filtered; counts are integers. */
export function shownAs(entity: EntityDef, name: string): StoredField {
  if (name === 'createTime' || name === 'updateTime') return { kind: 'instant' };
  if (name === 'createBy' || name === 'updateBy') return { kind: 'ref', to: 'sysUser' };
  if (name === 'id') return { kind: 'text' };
  if (name === 'rev') return { kind: 'int' };
  const field = entity.fields[name];
  if (!field) throw new Error(`No field ${entity.name}.${name}`);
  if (!isDerived(field)) return field;
  if (field.kind === 'count') return { kind: 'int' };
  if (field.kind === 'computed') return field.as;
  const target = derivedTarget(entity, field);
  if (!target) throw new Error(`No target for ${entity.name}.${name}`);
  return shownAs(target.entity, target.name);
}

/** Whether a field says which of the platform's people did something: dealers do not know them. Rows of `open` calls are one's own. */
export function namesStaff(entity: EntityDef, name: string): boolean {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const target = field && derivedTarget(entity, field);
  if (target?.entity.name === 'sysUser') return entity.name !== 'sysUser';
  const shown = shownAs(entity, name);
  return entity.open === undefined && shown.kind === 'ref' && shown.to === 'sysUser';
}

/** Name of the answer's key with the title of what a reference or area field points to: `dealerId` → `dealerName`. */
export function nameKey(name: string): string {
  return name.endsWith('Id') ? `${name.slice(0, -2)}Name` : `${name}Name`;
}

/** Fields a form may send in add or update. */
export function writableFields(entity: EntityDef): string[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => !field.readonly && !isDerived(field))
    .map(([name]) => name);
}

const buttonOfCall: Readonly<Record<CallName, string>> = {
  list: 'query',
  detail: 'query',
  add: 'add',
  update: 'edit',
  batchDelete: 'delete',
  enable: 'enable',
  shelf: 'shelf',
  import: 'import',
  importTemplate: 'import',
  export: 'export',
};

/** Function code that guards a standard call of an entity. */
export function codeOfCall(entity: EntityDef, call: CallName): FunctionCode | 'login' {
  if (entity.open?.includes(call)) return 'login';
  // The tests of the registry compare every code with the function tree.
  return entity.buttons?.[call] ?? (`${entity.page}.${buttonOfCall[call]}` as FunctionCode);
}

/** Path of a standard call of an entity. */
export function pathOfCall(entity: EntityDef, call: CallName): string {
  return `${entity.base}/${entity.callPaths?.[call] ?? call}`;
}
