import fc from 'fast-check';
import { ruleFieldNames, ruleField, type RuleFieldName } from '@wheelhouse/entities/users/tag-rule-fields';
import { ruleFault, type RuleCondition, type TagRule } from '@wheelhouse/entities/users/tag-rule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TagPreview } from '@wheelhouse/contract/calls/users';
import { refreshDaily } from '../../src/modules/users/tags/refresh.ts';
import { addRole } from '../access/fixture.ts';
import { signInAs } from '../support/people.ts';
import { allOf, base, startTags } from './tag-kit.ts';

const { b, detail, form, made, preview, usersOf } = await startTags();
afterAll(() => b.stop());

let manual = '';
let model = '';
beforeAll(async () => {
  model = await b.model();
  manual = await made();
  await b.rows(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, last_active_time, status, client_os, app_version, gender, birthday, city_id)
     select 'u' || i, '\\x00', sha256(('tag' || i)::bytea), '***', 0, now() - make_interval(days => i * 3), case when i % 5 > 0 then now() - make_interval(days => i) end,
       (array[1, 1, 1, 2, 3, 4])[1 + i % 6], nullif(i % 4, 0), case when i % 3 > 0 then '5.' || i % 12 || '.0' end, nullif(i % 3, 0),
       case when i % 4 > 0 then current_date - make_interval(years => 12 + i % 50) end, (array['310100', '440100', null])[1 + i % 3]
     from generate_series(1, 240) i`,
  );
  const vehicles = await Promise.all(Array.from({ length: 6 }, () => b.vehicle({ vehicleTypeId: model })));
  const owners = await b.rows<{ id: string }>(
    'select id::text as id from usr_app_user where status in (1, 2) order by id limit 4',
  );
  for (const [at, { id }] of vehicles.entries())
    await b.rows(
      'update veh_vehicle set owner_user_id = $2, bind_status = 1, activation_status = 1, activation_time = now() - make_interval(days => $3) where id = $1',
      id,
      owners[at % owners.length]?.id,
      at * 20,
    );
  await b.rows(
    `insert into veh_mileage_day (vehicle_id, stat_date, day_km, gps_km, trip_count, ride_minutes)
     select v, current_date - d, 7.5, 7, 1, 20 from unnest($1::bigint[]) v, generate_series(1, 40, 3) d`,
    vehicles.map(({ id }) => id),
  );
  await b.ok(`${base}/addUsers`, { tagId: manual, userIds: owners.map(({ id }) => id) });
});

/** A value that a condition on the field can have. */
function valueOf(name: RuleFieldName): fc.Arbitrary<Omit<RuleCondition, 'field'>> {
  const field = ruleField(name);
  const { value: kind, comparisons } = field;
  const one = (): fc.Arbitrary<string> => {
    if (kind.kind === 'dict') return fc.constantFrom('1', '2', 'official');
    if (kind.kind === 'city') return fc.constantFrom('310100', '440100');
    if (kind.kind === 'ref') return fc.constant(kind.to === 'userTag' ? manual : model);
    return kind.kind === 'version'
      ? fc.constantFrom('5.0.0', '5.6.0', '5.11.0')
      : fc.constantFrom('2025-06-01', '2026-10-01');
  };
  return fc.constantFrom(...comparisons).chain((cmp): fc.Arbitrary<Omit<RuleCondition, 'field'>> => {
    if (cmp === 'lastDays') return fc.record({ cmp: fc.constant(cmp), value: fc.integer({ min: 1, max: 400 }) });
    if (kind.kind === 'number') {
      const most = Math.min(kind.max, 120);
      const value = fc.integer({ min: kind.min, max: most });
      const part = field.of === undefined ? fc.constant({}) : fc.constantFrom({}, { of: '1' }, { of: '3' });
      return fc.record({ cmp: fc.constant(cmp), value, part }).map(({ part: of, ...rest }) => ({ ...rest, ...of }));
    }
    if (cmp === 'in' || cmp === 'has' || cmp === 'hasNot')
      return fc.record({ cmp: fc.constant(cmp), value: fc.array(one(), { minLength: 1, maxLength: 3 }) });
    return fc.record({ cmp: fc.constant(cmp), value: one() });
  });
}

const link = fc.constantFrom('AND' as const, 'OR' as const);
const condition: fc.Arbitrary<RuleCondition> = fc
  .constantFrom(...ruleFieldNames)
  .chain((field) => valueOf(field).map((rest) => ({ field, ...rest })));
const rules: fc.Arbitrary<TagRule> = fc.record({
  op: link,
  groups: fc.array(fc.record({ op: link, items: fc.array(condition, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

test('the count before saving is the number of users after, for any rule', async () => {
  await fc.assert(
    fc.asyncProperty(rules, async (rule) => {
      expect(ruleFault(rule)).toBeUndefined();
      const { count, sample } = await preview(rule);
      const id = await made({ tagType: 2, refreshMode: 2, rule });
      const users = await usersOf(id);
      expect(users).toHaveLength(count);
      expect(sample).toHaveLength(Math.min(20, count));
      expect(sample.every(({ userId }) => users.includes(userId))).toBe(true);
      expect(await b.ok(`${base}/refresh`, { id })).toMatchObject({ count });
    }),
    { numRuns: 60 },
  );
});

test('every field can be asked about with each of its comparisons', async () => {
  for (const field of ruleFieldNames) {
    const all = fc.sample(valueOf(field), { numRuns: 12, seed: 7 });
    for (const rest of new Map(all.map((one) => [one.cmp, one])).values())
      expect(await b.post(`${base}/preview`, { rule: allOf({ field, ...rest }) })).toMatchObject({ code: 0 });
  }
});

test('a province stands for its cities, and a tag that is disabled has nobody, as in an audience', async () => {
  const count = async (one: RuleCondition): Promise<number> => (await preview(allOf(one))).count;
  const inShanghai = await count({ field: 'cityId', cmp: 'in', value: ['310100'] });
  expect(inShanghai).toBeGreaterThan(0);
  expect(await count({ field: 'cityId', cmp: 'in', value: ['310000'] })).toBe(inShanghai);

  const tagged: RuleCondition = { field: 'tagId', cmp: 'has', value: [manual] };
  const other: RuleCondition = { ...tagged, cmp: 'hasNot' };
  const [having, others] = [await count(tagged), await count(other)];
  expect(having).toBeGreaterThan(0);
  await b.rows('update usr_tag set enabled = 0 where id = $1', manual);
  expect([await count(tagged), await count(other)]).toEqual([0, having + others]);
  await b.rows('update usr_tag set enabled = 1 where id = $1', manual);
});

test('a rule selects within the scope of who made it, whoever refreshes it and in the night', async () => {
  const functions = ['userTagsManage.query', 'userTagsManage.add', 'userTagsManage.edit', 'userTagsManage.refresh'];
  await addRole(b.t, 'tag_region', [...functions, 'appuserManager.query'], 3);
  const { token } = await signInAs(b.t, { roles: ['tag_region'], regionScope: ['310100'] });
  const rule = allOf({ field: 'lastActiveTime', cmp: 'lastDays', value: 3650 });
  const citiesOf = async (id: string) =>
    (
      await b.rows<{ city: string | null }>(
        'select distinct u.city_id as city from usr_tag_member m join usr_app_user u on u.id = m.user_id where m.tag_id = $1',
        id,
      )
    ).map(({ city }) => city);
  const regional = <T>(call: string, body: object) => b.t.call<T>('POST', `${base}/${call}`, body, { as: token });
  const all = await preview(rule);
  const part = await regional<TagPreview>('preview', { rule });
  expect(part.data.count).toBeLessThan(all.count);
  expect(part.data.count).toBeGreaterThan(0);
  expect(new Set(part.data.sample.map(({ cityId }) => cityId))).toEqual(new Set(['310100']));

  const { data } = await regional<{ id: string; rev: number }>('add', form({ tagType: 2, refreshMode: 1, rule }));
  expect(await citiesOf(data.id)).toEqual(['310100']);
  // Neither an administrator's refresh nor that of the night, also once its author has left, goes further.
  await b.ok(`${base}/refresh`, { id: data.id });
  expect(await citiesOf(data.id)).toEqual(['310100']);
  await b.rows(`update sys_user set enabled = 0 where id = (select rule_by from usr_tag where id = $1)`, data.id);
  await b.rows(`update usr_tag set last_refresh_time = null where id = $1`, data.id);
  await refreshDaily(b.t.app);
  expect(await citiesOf(data.id)).toEqual(['310100']);
  // A rule that an administrator writes is theirs.
  const { rev } = await detail(data.id);
  await b.ok(`${base}/update`, {
    id: data.id,
    rev,
    rule: allOf({ field: 'lastActiveTime', cmp: 'lastDays', value: 3649 }),
  });
  expect((await citiesOf(data.id)).length).toBeGreaterThan(1);
});
