import {
  ruleField,
  type Comparison,
  type RuleFieldName,
  type RuleValueKind,
} from '@wheelhouse/entities/users/tag-rule-fields';
import type { RuleCondition, RuleGroup, TagRule } from '@wheelhouse/entities/users/tag-rule';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { versionNumbers } from '../../../db/version-numbers.ts';
import { dayOf, startOfDay, today } from '../../../db/wall-clock.ts';
import { hasTag, isInAreas } from '../../audience/service.ts';

type Sql = RawBuilder<unknown>;

/** Where a field is read. `u` is the user; `v` a vehicle of theirs. */
type Source =
  | { readonly at: 'user'; readonly value: Sql }
  /** Met by any vehicle that the user owns; `join` adds what the vehicle's own row does not say. */
  | { readonly at: 'vehicle'; readonly value: Sql; readonly join?: Sql }
  /** A number for each user, `user_id` and `value`; 0 for a user who is not in it. `part` narrows what is counted. */
  | { readonly at: 'total'; readonly rows: (part: Sql) => Sql; readonly part?: Sql }
  | { readonly at: 'tag' };

const column = (text: string): Sql => sql.raw(text);
const statusJoin = sql`join veh_vehicle_status s on s.vehicle_id = v.id`;
const batteryJoin = sql`join veh_battery b on b.vehicle_id = v.id and not b.deleted`;
const typeJoin = sql`join veh_type y on y.id = v.vehicle_type_id`;
const month = sql`${today} - 30`;
const aYearAgo = sql`now() - interval '12 months'`;
const { cancelled } = machines['SM-Repair'].states;
const riddenDays = (value: Sql): Sql => sql`
  select v.owner_user_id as user_id, ${value} as value from veh_vehicle v join veh_mileage_day d on d.vehicle_id = v.id
  where v.owner_user_id is not null and not v.deleted and not d.deleted and d.stat_date > ${month} group by 1`;

const sources: Readonly<Record<RuleFieldName, Source>> = {
  gender: { at: 'user', value: column('u.gender') },
  // Below 18 there is no age: no rule selects minors.
  age: {
    at: 'user',
    value: sql`nullif(greatest(extract(year from age(${today}, u.birthday))::int, 17), 17)`,
  },
  cityId: { at: 'user', value: column('u.city_id') },
  clientOs: { at: 'user', value: column('u.client_os') },
  appVersion: { at: 'user', value: versionNumbers('u.app_version') },
  registerChannel: { at: 'user', value: column('u.register_channel') },
  registerTime: { at: 'user', value: column('u.register_time') },
  lastActiveTime: { at: 'user', value: column('u.last_active_time') },
  activationTime: { at: 'vehicle', value: column('v.activation_time') },
  vehicleTypeId: { at: 'vehicle', value: column('v.vehicle_type_id') },
  seriesId: { at: 'vehicle', value: column('y.series_id'), join: typeJoin },
  vehicleCount: {
    at: 'total',
    rows: () =>
      sql`select v.owner_user_id as user_id, count(*) as value from veh_vehicle v where v.owner_user_id is not null and not v.deleted group by 1`,
  },
  vehicleAgeDays: { at: 'vehicle', value: sql`(${today} - ${dayOf('v.activation_time')})` },
  km30d: { at: 'total', rows: () => riddenDays(sql`sum(d.day_km)`) },
  rideDays30d: { at: 'total', rows: () => riddenDays(sql`count(distinct d.stat_date) filter (where d.day_km > 0)`) },
  odometerKm: { at: 'vehicle', value: column('s.odometer_km'), join: statusJoin },
  soh: { at: 'vehicle', value: column('b.soh'), join: batteryJoin },
  alarmCount30d: {
    at: 'total',
    part: column('a.alarm_class'),
    rows: (part) => sql`
      select a.user_id, count(*) as value from alm_alarm a
      where a.user_id is not null and not a.deleted and a.first_time >= now() - interval '30 days' and ${part} group by 1`,
  },
  repairCount12m: {
    at: 'total',
    rows: () => sql`
      select r.user_id, count(*) as value from cs_repair_order r
      where r.user_id is not null and not r.deleted and r.status <> ${cancelled} and r.create_time >= ${aYearAgo} group by 1`,
  },
  feedbackCount12m: {
    at: 'total',
    rows: () =>
      sql`select f.user_id, count(*) as value from cs_feedback f where not f.deleted and f.create_time >= ${aYearAgo} group by 1`,
  },
  tagId: { at: 'tag' },
};

const signs = { eq: sql.raw('='), ge: sql.raw('>='), le: sql.raw('<=') } as const;
const valuesOf = (value: RuleCondition['value']): string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)];

function days(at: Sql, cmp: Comparison, value: RuleCondition['value']): Sql {
  if (cmp === 'lastDays') return sql`${at} >= now() - make_interval(days => ${Number(value)}::int)`;
  return cmp === 'ge'
    ? sql`${at} >= ${startOfDay(sql`${String(value)}::date`)}`
    : sql`${at} < ${startOfDay(sql`(${String(value)}::date + 1)`)}`;
}

/** A comparison of a value with what the condition gives; everything given is bound. */
function compare(at: Sql, kind: RuleValueKind, { cmp, value }: RuleCondition): Sql {
  if (kind.kind === 'day') return days(at, cmp, value);
  if (kind.kind === 'city') return isInAreas(at, sql`${valuesOf(value)}::text[]`);
  if (cmp !== 'eq' && cmp !== 'ge' && cmp !== 'le')
    return kind.kind === 'ref'
      ? sql`${at} = any(${valuesOf(value)}::bigint[])`
      : sql`${at}::text = any(${valuesOf(value)}::text[])`;
  if (kind.kind === 'number') return sql`${at} ${signs[cmp]} ${Number(value)}::numeric`;
  if (kind.kind === 'version') return sql`${at} ${signs[cmp]} string_to_array(${String(value)}::text, '.')::int[]`;
  return sql`${at}::text = ${String(value)}::text`;
}

/** The numbers that a rule needs, each joined once, by the name of its rows. */
class Totals {
  readonly #names = new Map<string, string>();
  readonly joins: Sql[] = [];

  /** SQL of a user's number. */
  valueOf(field: RuleFieldName, of: string | undefined, rows: Sql): Sql {
    const key = `${field}.${of ?? ''}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = `n${this.#names.size}`;
      this.#names.set(key, name);
      this.joins.push(sql` left join (${rows}) ${sql.raw(name)} on ${sql.raw(name)}.user_id = u.id`);
    }
    return sql.raw(`coalesce(${name}.value, 0)`);
  }
}

function conditionSql(item: RuleCondition, totals: Totals): Sql {
  const { value: kind } = ruleField(item.field);
  const source = sources[item.field];
  switch (source.at) {
    case 'user':
      return compare(source.value, kind, item);
    case 'vehicle':
      return sql`exists (select 1 from veh_vehicle v ${source.join ?? sql``} where v.owner_user_id = u.id and not v.deleted and ${compare(source.value, kind, item)})`;
    case 'total': {
      const part =
        item.of === undefined || source.part === undefined ? sql`true` : sql`${source.part}::text = ${item.of}::text`;
      return compare(totals.valueOf(item.field, item.of, source.rows(part)), kind, item);
    }
    case 'tag': {
      const has = hasTag(sql`u.id`, sql`${valuesOf(item.value)}::bigint[]`);
      return item.cmp === 'has' ? has : sql`not ${has}`;
    }
  }
}

const linked = (op: TagRule['op'], parts: readonly Sql[]): Sql =>
  sql`(${sql.join(parts, op === 'AND' ? sql` and ` : sql` or `)})`;
const groupSql = ({ op, items }: RuleGroup, totals: Totals): Sql =>
  linked(
    op,
    items.map((item) => conditionSql(item, totals)),
  );

/** Users that a tag can hold, over the alias `u`. */
export const taggable: Sql = sql`not u.deleted and ${isTrue('livingUser', 'u')}`;

/** Everybody whom a rule selects within a scope over the alias `u`, each once, as `user_id`: preview and refresh have this one statement. */
export function usersByRule({ op, groups }: TagRule, scope: Sql): Sql {
  const totals = new Totals();
  const where = linked(
    op,
    groups.map((group) => groupSql(group, totals)),
  );
  return sql`select u.id as user_id from usr_app_user u${sql.join(totals.joins, sql``)} where ${taggable} and ${scope} and ${where}`;
}
