import { isDay } from '@wheelhouse/contract/time';
import { formats } from '@wheelhouse/entities/formats';
import { isDerived, type Field, type Row } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '@wheelhouse/entities/define';
import type { JsonSchema } from '../../src/http/call.ts';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addedOtherwise, addSample, sampleForm, sampleInput } from './samples.ts';

/** The documentation describes what the server takes and answers: forms, lists, actions and rows of every entity. */
let t: TestApp;
const all = Object.values(entities).map(plain);
const as = { as: 'admin' } as const;
const ids = new Map<string, string>();
/** Paths that the engine serves: an own call in the place of a standard one is described by its own schema. */
const served = new Set(calls.filter(({ documented }) => documented !== undefined).map(({ path }) => path));
const withCall = (call: CallName) =>
  all.filter((entity) => entity.calls.includes(call) && served.has(pathOfCall(entity, call)));

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
}
interface Documented {
  readonly requestBody: Content;
  readonly responses: { readonly 200: Content };
}
let paths: Readonly<Record<string, { readonly post: Documented }>>;

const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { date: isDay } });
for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, (text) => 'value' in check(text));

const known = new Map<string, ValidateFunction>();
function validatorOf(key: string, schemaOf: () => JsonSchema | undefined): ValidateFunction {
  const schema = known.get(key) ?? ajv.compile(schemaOf() ?? false);
  known.set(key, schema);
  return schema;
}
/** What is wrong with a value by the documentation of a path; nothing: undefined. */
const faultsOf = (validate: ValidateFunction, value: unknown) =>
  validate(value) ? undefined : validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
const bodyFaults = (path: string, body: unknown) =>
  faultsOf(
    validatorOf(`body ${path}`, () => paths[path]?.post.requestBody.content['application/json'].schema),
    body,
  );
const dataFaults = (path: string, data: unknown) =>
  faultsOf(
    validatorOf(
      `data ${path}`,
      () => paths[path]?.post.responses[200].content['application/json'].schema.properties?.['data'],
    ),
    data,
  );

beforeAll(async () => {
  t = await createTestApp({ env: { DOCS: 'true' } });
  ({ paths } = (await t.http.inject('/docs/json')).json<{ paths: typeof paths }>());
  for (const entity of all)
    if (entity.calls.includes('add') || addedOtherwise[entity.name] !== undefined)
      ids.set(entity.name, await addSample(t, entity));
}, 120_000);
afterAll(() => t.stop());

const omit = (form: Row, name: string): Row => Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));

/** Values that a field never takes: of another type, and beyond its limits. */
function badValues(field: Field): unknown[] {
  const bad: unknown[] = field.kind === 'json' ? ['text'] : [{ $gt: '' }];
  if ((field.kind === 'text' || field.kind === 'longText') && field.max !== undefined)
    bad.push('长'.repeat(field.max + 1));
  if ((field.kind === 'int' || field.kind === 'money') && field.max !== undefined) bad.push(field.max + 1);
  if (field.kind === 'flag') bad.push(2);
  if (field.kind === 'date' || field.kind === 'instant') bad.push('tomorrow');
  if (field.kind === 'ref') bad.push('0');
  return bad;
}

describe.each(withCall('add'))('the form of $name', (entity) => {
  const path = pathOfCall(entity, 'add');

  test('is described as it is taken', async () => {
    const form = await sampleForm(t, entity);
    expect(bodyFaults(path, form)).toBeUndefined();
    expect(bodyFaults(path, { ...form, noSuchField: 1 })).toBeDefined();
    const renamed = new Set(
      Object.values(entity.aliases ?? {}).map((alias) => (typeof alias === 'string' ? alias : alias.field)),
    );
    for (const [name, field] of Object.entries(entity.fields)) {
      if (isDerived(field) || field.readonly) {
        expect(bodyFaults(path, { ...form, [name]: 1 }), name).toBeDefined();
        continue;
      }
      for (const value of badValues(field)) expect(bodyFaults(path, { ...form, [name]: value }), name).toBeDefined();
      if (field.required && field.visible === undefined && field.default === undefined && !renamed.has(name))
        expect(bodyFaults(path, omit(form, name)), name).toBeDefined();
    }
    const update = pathOfCall(entity, 'update');
    if (!entity.calls.includes('update') || !served.has(update)) return;
    expect(bodyFaults(update, { ...form, id: '1', rev: 1 })).toBeUndefined();
    expect(bodyFaults(update, { id: '1', rev: 1 })).toBeUndefined();
    expect(bodyFaults(update, form)).toBeDefined();
    expect(bodyFaults(update, { id: '1', rev: 1, noSuchField: 1 })).toBeDefined();
  });
});

describe.each(withCall('list'))('rows of $name', (entity) => {
  const path = pathOfCall(entity, 'list');

  test('are described as they are answered, and what narrows them as it is taken', async () => {
    const { code, data } = await t.call<{ list: readonly { readonly id?: string }[] }>(
      'POST',
      path,
      { pageSize: 50 },
      as,
    );
    expect(code).toBe(0);
    expect(dataFaults(path, data)).toBeUndefined();
    for (const [name, operators] of Object.entries(entity.list.filters)) {
      const operator = [operators].flat()[0];
      const [key, value] =
        operator === 'range' ? [`${name}.ge`, '2025-01-01'] : operator === 'in' ? [`${name}.in`, ['1']] : [name, '1'];
      expect(bodyFaults(path, { query: { [key]: value } }), key).toBeUndefined();
    }
    expect(bodyFaults(path, { query: { noSuchField: '1' } })).toBeDefined();
    const id = ids.get(entity.name) ?? data.list[0]?.id;
    if (!withCall('detail').includes(entity) || id === undefined) return;
    const detail = await t.call('POST', pathOfCall(entity, 'detail'), { id }, as);
    expect(detail.code).toBe(0);
    expect(dataFaults(pathOfCall(entity, 'detail'), detail.data)).toBeUndefined();
  });
});

test('inputs of actions are described as they are taken', async () => {
  for (const entity of all)
    for (const [name, action] of Object.entries(entity.actions ?? {})) {
      const path = `${entity.base}/${action.path}`;
      if (!served.has(path)) continue;
      const input = await sampleInput(t, action.input ?? {});
      const body = { ...(action.many ? { ids: ['1'] } : { id: '1' }), ...action.fixedInput, ...input };
      const what = `${entity.name} ${name}`;
      expect(bodyFaults(path, body), what).toBeUndefined();
      expect(bodyFaults(path, { ...body, noSuchField: 1 }), what).toBeDefined();
      expect(bodyFaults(path, omit(omit(body, 'id'), 'ids')), what).toBeDefined();
    }
}, 120_000);
