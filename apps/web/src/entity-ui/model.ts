import {
  isDerived,
  nameKey,
  pathOfCall,
  type CallName,
  type EntityDef,
  type Row,
  type StoredField,
} from '@wheelhouse/entities';
import type { Text } from '../i18n/lang.ts';
import { unsigned } from '@wheelhouse/entities/rich-text';
import type { PublishableCall } from '@wheelhouse/entities/publishable';
import type { EntityPath, KnownPath } from '../api/paths.ts';

/** A record as the server sends it: the fields this user may see, names of references beside their ids. */
export type EntityRow = Row & { readonly id: string };

/** Path of a standard call, as the API client wants it. */
export const callPath = <const C extends CallName>(entity: EntityDef, call: C): EntityPath<C> =>
  pathOfCall(entity, call) as EntityPath<C>;

/** Path of a call under an entity's base: of an action unless it says otherwise. */
export const pathUnder = <C extends 'action' | 'counters' | 'estimate' | 'list' | 'may' | PublishableCall = 'action'>(
  entity: Pick<EntityDef, 'base'>,
  path: string,
): EntityPath<C> => `${entity.base}/${path}` as EntityPath<C>;

export const basePath = (entity: EntityDef): KnownPath => entity.base as KnownPath;

export const hasCall = (entity: EntityDef, call: CallName): boolean => entity.calls.includes(call);

/** A value as text; '' when there is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What an empty value of a field stands for; undefined for none at all, and where the record does not have the field. */
export const emptyText = (field: StoredField, row: Row): Text | undefined =>
  field.visible === undefined || field.visible(row) ? field.empty : undefined;

/** Equal on the wire: codes come as numbers or strings, empty is empty, addresses of files are signed anew each hour. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (typeof a === 'object' || typeof b === 'object')
    return JSON.stringify(plainValue(a)) === JSON.stringify(plainValue(b));
  return unsigned(String(a ?? '')) === unsigned(String(b ?? ''));
}

const plainValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'number' ? String(item) : item)) : value;

/** Name of what a reference or area field points to, as the answer carries it. */
export const refName = (row: Row, name: string): string | undefined => textOf(row[nameKey(name)]) || undefined;

const orderedKinds: ReadonlySet<string> = new Set([
  'int',
  'decimal',
  'money',
  'date',
  'instant',
  'dict',
  'flag',
  'area',
  'text',
]);

/** Whether lists may be ordered by a field: only columns whose index gives the order stay fast at any size. */
export function isSortable(entity: EntityDef, name: string): boolean {
  if (name === 'createTime' || name === 'updateTime' || name === 'id') return true;
  const field = entity.fields[name];
  if (field === undefined || isDerived(field) || !orderedKinds.has(field.kind)) return false;
  const filter = entity.list.filters[name] ?? [];
  return (
    field.index === true || filter === 'range' || filter.includes('range') || entity.list.order.startsWith(`${name} `)
  );
}
