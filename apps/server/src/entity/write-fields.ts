import type { EntityDef } from '@wheelhouse/entities/define';

const raw = new WeakMap<EntityDef, readonly string[]>();

/** Fields of a row as rules, hooks and the log see it: all but counts of other rows. */
export function rawFields(entity: EntityDef): readonly string[] {
  const known = raw.get(entity);
  if (known) return known;
  const own = Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind !== 'count');
  const names = ['id', 'rev', 'createTime', 'updateTime', 'createBy', 'updateBy', ...own];
  raw.set(entity, names);
  return names;
}
