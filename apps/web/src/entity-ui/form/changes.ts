import { formatInstant, parseInstant } from '@wheelhouse/contract';
import { isDerived, type EntityDef, type Row, type StoredField } from '@wheelhouse/entities';
import { isEmpty, sameValue } from '../model.ts';

/** Sections of an entity's form; without any, all its writable fields are one. */
export function formSections(
  entity: EntityDef,
): readonly { readonly title: { zh: string; en: string } | undefined; readonly names: readonly string[] }[] {
  if (entity.form !== undefined) return entity.form.map((section) => ({ title: section.title, names: section.fields }));
  return [
    { title: undefined, names: Object.keys(entity.fields).filter((name) => writable(entity, name) !== undefined) },
  ];
}

/** The stored field behind a name that a form may write. */
export function writable(entity: EntityDef, name: string): StoredField | undefined {
  const field = entity.fields[name];
  return field === undefined || isDerived(field) || field.readonly === true ? undefined : field;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Times that follow from another time of the form, or from now while that is empty; of all fields, or of those that follow from these. */
export function suggestedTimes(entity: EntityDef, values: Row, from?: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      if (field.kind !== 'instant' || field.suggested === undefined) return [];
      const { days, after } = field.suggested;
      if (from?.includes(after) === false) return [];
      const begin = values[after];
      const start = (typeof begin === 'string' ? parseInstant(begin) : undefined)?.getTime() ?? Date.now();
      const step = (field.step ?? 1) * minuteMs;
      return [[name, formatInstant(new Date(Math.floor((start + days * dayMs) / step) * step))]];
    }),
  );
}

/** What a new record starts with. */
export function defaultValues(entity: EntityDef): Record<string, unknown> {
  const defaults = Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) =>
      field.default === undefined || field.readonly === true ? [] : [[name, field.default]],
    ),
  );
  return { ...defaults, ...suggestedTimes(entity, {}) };
}

/** A copy gets these anew: times, and files, which belong to one record. */
const notCopied: ReadonlySet<StoredField['kind']> = new Set([
  'private',
  'date',
  'instant',
  'image',
  'images',
  'file',
  'files',
  'video',
  'audio',
]);

/** What a copy of a record starts with: its values, but what is one record's own, and disabled until somebody has looked at it. */
export function copyOf(entity: EntityDef, row: Row): Record<string, unknown> {
  const names = Object.keys(entity.fields).filter((name) => {
    const field = writable(entity, name);
    return field !== undefined && !notCopied.has(field.kind) && !field.unique;
  });
  const off = entity.machines?.['enabled'] === 'SM-Enable' ? { enabled: 0 } : {};
  return { ...storedValues(names, row), ...off };
}

/** The part of a stored record that a form edits. */
export const storedValues = (names: readonly string[], stored: Row): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, stored[name]]));

const cleaned = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : (value ?? null);

/** What an add sends: everything that was given. */
export const addInput = (names: readonly string[], values: Row): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => !isEmpty(cleaned(values[name]))).map((name) => [name, values[name]]));

/** What an update sends: changed fields only, null where one was cleared. `hidden` ones that have a value are cleared. */
export function updateInput(
  names: readonly string[],
  hidden: readonly string[],
  values: Row,
  stored: Row,
): Record<string, unknown> {
  const changed = names
    .filter((name) => !sameValue(cleaned(values[name]), stored[name]))
    .map((name) => [name, cleaned(values[name])] as const);
  const cleared = hidden.filter((name) => !isEmpty(stored[name])).map((name) => [name, null] as const);
  return Object.fromEntries([...changed, ...cleared]);
}

/** State of a field after somebody else saved. */
export interface Conflict {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Fields both sides changed differently. What only one side changed needs no question. */
export function conflictsOf(names: readonly string[], mine: Row, base: Row, theirs: Row): readonly Conflict[] {
  return names
    .filter(
      (name) =>
        !sameValue(cleaned(mine[name]), base[name]) &&
        !sameValue(base[name], theirs[name]) &&
        !sameValue(cleaned(mine[name]), theirs[name]),
    )
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }));
}

/** The form's values after a merge: mine where I changed something, theirs elsewhere. */
export const merged = (names: readonly string[], mine: Row, base: Row, theirs: Row): Record<string, unknown> =>
  Object.fromEntries(
    names.map((name) => [name, sameValue(cleaned(mine[name]), base[name]) ? theirs[name] : mine[name]]),
  );
