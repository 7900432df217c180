import type { EntityDef } from '@wheelhouse/entities/define';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import type { DataScope } from '../http/context.ts';
import { snake } from './storage.ts';

export type Fragment = RawBuilder<unknown>;
const never = sql`false`;

/** `alias.column` with names that come from definitions only. */
export function column(alias: string, name: string): Fragment {
  return sql.raw(`${alias}.${name}`);
}

/** Condition on the field at the end of a path through references, as nested semi-joins. */
function alongPath(
  entity: EntityDef,
  alias: string,
  path: string,
  leaf: (at: Fragment) => Fragment,
  depth = 0,
): Fragment {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return leaf(column(alias, snake(first)));
  const field = entity.fields[first];
  if (field?.kind !== 'ref')
    throw new Error(`${entity.name}: scope path ${path} leaves by ${first}, which is no reference`);
  const target = entityNamed(field.to);
  const next = `sc${depth}`;
  return sql`${column(alias, snake(first))} in (select ${sql.raw(next)}.id from ${sql.raw(target.table)} ${sql.raw(next)} where ${alongPath(target, next, rest.join('.'), leaf, depth + 1)})`;
}

const below = (path: string) =>
  sql`(select o.code from sys_organization o where o.path like ${`${path.replace(/[\\%_]/g, '\\$&')}%`})`;

/**
 * Rows of an entity that a data scope shows, as a condition over `alias`; undefined when it shows all.
 * Parts of a scope add up; a part that the entity has no path for shows nothing.
 */
export function scopeWhere(entity: EntityDef, alias: string, scope: DataScope, userId: string): Fragment | undefined {
  const paths = entity.scope;
  if (scope.kind === 'all' || !paths) return undefined;
  const parts: Fragment[] = [];
  const { dealerId, cityIds, organizationPath } = scope;
  if (dealerId !== undefined && paths.dealer)
    parts.push(alongPath(entity, alias, paths.dealer, (at) => sql`${at} = ${dealerId}`));
  if (cityIds)
    for (const path of [paths.city ?? []].flat())
      parts.push(alongPath(entity, alias, path, (at) => sql`${at} = any(${[...cityIds]}::text[])`));
  if (organizationPath !== undefined) {
    if (paths.organization)
      parts.push(alongPath(entity, alias, paths.organization, (at) => sql`${at} in ${below(organizationPath)}`));
    if (!entity.keyedBy)
      parts.push(
        sql`${column(alias, 'create_by')} in (select u.id from sys_user u where u.organization_code in ${below(organizationPath)})`,
      );
  }
  if (scope.own && !entity.keyedBy) parts.push(sql`${column(alias, 'create_by')} = ${userId}`);
  return parts.length === 0 ? never : sql`(${sql.join(parts, sql` or `)})`;
}
