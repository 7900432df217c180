import { entities, entityNamed } from '@wheelhouse/entities/registry';
import type { EntityDef } from '@wheelhouse/entities/define';
import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isForUser, usersWhere } from '../../src/modules/audience/service.ts';
import { audienceOf, estimate, freeze } from '../../src/modules/messages/audience.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole } from '../access/fixture.ts';
import { signInAs } from '../support/people.ts';

const { normal, frozen, deleting, deleted } = machines['SM-AppUser'].states;
const type = codes.AudienceType;

interface User {
  readonly id: string;
  readonly cityId: string;
  readonly clientOs: number;
  readonly tags: readonly string[];
  readonly model?: string;
  readonly dealer?: string;
  readonly status: number;
}

let t: TestApp;
const users: User[] = [];
const tags: string[] = [];
const models: string[] = [];
const dealers: string[] = [];
const ids = (chosen: readonly User[]): string[] => chosen.map(({ id }) => id).sort();
const usable = (): User[] => users.filter(({ status }) => status === normal || status === deleting);

/** Owners of a vehicle, people with whom it is shared, members of tags that are on, off and over, in two provinces; some frozen or erased. */
async function populate(): Promise<void> {
  const { pool } = t.app;
  for (let n = 0; n < 3; n++) tags.push(await addSample(t, entityNamed('userTag')));
  for (let n = 0; n < 2; n++) dealers.push(await addSample(t, entityNamed('dealer')));
  await pool.query('update usr_tag set enabled = ($1 <> id)::int, expire_time = case when id = $2 then now() end', [
    tags[1],
    tags[2],
  ]);
  for (let n = 0; n < 24; n++) {
    const status = n === 5 ? frozen : n === 6 ? deleted : n === 7 ? deleting : normal;
    const cityId = ['310100', '330100', '330200'][n % 3] ?? '';
    const id = await addAppUser(t, status);
    await pool.query('update usr_app_user set city_id = $2, client_os = $3, app_version = $4 where id = $1', [
      id,
      cityId,
      (n % 2) + 1,
      n % 4 === 0 ? '1.9.0' : '1.10.0',
    ]);
    const mine = tags.filter((_, at) => n % (at + 2) === 0);
    await pool.query(
      'insert into usr_tag_member (tag_id, user_id, source, add_time) select x, $1::bigint, 1, now() from unnest($2::bigint[]) x',
      [id, mine],
    );
    const user = { id, cityId, clientOs: (n % 2) + 1, tags: mine, status };
    users.push(n % 4 === 0 ? { ...user, ...(await giveVehicle(id, n)) } : user);
  }
}

async function giveVehicle(owner: string, n: number): Promise<{ model: string; dealer: string }> {
  const vehicle = await addSample(t, entityNamed('vehicle'));
  const dealer = dealers[n % 8 === 0 ? 0 : 1] ?? '';
  const { rows } = await t.app.pool.query<{ model: string }>(
    `update veh_vehicle set bind_status = 1, owner_user_id = $2, dealer_id = $3 where id = $1 returning vehicle_type_id::text as model`,
    [vehicle, owner, dealer],
  );
  // Shared with somebody who owns none.
  await t.app.pool.query(
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, $3, 1, now(), 1, 1)`,
    [vehicle, users.find(({ model }) => model === undefined)?.id ?? owner, codes.BindType.share],
  );
  const model = rows[0]?.model ?? '';
  models.push(model);
  return { model, dealer };
}

beforeAll(async () => {
  t = await createTestApp();
  await populate();
});
afterAll(() => t.stop());

async function selected(entity: EntityDef, row: Row): Promise<string[]> {
  const where = await usersWhere(t.app.db, entity, row);
  const { rows } = await sql<{ id: string }>`select u.id::text as id from usr_app_user u where ${where}`.execute(
    t.app.db,
  );
  return rows.map(({ id }) => id).sort();
}

/** The same by a stored row's own columns, among those who may use the app. */
async function byColumns(entity: EntityDef, row: Row, createBy: string | null = null): Promise<string[]> {
  const { audienceType = 1, tagIds = [], vehicleTypeIds = [], cityCodes = [] } = row;
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from usr_app_user u, (select ${audienceType}::int as audience_type, ${tagIds}::bigint[] as tag_ids,
      ${vehicleTypeIds}::bigint[] as vehicle_type_ids, ${cityCodes}::text[] as city_codes, null::text[] as client_os, null::text as min_version,
      ${createBy}::bigint as create_by) a
    where ${await isForUser(t.app.db, entity, 'a', { clientOs: '1', version: '1.0.0', authors: [createBy] })}`.execute(
    t.app.db,
  );
  const known = new Set(ids(usable()));
  return rows.flatMap(({ id }) => (known.has(id) ? [id] : [])).sort();
}

let frozenOnce = 0;
/** How many a message with this audience is estimated for, and how many are fixed. */
async function countsOf(entity: EntityDef, row: Row): Promise<readonly number[]> {
  const audience = await audienceOf(t.app.db, entity, row);
  const { count } = await estimate(t.app.db, audience);
  return [count, await freeze(t.app.db, 'audiences.test', String(++frozenOnce), audience)];
}

/** Words of each type, and whom they mean. */
const words: Readonly<Record<number, () => readonly (readonly [Row, (user: User) => boolean])[]>> = {
  [type.all]: () => [[{}, () => true]],
  [type.tags]: () => [
    [{ tagIds: [tags[0]] }, (user) => user.tags.includes(tags[0] ?? '')],
    // Off and over: nobody.
    [{ tagIds: tags.slice(1) }, () => false],
  ],
  [type.models]: () => [
    [{ vehicleTypeIds: [models[0]] }, ({ model }) => model === models[0]],
    [{ vehicleTypeIds: models }, ({ model }) => model !== undefined],
  ],
  [type.regions]: () => [
    [{ cityCodes: ['310100'] }, ({ cityId }) => cityId === '310100'],
    [{ cityCodes: ['330000'] }, ({ cityId }) => cityId.startsWith('33')],
  ],
  [type.dealer]: () => [[{ dealerIds: [dealers[0]] }, ({ dealer }) => dealer === dealers[0]]],
  [type.list]: () => [[{ userFileId: 'none' }, () => false]],
};

const audiences = Object.keys(entities)
  .map((name) => entityNamed(name))
  .filter(({ audience }) => audience !== undefined);

describe('the same words select the same people', () => {
  test('for every entity with an audience', async () => {
    expect(audiences.length).toBeGreaterThan(2);
    for (const entity of audiences)
      for (const code of entity.audience?.types ?? [])
        for (const [row, means] of words[code]?.() ?? []) {
          const [expected, said] = [ids(usable().filter(means)), { audienceType: code, ...row }];
          const where = `${entity.name} ${JSON.stringify(said)}`;
          expect(await selected(entity, said), where).toEqual(expected);
          if (entity.audience?.counted === true)
            expect(await countsOf(entity, said), where).toEqual([expected.length, expected.length]);
          else expect(await byColumns(entity, said), where).toEqual(expected);
        }
  });

  test('with a platform and a version beside them', async () => {
    // Draws ask for neither.
    const asking = audiences.filter(({ audience }) => audience?.fields.includes('minVersion'));
    expect(asking.length).toBeGreaterThan(2);
    for (const entity of asking) {
      const common: Row = { audienceType: type.all, clientOs: ['1'], minVersion: '1.10.0' };
      const expected = ids(
        usable().filter(({ clientOs, id }) => clientOs === 1 && users.findIndex((u) => u.id === id) % 4 !== 0),
      );
      expect(await selected(entity, common), entity.name).toEqual(expected);
    }
  });

  test('a type that an entity has not is nobody', async () => {
    const advertisement = entityNamed('advertisement');
    expect(await selected(advertisement, { audienceType: type.dealer, dealerIds: dealers })).toEqual([]);
    expect(await selected(advertisement, { audienceType: 99 })).toEqual([]);
  });
});

test('a message is for those whom its author may see; the estimate of a form for those whom the asker may see', async () => {
  await addRole(t, 'cities', ['noticeManage.query', 'noticeManage.add'], 3);
  const [author, reviewer] = [
    await signInAs(t, { roles: ['cities'], regionScope: ['310100'] }),
    await signInAs(t, { roles: ['admin'] }),
  ];
  const row: Row = { receivers: ['1'], createBy: author.userId };
  const notice = entityNamed('systemMessage');
  const own = ids(usable().filter(({ cityId }) => cityId === '310100'));
  expect(await selected(notice, row)).toEqual(own);
  expect(await selected(notice, { ...row, createBy: reviewer.userId })).toEqual(ids(usable()));
  const ask = async (as: string) =>
    (
      await t.call<{ count: number }>(
        'POST',
        '/msg/crm/systemMessage/estimate',
        { audience: { receivers: ['1'] } },
        { as },
      )
    ).data;
  expect(await ask(author.token)).toMatchObject({ count: own.length });
  expect(await ask(reviewer.token)).toMatchObject({ count: usable().length });
  const [advertisement, all] = [entityNamed('advertisement'), { audienceType: type.all }];
  expect(await byColumns(advertisement, all, author.userId)).toEqual(own);
  expect(await byColumns(advertisement, all, reviewer.userId)).toEqual(ids(usable()));
  // It stays for the same people when its author has left.
  await t.app.pool.query('update sys_user set deleted = true where id = $1', [author.userId]);
  expect(await selected(notice, row)).toEqual(own);
  expect(await byColumns(advertisement, all, author.userId)).toEqual(own);
});
