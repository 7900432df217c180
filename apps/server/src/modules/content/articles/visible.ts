import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { column } from '../../../entity/scope.ts';

const { enabled } = machines['SM-Enable'].states;
/** The app shows a category. */
const isShown = (alias: string) =>
  sql`(${column(alias, 'enabled')} = ${enabled} and ${column(alias, 'show_in_app')} = 1)`;

/** Live articles whose category the app shows: `v` what is live, `a` its record, `c` its category. */
export const visible = sql`from cnt_article_live v join cnt_article a on a.id = v.article_id and not a.deleted
  join cnt_article_type c on c.id = v.type_id and ${isShown('c')}
  left join cnt_article_type p on p.id = c.parent_id
  where (p.id is null or ${isShown('p')})`;
