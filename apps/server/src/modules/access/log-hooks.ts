import { escapeLike, likeText } from '@wheelhouse/contract';
import { objectText } from '@wheelhouse/entities/access/log-objects';
import { actionText, channelText, outcomeText, pageText, seenText } from '@wheelhouse/entities/access/log-texts';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, entityOf, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { column, type Fragment } from '../../entity/scope.ts';
import { isNormalised, keyColumn, snake } from '../../entity/storage.ts';
import type { HooksOf } from '../../entity/hooks.ts';

const anyOf = (parts: readonly Fragment[]): Fragment => sql`(${sql.join(parts, sql` or `)})`;

/** Rows of users whose name or username contains the text. */
function byPerson(alias: string, typed: string): Fragment[] {
  const part = `%${escapeLike(typed)}%`;
  return [
    sql`replace(${column(alias, 'username')}, ' ', '') ilike ${part}`,
    sql`${column(alias, 'user_id')} = any(array(select id from sys_user where replace(real_name, ' ', '') ilike ${part}))`,
  ];
}

/** Text keys by which people know a record, each with an index; not those that are sealed or need a data right of their own. */
function keysOf(entity: EntityDef): string[] {
  return (entity.list.keyword?.eq ?? []).filter((name) => {
    const field = entity.fields[name];
    return field?.kind === 'text' && field.right === undefined;
  });
}

const known = Object.values(entities)
  .map(plain)
  .map((entity) => ({ entity, keys: keysOf(entity) }))
  .filter(({ keys }) => keys.length > 0);

/** Rows about the records with this key (VIN, frame number, case number …). */
function byRecord(alias: string, typed: string): Fragment[] {
  return known.map(({ entity, keys }) => {
    const same = keys.map((name) => {
      const field = entity.fields[name];
      return field?.kind === 'text' && isNormalised(field)
        ? sql`${column('k', snake(name))} = ${typed.toUpperCase()}`
        : sql`lower(${column('k', snake(name))}) = ${typed.toLowerCase()}`;
    });
    const found = sql`select ${column('k', keyColumn(entity))}::text from ${sql.raw(entity.table)} k where ${anyOf(same)}`;
    return sql`(${column(alias, 'entity')} = ${entity.name} and ${column(alias, 'entity_id')} = any(array(${found})))`;
  });
}

function keyword(alias: string, values: readonly string[]): Fragment {
  const typed = likeText(values.join(' '));
  if (typed === '') return sql`true`;
  return anyOf([...byPerson(alias, typed), sql`${column(alias, 'entity_id')} = ${typed}`, ...byRecord(alias, typed)]);
}

const entityText = (value: unknown) => objectText(String(value));
const resultText = (value: unknown) => outcomeText(Number(value));

/** Logs are searched by who did it and by the record it was done to; their workbooks show texts in place of codes. */
export const operationLogHooks: HooksOf<'operationLog'> = {
  conditions: { keyword },
  texts: {
    route: (value) => pageText(String(value)),
    action: (value, row) => actionText(entityOf(String(row.entity)), String(value)),
    entity: entityText,
    resultCode: resultText,
  },
};
export const sensitiveLogHooks: HooksOf<'sensitiveAccessLog'> = {
  conditions: { keyword },
  texts: {
    entity: entityText,
    field: (value, row) => seenText(entityOf(String(row.entity)), String(value)),
  },
};
export const loginLogHooks: HooksOf<'loginLog'> = {
  conditions: {
    keyword: (alias, values) => {
      const typed = likeText(values.join(' '));
      return typed === '' ? sql`true` : anyOf([...byPerson(alias, typed), sql`${column(alias, 'ip')} = ${typed}`]);
    },
  },
  texts: { result: resultText, channel: (value) => channelText(String(value)) },
};
