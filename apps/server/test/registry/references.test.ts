import { formatInstant } from '@wheelhouse/contract/time';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Row } from '@wheelhouse/entities/fields';
import { entities, entityNamed, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snake } from '../../src/entity/storage.ts';
import { createTestApp, type Answer, type TestApp } from '../support/app.ts';
import { addSample, bindOwner, sampleForm } from './samples.ts';
import { shownBy } from './shown-by.ts';

// A record is deleted while another one is made to point to it: one of the two is refused, never none.
const as = { as: 'admin' } as const;
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { DATABASE_POOL: '10' } });
});
afterAll(() => t.stop());

const all = Object.values(entities).map(plain);
const fields = all.flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]) => {
    if (isDerived(field) || (field.kind !== 'ref' && field.kind !== 'refMany')) return [];
    const target = entityNamed(field.to);
    const many = field.kind === 'refMany';
    return [
      {
        label: `${entity.name}.${name}`,
        entity,
        name,
        target,
        many,
        // What goes with the record that it points to does not keep it.
        writable: !field.readonly && !(field.kind === 'ref' && field.cascade),
        fixed: field.fixed === true,
      },
    ];
  }),
);
/** What they point to is released, and what is released is not deleted. */
const kept: ReadonlySet<string> = new Set([
  'activityMessage.activityId',
  'advertisement.activityId',
  'advertisement.articleId',
  'appIntroduce.activityId',
  'appIntroduce.articleId',
  'firmware.baseVersion',
  'otaTask.firmwareId',
  'otaTaskOld.firmwareId',
]);
const raced = fields.filter(
  ({ label, target, writable }) => writable && target.calls.includes('batchDelete') && !kept.has(label),
);

type Made = Answer<{ id?: string }>;
const post = (path: string, body: unknown): Promise<Made> => t.call('POST', path, body, as);
const remove = (target: EntityDef, id: string) =>
  t.call<{ deleted: number }>('POST', pathOfCall(target, 'batchDelete'), { ids: [id] }, as);

/** What the record has to be like before something of another platform, or about another kind of it, may point to it. */
const ready: Readonly<Record<string, string>> = {
  'voice.themeId': 'update cnt_app_theme set theme_type = 3 where id = $1',
  'firmwareOld.vehicleTypeIds': 'update veh_type set ota_generation = 1 where id = $1',
};

/** A record to point to: what is said of vehicles is said of those that have an owner. */
async function addTarget(target: EntityDef, label: string): Promise<string> {
  const id = await addSample(t, target);
  const statement = ready[label];
  if (statement !== undefined) await t.app.pool.query(statement, [id]);
  if (target.name === 'vehicle') await bindOwner(t, id);
  return id;
}

type First = 'reference' | 'deletion';

/** Both at once, once for each of `orders`, which says who begins. @returns how often both succeeded */
async function race(
  target: EntityDef,
  begin: () => Promise<{ id: string; refer: () => Promise<Made> }>,
  orders: readonly First[] = ['reference', 'deletion'],
) {
  let both = 0;
  // What is refused anyway would prove nothing.
  expect((await (await begin()).refer()).message).toBe('');
  for (const order of orders) {
    const { id, refer } = await begin();
    const refers = order === 'reference';
    const [first, second] = refers ? [refer, () => remove(target, id)] : [() => remove(target, id), refer];
    const answers: [Answer<unknown>, Answer<unknown>] = await Promise.all([first(), second()]);
    const [reference, deletion] = (refers ? answers : answers.toReversed()) as [Made, Answer<{ deleted: number }>];
    expect(reference.status, reference.message).toBe(200);
    const referred = reference.code === 0;
    const deleted = deletion.code === 0 && deletion.data.deleted === 1;
    expect(referred || deleted, 'one of the two').toBe(true);
    if (referred && deleted) both++;
  }
  return both;
}

const added = raced.filter(({ entity }) => entity.calls.includes('add'));
const changed = raced.filter(({ entity, fixed }) => entity.calls.includes('update') && !fixed);
/** A field that is written by both calls has the deletion first in one of them. */
const ordersOf = (field: (typeof raced)[number], first: First): readonly First[] | undefined =>
  added.includes(field) && changed.includes(field) ? [first] : undefined;

test.each(added)('$label: a new record and the deletion of what it points to', async (field) => {
  const { label, entity, name, target, many } = field;
  const begin = async () => {
    const id = await addTarget(target, label);
    const shown = shownBy[`${entity.name}.${name}`];
    const form = { ...(await sampleForm(t, entity)), ...shown, [name]: many ? [id] : id };
    return { id, refer: () => post(pathOfCall(entity, 'add'), form) };
  };
  expect(await race(target, begin, ordersOf(field, 'reference'))).toBe(0);
});

test.each(changed)('$label: a changed record and the deletion of what it points to', async (field) => {
  const { label, entity, name, target, many } = field;
  const { rows } = await t.app.pool.query<{ id: string }>(`select id from ${entity.table} where not deleted limit 1`);
  const record = entity.calls.includes('add') ? await addSample(t, entity) : rows[0]?.id;
  const begin = async () => {
    const id = await addTarget(target, label);
    const { data } = await t.call<Row & { rev: number }>('POST', `${entity.base}/detail`, { id: record }, as);
    const { rows: stored } = await t.app.pool.query<{ rev: number }>(`select rev from ${entity.table} where id = $1`, [
      record,
    ]);
    const rev = data?.rev ?? stored[0]?.rev;
    const change = { id: record, rev, ...shownBy[`${entity.name}.${name}`], [name]: many ? [id] : id };
    return { id, refer: () => post(pathOfCall(entity, 'update'), change) };
  };
  expect(await race(target, begin, ordersOf(field, 'deletion'))).toBe(0);
});

test('roles of accounts: a new account and the deletion of its role', async () => {
  const role = entityNamed('sysRole');
  const user = entityNamed('sysUser');
  const both = await race(role, async () => {
    const id = await addSample(t, role);
    const { rows } = await t.app.pool.query<{ code: string }>('select role_code as code from sys_role where id = $1', [
      id,
    ]);
    const form = { ...(await sampleForm(t, user)), roleCodes: [rows[0]?.code] };
    return { id, refer: () => post(pathOfCall(user, 'add'), form) };
  });
  expect(both).toBe(0);
});

test('virtual frame numbers: generating them and the deletion of their model', async () => {
  const type = entityNamed('vehicleType');
  const expireTime = formatInstant(new Date(Date.now() + 30 * 86_400_000));
  const both = await race(type, async () => {
    const id = await addSample(t, type);
    return {
      id,
      refer: () =>
        post('/veh/crm/virtualVin/generate', {
          vehicleTypeId: id,
          color: 'BLK',
          quantity: 1,
          purpose: '1',
          expireTime,
          script: 0,
        }),
    };
  });
  expect(both).toBe(0);
});

const deleted = new Map<string, Promise<string>>();
/** A deleted record of an entity, the same each time. */
function deletedOf(target: EntityDef): Promise<string> {
  const known = deleted.get(target.name);
  if (known !== undefined) return known;
  const made = addSample(t, target).then(async (id) => {
    await t.app.pool.query(`update ${target.table} set deleted = true where id = $1`, [id]);
    return id;
  });
  deleted.set(target.name, made);
  return made;
}

test.each(raced)(
  '$label is guarded in the database: no statement points to a deleted row',
  async ({ entity, name, target, many }) => {
    const field = entity.fields[name];
    const table = field?.kind === 'refMany' && field.inverse !== undefined ? undefined : entity.table;
    if (table === undefined || (field?.kind === 'ref' && field.cascade)) return;
    const id = await deletedOf(target);
    const { rows } = await t.app.pool.query(`select 1 from ${table} limit 1`);
    if (rows.length === 0 && entity.calls.includes('add')) await addSample(t, entity);
    await expect(t.app.pool.query(`update ${table} set ${snake(name)} = $1`, [many ? [id] : id])).rejects.toMatchObject(
      { code: '23503', constraint: `alive_${table}_${snake(name)}` },
    );
  },
);
