import { sql, type RawBuilder } from 'kysely';

const member = 'usr_tag_member m join usr_tag g on g.id = m.tag_id and not g.deleted';

/** Ids of the tags that a user of the app has, as SQL; `user` is the column with the id. */
export const tagIdsOf = (user: string): string =>
  `(select coalesce(array_agg(g.id order by g.name), '{}') from ${member} where m.user_id = ${user} and not m.deleted)`;

/** Whether a user has one of these tags: named by id, as links have it, or by name. */
export const isTagged = (user: RawBuilder<unknown>, tags: readonly string[]): RawBuilder<boolean> => sql`${user} in (
  select m.user_id from ${sql.raw(member)}
  where not m.deleted and (g.name = any(${[...tags]}::text[]) or g.id::text = any(${[...tags]}::text[])))`;
