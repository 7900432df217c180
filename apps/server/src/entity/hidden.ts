import type { EntityDef } from '@wheelhouse/entities/define';
import { derivedTarget, inBothLanguages, namesStaff } from '@wheelhouse/entities/registry';
import type { CallContext, SessionUser } from '../http/context.ts';

/** Whether a user holds a function or data right. */
export function holds(user: SessionUser, right: string): boolean {
  return user.isAdmin || user.functions.has(right);
}

/** Dealers do not see names of platform staff; they see their own staff. */
export function knowsStaff(user: SessionUser): boolean {
  return user.userType === 1;
}

const platform = { zh: '平台', en: 'Platform' } as const;

/** Name of an actor as a user may see it: a dealer sees its own staff by name, everybody else as the platform. */
export function nameFor(
  { user, lang }: Pick<CallContext, 'user' | 'lang'>,
  person: { readonly id: string; readonly dealerId: string | null; readonly name: string | null },
): string | null {
  const isOwn = person.id === user.id || (person.dealerId !== null && person.dealerId === user.dealerId);
  return isOwn || knowsStaff(user) ? person.name : platform[lang];
}

interface Guard {
  /** Data rights of which each is needed. */
  readonly rights: readonly string[];
  /** The field names a user of the console. */
  readonly namesStaff: boolean;
}

const guards = new WeakMap<EntityDef, Map<string, Guard>>();
const common = new Set(['id', 'rev', 'createTime', 'updateTime', 'createBy', 'updateBy']);

/** Data rights of a field: those of its definition, and those of the field of another record that it shows. */
function guardOf(entity: EntityDef, name: string): Guard {
  const known = guards.get(entity) ?? new Map<string, Guard>();
  guards.set(entity, known);
  const guard = known.get(name) ?? readGuard(entity, name);
  known.set(name, guard);
  return guard;
}

function readGuard(entity: EntityDef, name: string): Guard {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (field === undefined && !common.has(name)) return { rights: [], namesStaff: false };
  const target = field && derivedTarget(entity, field);
  const further = target && guardOf(target.entity, target.name);
  return {
    rights: [...(field?.right === undefined ? [] : [field.right]), ...(further?.rights ?? [])],
    namesStaff: namesStaff(entity, name),
  };
}

/**
 * Whether a field is left out of every answer to a user: they lack a data right it needs, or it names one of the platform's people, whom dealers
 * do not know.
 */
export function isHidden(entity: EntityDef, name: string, user: SessionUser): boolean {
  const guard = guardOf(entity, name);
  return (guard.namesStaff && !knowsStaff(user)) || guard.rights.some((right) => !holds(user, right));
}

/** Visible fields of each user, cached until the rights change. */
const choices = new WeakMap<SessionUser, Map<string, readonly string[]>>();

/** Always the same array, so that caches by array work. */
function chosen(user: SessionUser, key: string, choose: () => readonly string[]): readonly string[] {
  const known = choices.get(user) ?? new Map<string, readonly string[]>();
  choices.set(user, known);
  const names = known.get(key) ?? choose();
  known.set(key, names);
  return names;
}

/** Whether every user receives a field. */
export function isForEverybody(entity: EntityDef, name: string): boolean {
  const guard = guardOf(entity, name);
  return !guard.namesStaff && guard.rights.length === 0;
}

/** Fields a list answers: its columns, what names a record, what it adds for links, and the states its actions depend on. */
export function listNames(entity: EntityDef): readonly string[] {
  const shown = [...entity.list.columns, ...(entity.list.also ?? []), ...entity.title];
  const names = new Set(shown.flatMap((name) => inBothLanguages(entity.fields, name)));
  if (!entity.keyedBy) names.add('id').add('rev');
  for (const action of Object.values(entity.actions ?? {}))
    for (const name of Object.keys(action.from ?? {})) names.add(name);
  for (const name of Object.keys(entity.machines ?? {})) names.add(name);
  return [...names];
}

/** Every field of an entity. */
export const allNames = ({ fields, keyedBy }: EntityDef): readonly string[] => [
  ...(keyedBy ? [] : common),
  ...Object.keys(fields),
];

/** Of the fields a list answers those that the user may see. */
export const listFields = (entity: EntityDef, user: SessionUser): readonly string[] =>
  chosen(user, `${entity.name} list`, () => listNames(entity).filter((name) => !isHidden(entity, name, user)));

/** Every field of an entity that the user may see. */
export const allFields = (entity: EntityDef, user: SessionUser): readonly string[] =>
  chosen(user, entity.name, () => allNames(entity).filter((name) => !isHidden(entity, name, user)));
