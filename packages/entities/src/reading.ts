import type { Text } from '@wheelhouse/contract';
import type { FunctionCode } from './access/actions.ts';
import type { CallName, EntityDef } from './define.ts';
import { isDerived, type Field, type StoredField } from './fields.ts';
import { commonMachines } from './machines/common.ts';
import type { Machine } from './machines/types.ts';

/** What a field that shows a value of another record reads of that record's entity. */
export type ShownEntity = Pick<EntityDef, 'name' | 'title' | 'fields'>;

/** What definitions name without carrying it: labels of fields, entities whose values they show, machines. */
export interface Known {
  readonly labels: Readonly<Record<string, Text>>;
  readonly entities: Readonly<Record<string, ShownEntity>>;
  /** Names that all domains use are always loaded. */
  readonly machines: Readonly<Record<string, Machine>>;
}

const labels = new Map<string, Text>();
const shown = new Map<string, ShownEntity>();
const machines = new Map<string, Machine>(Object.entries(commonMachines));

/**
 * Makes names known that definitions use. The registry does so for all of them; in the console each domain brings what its own definitions
 * name (`apps/web/build/domains.ts`), so an entity may come in parts.
 */
export function know({ labels: more, entities, machines: further }: Known): void {
  for (const [name, label] of Object.entries(more)) labels.set(name, label);
  for (const [name, entity] of Object.entries(entities)) {
    const fields = { ...shown.get(name)?.fields, ...entity.fields };
    shown.set(name, { name, title: entity.title, fields });
  }
  for (const [name, machine] of Object.entries(further)) machines.set(name, machine);
}

/** A machine by name. @throws Error when nothing that is loaded has it */
export function machineNamed(name: string): Machine {
  const found = machines.get(name);
  if (!found) throw new Error(`No machine ${name}`);
  return found;
}

/** An entity whose values another one shows. @throws Error when nothing that is loaded shows one */
export function shownEntity(name: string): ShownEntity {
  const found = shown.get(name);
  if (!found) throw new Error(`No entity ${name}`);
  return found;
}

/** An entity as the engine reads it: of the types of its definition only the name is left, by which `RowFor` knows its rows. */
export type Named<Name extends string> = EntityDef & { readonly name: Name };

/** Forgets an entity's own field names; safe because the engine only reads definitions. */
export function plain<const Name extends string>(entity: { readonly name: Name }): Named<Name> {
  return entity as Named<Name>;
}

const commonLabels: Readonly<Record<string, Text>> = {
  id: { zh: '编号', en: 'ID' },
  createTime: { zh: '创建时间', en: 'Created' },
  updateTime: { zh: '更新时间', en: 'Updated' },
  createBy: { zh: '创建人', en: 'Created by' },
  updateBy: { zh: '更新人', en: 'Updated by' },
  rev: { zh: '版本号', en: 'Revision' },
};

/** Default label of a field's name; undefined when it has none. */
export const labelNamed = (name: string): Text | undefined => labels.get(name) ?? commonLabels[name];

/** Label of a field that is no entity's: of an action's input, of a column of rows. */
export const inputLabel = (name: string, field: Pick<Field, 'label'>): Text =>
  field.label ?? labelNamed(name) ?? { zh: name, en: name };

/** Label of a field: its own, the default one of its name, else that of the field it shows. */
export function labelOf(entity: ShownEntity, name: string): Text {
  const field = entity.fields[name];
  if (field?.label) return field.label;
  const known = labelNamed(name);
  if (known) return known;
  const target = field && isDerived(field) ? shownTarget(entity, field) : undefined;
  if (target) return labelOf(target.entity, target.name);
  throw new Error(`No label for ${entity.name}.${name}`);
}

/** Entity and field that a lookup or joined field shows. */
export function shownTarget(
  entity: ShownEntity,
  field: Field,
): { readonly entity: ShownEntity; readonly name: string } | undefined {
  if (field.kind === 'joined') return { entity: shownEntity(field.of), name: field.field };
  if (field.kind === 'lookup') {
    const via = entity.fields[field.via];
    if (via?.kind !== 'ref') throw new Error(`${entity.name}: lookup via ${field.via}, which is no reference`);
    return { entity: shownEntity(via.to), name: field.field };
  }
  return undefined;
}

/** The stored field whose kind decides how a field is shown and filtered; counts are integers. */
export function shownAs(entity: ShownEntity, name: string): StoredField {
  if (name === 'createTime' || name === 'updateTime') return { kind: 'instant' };
  if (name === 'createBy' || name === 'updateBy') return { kind: 'ref', to: 'sysUser' };
  if (name === 'id') return { kind: 'text' };
  if (name === 'rev') return { kind: 'int' };
  const field = entity.fields[name];
  if (!field) throw new Error(`No field ${entity.name}.${name}`);
  if (!isDerived(field)) return field;
  if (field.kind === 'count') return { kind: 'int' };
  if (field.kind === 'computed') return field.as;
  const target = shownTarget(entity, field);
  if (!target) throw new Error(`No target for ${entity.name}.${name}`);
  return shownAs(target.entity, target.name);
}

/** Whether a field says which of the platform's people did something: dealers do not know them. Rows of `open` calls are one's own. */
export function namesStaff(entity: EntityDef, name: string): boolean {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const target = field && shownTarget(entity, field);
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
  sort: 'edit',
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

/** A field and, of a bilingual one, the field with the same in English. */
export function inBothLanguages(fields: Readonly<Record<string, Field>>, name: string): readonly string[] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && 'english' in field && field.english !== undefined ? [name, field.english] : [name];
}
