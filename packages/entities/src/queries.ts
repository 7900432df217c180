import type { Operator } from '@wheelhouse/contract/list-query';
import type { EntityDef, HiddenOperator } from './define.ts';
import { isDerived, type Field, type StoredField } from './fields.ts';
import { shownAs } from './reading.ts';

/** Who asks: a page's list, export or map, or the generic `/rest/r`, which also takes the entity's own indexed fields. */
export type Asking = 'list' | 'rest';

/** Operators on the wire by what a definition says. Each includes `eq`; a sealed value is compared by nothing else. */
const wire: Readonly<Record<HiddenOperator, readonly Operator[]>> = {
  eq: ['eq'],
  like: ['eq', 'like'],
  range: ['eq', 'ge', 'le'],
  in: ['eq', 'in'],
  ne: ['eq', 'ne'],
  null: ['eq', 'null'],
};

/** Every list may be narrowed by these: the key, and two times that have an index. */
export const ofEveryList: Readonly<Record<string, readonly HiddenOperator[]>> = {
  id: ['eq', 'in', 'ne'],
  createTime: ['range'],
  updateTime: ['range'],
};

const ordered = new Set<Field['kind']>(['int', 'decimal', 'money', 'date', 'instant', 'dict']);

/** What `/rest/r` takes of a field that no filter names: those with an index of their own or first in a unique group's, and references. */
function indexedOperators(entity: EntityDef, name: string): readonly HiddenOperator[] {
  const field = entity.fields[name];
  if (!field || isDerived(field) || field.right !== undefined || field.kind === 'private') return [];
  if (field.kind === 'ref') return ['in', 'null'];
  if (!field.index && !field.unique && !entity.uniqueTogether?.some(([first]) => first === name)) return [];
  if (field.kind === 'instant') return ['range', 'null'];
  return ordered.has(field.kind) ? ['in', 'null', 'range'] : ['in', 'null'];
}

/** The field's own name for a name that a query or form may use. */
export function fieldNamed(entity: EntityDef, name: string): string {
  const alias = entity.aliases && Object.hasOwn(entity.aliases, name) ? entity.aliases[name] : undefined;
  return alias === undefined ? name : typeof alias === 'string' ? alias : alias.field;
}

/** The field that a condition on `name` compares in the end, where it is one. */
export function comparedAs(entity: EntityDef, name: string): StoredField | undefined {
  const known = Object.hasOwn(entity.fields, name) || (!entity.keyedBy && Object.hasOwn(ofEveryList, name));
  return known ? shownAs(entity, name) : undefined;
}

/** True for a value that is sealed at rest, also where another entity looks it up. */
export function isSealed(entity: EntityDef, name: string): boolean {
  return comparedAs(entity, name)?.kind === 'private';
}

/** Operators that a query may use on a field, by the field's own name; empty: it is no filter. */
export function operatorsOf(entity: EntityDef, name: string, asking: Asking): ReadonlySet<Operator> {
  const { filters, hiddenFilters } = entity.list;
  const own = (of: object | undefined): readonly HiddenOperator[] =>
    of !== undefined && Object.hasOwn(of, name)
      ? [(of as Record<string, HiddenOperator | HiddenOperator[]>)[name] ?? []].flat()
      : [];
  const declared = [...own(filters), ...own(hiddenFilters), ...(entity.keyedBy ? [] : own(ofEveryList))];
  if (name === 'keyword' && entity.list.keyword) return new Set(['eq', 'like']);
  if (declared.length > 0 && isSealed(entity, name)) return new Set(['eq']);
  if (asking === 'rest' && Object.hasOwn(entity.fields, name)) declared.push(...indexedOperators(entity, name));
  return new Set(declared.flatMap((operator) => wire[operator]));
}
