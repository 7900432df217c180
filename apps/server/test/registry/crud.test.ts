import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Row } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { unchanged } from '../../src/entity/audit.ts';
import { hasColumn, isNormalised } from '../../src/entity/storage.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { sampleForm, uniqueIn } from './samples.ts';

const addable = Object.values(entities)
  .map(plain)
  .filter((entity) => entity.calls.includes('add'));
const as = { as: 'admin' } as const;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => app.stop());

const detail = async (base: string, id: string) =>
  (await app.call<Row & { id: string; rev: number }>('POST', `${base}/detail`, { id }, as)).data;
const logOf = async (entity: string, id: string) =>
  (
    await app.app.pool.query<{ action: string; before: Row | null; after: Row | null }>(
      'select action, before, after from sys_operation_log where entity = $1 and entity_id = $2 and result_code = 0 order by id',
      [entity, id],
    )
  ).rows;

/** Names at every depth. Not the text of all: ids of files are random and may contain any short word. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
    : [];

/** The same text in other letters, where case does not count. */
function inOtherCase({ fields }: EntityDef, name: string, value: unknown): unknown {
  const field = fields[name];
  if (typeof value !== 'string' || field === undefined || !hasColumn(field) || isNormalised(field)) return value;
  return value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
}

interface Refusal {
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

/** All of them at once are refused by name; one that only counts beside valid others, by itself. */
async function refusesEach(
  fields: readonly (readonly [string, unknown])[],
  ask: (names: readonly string[]) => Promise<Answer<Refusal>>,
): Promise<void> {
  const names = fields.map(([name]) => name);
  if (names.length === 0) return;
  const { code, data } = await ask(names);
  expect(code, names.join()).toBe(1001);
  const named = new Set(data.errors.filter(({ message }) => message !== '').map(({ field }) => field));
  for (const name of names.filter((one) => !named.has(one))) {
    const alone = await ask([name]);
    expect(alone.code, name).toBe(1001);
    expect(
      alone.data.errors.some(({ field, message }) => field === name && message !== ''),
      name,
    ).toBe(true);
  }
}

describe.each(addable)('$name', (entity) => {
  /** One record of the entity goes through all tests, to its deletion. */
  let made: Promise<{ form: Row; answer: Answer<{ id: string }> }> | undefined;
  const sample = () =>
    (made ??= (async () => {
      const form = await sampleForm(app, entity);
      return { form, answer: await app.call<{ id: string }>('POST', pathOfCall(entity, 'add'), form, as) };
    })());
  /** Without addresses of files, which change once an hour. */
  const stored = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name in entity.fields || !/Urls?$/.test(name)));
  const sampleId = async () => (await sample()).answer.data.id;

  test('what was added is read back; private values only masked', async () => {
    const { form, answer } = await sample();
    const { data, code, message } = answer;
    expect({ code, message, data: code === 0 ? {} : data }).toEqual({ code: 0, message: '', data: {} });
    const row = await detail(entity.base, data.id);
    for (const [name, value] of Object.entries(form)) {
      const field = entity.fields[name];
      if (field?.kind === 'private') expect(row[name], name).not.toBe(value);
      else if (field?.kind === 'dict') expect(String(row[name]), name).toBe(String(value));
      else expect(row[name], name).toEqual(value);
    }
    expect(namesIn(row).filter((name) => /enc$|hash$|password/i.test(name))).toEqual([]);
  });

  test.runIf(entity.calls.includes('update'))('what is there already is saved in vain', async () => {
    const { form, answer } = await sample();
    const { id } = answer.data;
    const before = await detail(entity.base, id);
    const given = Object.keys(form).filter((name) => entity.fields[name]?.kind !== 'private');
    const privates = Object.keys(form).filter((name) => entity.fields[name]?.kind === 'private');
    const same = {
      ...Object.fromEntries(given.map((name) => [name, before[name]])),
      ...Object.fromEntries(privates.map((name) => [name, form[name]])),
    };
    const change = { id, rev: before.rev, ...same };
    const saved = await app.call<{ rev: number }>('POST', pathOfCall(entity, 'update'), change, as);
    expect(saved.code, saved.message).toBe(0);
    expect(saved.data.rev).toBe(before.rev);
    expect(stored(await detail(entity.base, id))).toEqual(stored(before));
    const { rows } = await app.app.pool.query<{ code: number }>(
      'select result_code as code from sys_operation_log where entity = $1 and entity_id = $2 order by id',
      [entity.name, id],
    );
    expect(rows.map(({ code }) => code)).toEqual([0, unchanged]);
  });

  test('unique values are taken only once, whatever their case, and the refusal names the field', async () => {
    const { form } = await sample();
    const unique = uniqueIn(entity, form);
    const free = unique.length > 0 ? await sampleForm(app, entity) : {};
    for (const names of unique) {
      const other = {
        ...free,
        ...Object.fromEntries(names.map((name) => [name, inOtherCase(entity, name, form[name])])),
      };
      const again = await app.call<{ errors: { field: string }[] }>('POST', pathOfCall(entity, 'add'), other, as);
      expect([1009, 2012, 4001, 5171], names.join()).toContain(again.code);
      expect(
        again.data.errors.map((e) => e.field),
        names.join(),
      ).toEqual([names[0]]);
    }
  });

  test('a change needs the present revision, and is logged with before and after', async () => {
    const id = await sampleId();
    const row = await detail(entity.base, id);
    const [name, field] =
      Object.entries(entity.fields).find(
        ([, f]) =>
          !isDerived(f) &&
          !f.readonly &&
          !f.required &&
          !f.fixed &&
          (f.kind === 'longText' || (f.kind === 'text' && !f.format && !f.pattern) || f.kind === 'private'),
      ) ?? [];
    if (name === undefined || !field) return;
    const least = 'min' in field ? Number(field.min ?? 0) : 0;
    const value =
      field.kind === 'private' && field.mask === 'mobile' ? '13911112222' : '改后的内容'.padEnd(least, '。');
    const change = { id, rev: row.rev, [name]: value };
    const first = await app.call<{ rev: number }>('POST', pathOfCall(entity, 'update'), change, as);
    expect(first.code, first.message).toBe(0);
    expect(first.data.rev).toBeGreaterThan(row.rev);
    const stale = await app.call('POST', pathOfCall(entity, 'update'), change, as);
    expect(stale.code).toBe(1005);
    const log = await logOf(entity.name, id);
    expect(log.map((entry) => entry.action)).toEqual(['add', 'update']);
    expect(Object.keys(log[1]?.after ?? {})).toContain(name);
    if (field.kind === 'private') expect(JSON.stringify(log)).not.toContain(value);
  });

  test('absent leaves, null clears, and a required field cannot be cleared', async () => {
    const id = await sampleId();
    const before = await detail(entity.base, id);
    const free = Object.entries(entity.fields).filter(
      ([name, f]) => !isDerived(f) && !f.readonly && !f.fixed && !entity.machines?.[name],
    );
    const optional = free.find(
      ([name, f]) => !f.required && typeof before[name] === 'string' && !('visible' in f && f.visible),
    )?.[0];
    const required = free.find(([, f]) => f.required)?.[0];
    if (!entity.calls.includes('update')) return;
    if (optional !== undefined) {
      const cleared = await app.call(
        'POST',
        pathOfCall(entity, 'update'),
        { id, rev: before.rev, [optional]: null },
        as,
      );
      expect(cleared.code, cleared.message).toBe(0);
      const after = await detail(entity.base, id);
      expect(after[optional]).toBeNull();
      for (const [name] of free) if (name !== optional) expect(after[name], name).toEqual(before[name]);
    }
    if (required !== undefined) {
      const { rev } = await detail(entity.base, id);
      const refused = await app.call<{ errors: { field: string }[] }>(
        'POST',
        pathOfCall(entity, 'update'),
        { id, rev, [required]: null },
        as,
      );
      expect(refused.code).toBe(1001);
      expect(refused.data.errors.map((e) => e.field)).toEqual([required]);
    }
  });

  test('a missing required field, a wrong type and an unknown field are refused by name', async () => {
    const form = await sampleForm(app, entity);
    const fields = Object.entries(entity.fields).filter(
      // A field that only some records have is tried with those that have it.
      ([, field]) =>
        !isDerived(field) &&
        !field.readonly &&
        !('visible' in field && field.visible !== undefined && !field.visible(form)),
    );
    const add = (body: Row) => app.call<Refusal>('POST', pathOfCall(entity, 'add'), body, as);
    const required = fields.filter(([, field]) => !isDerived(field) && field.required && field.default === undefined);
    await refusesEach(required, (names) =>
      add(Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)))),
    );
    const typed = fields.filter(([, field]) => field.kind !== 'json');
    await refusesEach(typed, (names) =>
      add({ ...form, ...Object.fromEntries(names.map((name) => [name, { $gt: '' }])) }),
    );
    const unknown = await app.call<{ errors: { field: string }[] }>(
      'POST',
      pathOfCall(entity, 'add'),
      { ...form, noSuchField: 1 },
      as,
    );
    expect(unknown.code).toBe(1001);
    expect(unknown.data.errors.map((e) => e.field)).toEqual(['noSuchField']);
  });

  test.runIf(entity.calls.includes('batchDelete'))(
    'a deleted record is gone from detail and list, and its deletion is logged',
    async () => {
      const id = await sampleId();
      const gone = await app.call<{ deleted: number; skipped: unknown[] }>(
        'POST',
        pathOfCall(entity, 'batchDelete'),
        { ids: [id] },
        as,
      );
      expect(gone.data).toEqual({ deleted: 1, skipped: [] });
      expect((await app.call('POST', `${entity.base}/detail`, { id }, as)).code).toBe(1002);
      const list = await app.call<{ total: number }>('POST', `${entity.base}/list`, { query: { id } }, as);
      expect(list.data.total).toBe(0);
      expect((await logOf(entity.name, id)).at(-1)?.action).toBe('delete');
    },
  );
});
