import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Row, type StoredField } from '@wheelhouse/entities/fields';
import { formats } from '@wheelhouse/entities/formats';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { validateInput } from '@wheelhouse/entities/validate';
import { validationContext } from '../../src/entity/check.ts';
import { entities, entityNamed, pathOfCall, plain, writableFields } from '@wheelhouse/entities/registry';
import { naturalKeys } from '../../src/entity/import/keys.ts';
import { hashOf } from '../../src/entity/seal.ts';
import { snake } from '../../src/entity/storage.ts';
import { workbookOf, sendFile } from '../import-export/workbook.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { sampleForm, uniqueIn } from './samples.ts';

/** Whatever somebody types around a value, what is stored, compared and judged by rules is its normal form. */
let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.login('admin', adminPassword);
});
afterAll(() => t.stop());

const all = Object.values(entities).map(plain);
const addable = all.filter((entity) => entity.calls.includes('add'));
const as = { as: 'admin' } as const;

const texts = new Set(['text', 'longText', 'richText', 'private', 'tags']);
const isIdentifier = (field: StoredField): boolean =>
  !texts.has(field.kind) ||
  ('format' in field && field.format !== undefined) ||
  ('pattern' in field && field.pattern !== undefined);
const fullWidth = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
const middle = (text: string, mark: string) => `${text.slice(0, 1)}${mark}${text.slice(1)}`;

/** Ways to write a value so that it looks the same, or all but the same. */
const variants: Readonly<Record<string, (text: string, field: StoredField) => string>> = {
  'padded with spaces': (text) => `  ${text} `,
  'padded with odd spaces': (text) => `\u3000\u00a0\t${text}\u2003\n`,
  'with zero-width characters': (text) => `\u200b${middle(text, '\u2060')}\ufeff`,
  'between direction marks': (text) => `\u202d${text}\u202c`,
  'in full width': (text, field) => (isIdentifier(field) ? fullWidth(text) : `\u3000${text}`),
  'decomposed, with joiners at its ends': (text) => `\u200d${text.normalize('NFD')}\u200c`,
};

const storedField = (entity: EntityDef, name: string): StoredField | undefined => {
  const field = entity.fields[name];
  return field === undefined || isDerived(field) ? undefined : field;
};

function written(entity: EntityDef, form: Row, vary: (text: string, field: StoredField, at: number) => string): Row {
  const one = (value: unknown, field: StoredField, at: number): unknown => {
    if (typeof value === 'string') return vary(value, field, at);
    return Array.isArray(value) ? value.map((item) => one(item, field, at)) : value;
  };
  return Object.fromEntries(
    Object.entries(form).map(([name, value], at) => {
      const field = storedField(entity, name);
      return [name, field === undefined || field.kind === 'json' ? value : one(value, field, at)];
    }),
  );
}

async function expectStored(entity: EntityDef, id: string, form: Row): Promise<void> {
  const { data: row } = await t.call<Row>('POST', `${entity.base}/detail`, { id }, as);
  for (const [name, value] of Object.entries(form)) {
    const field = storedField(entity, name);
    // What the rest of the form hides is not stored.
    if (field?.visible?.(form) === false) continue;
    if (field?.kind === 'private') {
      const { rows } = await t.app.pool.query<{ hash: Buffer }>(
        `select ${snake(name)}_hash as hash from ${entity.table} where id = $1`,
        [id],
      );
      expect(rows[0]?.hash.equals(hashOf(t.app.secrets, String(value))), name).toBe(true);
    } else if (field?.kind === 'dict') expect(String(row[name]), name).toBe(String(value));
    else expect(row[name], name).toEqual(value);
  }
}

/** A list of vehicles is no prose. */
const lists: ReadonlySet<string> = new Set(['otaTaskOld.vins']);

/** Texts hold what composes and decomposes, where nothing says what else they hold. */
function accented(entity: EntityDef, form: Row): Row {
  const name = Object.keys(form).find((one) => {
    const field = storedField(entity, one);
    return field?.kind === 'longText' && !isIdentifier(field) && !lists.has(`${entity.name}.${one}`);
  });
  return name === undefined ? form : { ...form, [name]: 'Café Ångström' };
}

/** Two forms of an entity have each value in two of the ways, and each way on some values: the edge knows no field by its name. */
const mixed = [0, 1].map((turn) => {
  const ways = Object.values(variants);
  return (text: string, field: StoredField, at: number) => ways[(2 * at + turn) % ways.length]?.(text, field) ?? text;
});

describe.each(addable)('$name', (entity) => {
  test.each(mixed)('a form written in mixed ways is stored in its normal form', async (vary) => {
    const form = accented(entity, await sampleForm(t, entity));
    const answer = await t.call<{ id: string }>('POST', pathOfCall(entity, 'add'), written(entity, form, vary), as);
    expect({ code: answer.code, data: answer.code === 0 ? {} : answer.data }).toEqual({ code: 0, data: {} });
    await expectStored(entity, answer.data.id, form);

    // Unique values are taken in every way they can be written.
    const unique = uniqueIn(entity, form);
    const free = unique.length > 0 ? await sampleForm(t, entity) : {};
    for (const names of unique) {
      const same = Object.fromEntries(names.map((name) => [name, form[name]]));
      const other = { ...free, ...written(entity, same, vary) };
      const again = await t.call('POST', pathOfCall(entity, 'add'), other, as);
      expect([1009, 2012, 4001, 5171], names.join()).toContain(again.code);
    }

    // What is fixed is unchanged in every way it can be written, and a change is stored like a new value.
    if (!entity.calls.includes('update')) return;
    const { data: row } = await t.call<{ rev: number }>('POST', `${entity.base}/detail`, { id: answer.data.id }, as);
    const kept = Object.fromEntries(Object.entries(form).filter(([name]) => !entity.machines?.[name]));
    const again = { ...written(entity, kept, vary), id: ` ${answer.data.id}\u3000`, rev: row.rev };
    const changed = await t.call('POST', pathOfCall(entity, 'update'), again, as);
    expect({ code: changed.code, data: changed.code === 0 ? {} : changed.data }).toEqual({ code: 0, data: {} });
    await expectStored(entity, answer.data.id, kept);
  });
});

/** How a cell names what a form refers to by its id. */
async function cellOf(field: StoredField, value: unknown): Promise<string> {
  if (Array.isArray(value)) return (await Promise.all(value.map((one) => cellOf(field, one)))).join('、');
  if (field.kind !== 'ref' && field.kind !== 'refMany') return String(value);
  const target = entityNamed(field.to);
  const { rows } = await t.app.pool.query<{ key: string }>(
    `select ${snake(naturalKeys(target)[0] ?? 'id')} as key from ${target.table} where id = $1`,
    [value],
  );
  return rows[0]?.key ?? '';
}

const unsaid = new Set(['image', 'images', 'file', 'files', 'video', 'audio', 'json', 'money', 'refMany']);

describe.each(addable.filter((entity) => entity.calls.includes('import')))('import of $name', (entity) => {
  test.each(mixed)('cells written in mixed ways are stored in their normal form', async (vary) => {
    const sample = accented(entity, await sampleForm(t, entity));
    const names = (entity.importColumns ?? writableFields(entity)).filter(
      (name) => sample[name] !== undefined && !unsaid.has(storedField(entity, name)?.kind ?? 'json'),
    );
    const cells = await Promise.all(
      names.map(async (name, at) => {
        const field = storedField(entity, name) as StoredField;
        const text = await cellOf(field, sample[name]);
        // References and dictionary entries are named in words, which stay as wide as they are.
        const named = ['ref', 'area', 'dict', 'dictMany', 'flag'].includes(field.kind);
        return vary(text, named ? { kind: 'text' } : field, at);
      }),
    );
    const { data, code } = await sendFile(t, entity.base, await workbookOf(names, [cells]), admin);
    expect({ code, errors: data.errors }).toEqual({ code: 0, errors: [] });
    const { rows } = await t.app.pool.query<{ id: string }>(`select max(id)::text as id from ${entity.table}`);
    await expectStored(entity, rows[0]?.id ?? '', Object.fromEntries(names.map((name) => [name, sample[name]])));
  });
});

const actions = all.flatMap((entity) =>
  Object.entries(entity.actions ?? {}).flatMap(([name, { input }]) =>
    input === undefined ? [] : [[`${entity.name}.${name}`, input] as const],
  ),
);

test.each(actions)('the input of %s is the same, however it is written', (_name, fields) => {
  const example = (field: StoredField): unknown => {
    if ('format' in field && field.format !== undefined) return formats[field.format].example;
    if (field.kind === 'dict') return dictionaries.find((one) => one.category === field.dict)?.entries[0]?.code;
    if (field.kind === 'ref') return '12';
    return field.kind === 'date' ? '2026-01-02' : texts.has(field.kind) ? 'AB12-CD34-说明文字' : undefined;
  };
  const form = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, example(field)]));
  const read = (given: Row) => validateInput(fields, given, validationContext({ lang: 'en' }));
  for (const [way, vary] of Object.entries(variants)) {
    const given = Object.entries(form).map(([name, value]) => {
      const field = fields[name];
      return [name, typeof value === 'string' && field ? vary(value, field) : value];
    });
    expect(read(Object.fromEntries(given)), way).toEqual(read(form));
  }
});
