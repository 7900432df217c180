import type { TagStructure } from '@wheelhouse/contract/calls/users';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { inLang } from '../../../db/in-lang.ts';
import { today } from '../../../db/wall-clock.ts';
import { visibleWhere } from '../../../entity/read.ts';
import { inTurn } from '../../../entity/turns.ts';
import type { CallContext } from '../../../http/context.ts';

const largest = 20;

/** Who the users of a tag are, of those whom the caller may see. @throws AppError 1019 */
export async function structureOf(ctx: CallContext, tagId: string): Promise<Omit<TagStructure, 'uses'>> {
  const statement = sql<Omit<TagStructure, 'uses'>>`
    with people as materialized (
      select u.id, u.gender, u.city_id, extract(year from age(${today}, u.birthday))::int as years
      from usr_tag_member m join usr_app_user u on u.id = m.user_id
      where m.tag_id = ${tagId} and not m.deleted and not u.deleted and ${visibleWhere(entityNamed('appUser'), 'u', ctx.user) ?? sql`true`}),
    bands as (select case when years is null or years < 18 then null when years < 25 then '18-24' when years < 35 then '25-34'
      when years < 45 then '35-44' when years < 55 then '45-54' else '55+' end as code from people),
    models as (select v.vehicle_type_id, count(distinct p.id)::int as n from people p join veh_vehicle v on v.owner_user_id = p.id and not v.deleted
      group by 1 order by 2 desc, 1 limit ${largest})
    select
      (select coalesce(json_agg(x), '[]') from (select gender::text as code, count(*)::int as n from people group by 1 order by 1) x) as gender,
      (select coalesce(json_agg(x), '[]') from (select code, count(*)::int as n from bands group by 1 order by 1) x) as age,
      (select coalesce(json_agg(x), '[]') from (select city_id as code, count(*)::int as n from people group by 1 order by 2 desc, 1 limit ${largest}) x) as city,
      (select coalesce(json_agg(x), '[]') from (select y.id::text as code, ${inLang(ctx.lang, 'y.name')} as name, s.n from models s join veh_type y on y.id = s.vehicle_type_id order by s.n desc, y.id) x) as model`;
  const { rows } = await inTurn(ctx, () => ctx.app.reads.run(({ db }) => statement.execute(db)));
  return rows[0] ?? { gender: [], age: [], city: [], model: [] };
}
