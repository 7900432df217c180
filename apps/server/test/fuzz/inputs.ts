import fc from 'fast-check';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import type { Call } from '../../src/http/call.ts';

const all = Object.values(entities).map(plain);

const entityOfPath = (path: string): EntityDef | undefined =>
  all.find((entity) => path.startsWith(`${entity.base}/`) && entity.calls.length > 0);

/** What the inputs of calls are about: records that are there, and forms that would be taken. */
export interface Known {
  readonly ids: ReadonlyMap<string, string>;
  readonly forms: ReadonlyMap<string, object>;
}

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

/** Values that a call may be sent anywhere, and that break what touches them before a schema does. */
// prettier-ignore
const hostile: readonly unknown[] = [
  { toString: 1 }, { valueOf: null }, { toJSON: 'x' }, JSON.parse('{"constructor":{"name":"x"}}'), { hasOwnProperty: 1 }, { length: -1 }, { eq: 1 }, { $gt: '' },
  [], {}, [[]], [null], [{ toString: 1 }], ['1'], ['1', '1'], ['__proto__'], [0], deep(20), deep(40), Array.from({ length: 1_000 }, () => '1'),
  '', ' ', '0', '1', '-1', '1e999', 'NaN', 'Infinity', '9'.repeat(40), '0x10', ' 13999990001', '１２', '\u200b1', '\u202e', '\ud800', '\u0000', "' or 1=1 --", '%', '%_\\',
  '../../secret.key', '/etc/passwd', 'secret.key', '..\\x', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:alert(1)">x</a>', '=cmd|1',
  '__proto__', 'constructor', 'toString', '2026-02-30', '2026-01-01 25:61:61', '9999-12-31', '😀'.repeat(50), 'x'.repeat(5_000), 'a,b;c', 'desc; drop table x',
  0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -0, true, false, null,
];
const nasty = fc.constantFrom(...hostile);
const long = fc.constantFrom('x', '汉').map((char) => char.repeat(300_000));
const value = fc.oneof(
  { weight: 40, arbitrary: nasty },
  { weight: 10, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: long },
);

function shapeOf(call: Call): string[] {
  const schema: unknown = call.body ?? call.query;
  return typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** Fields of an action's input, and what chooses it. */
function actionOf(call: Call, entity: EntityDef | undefined): { names: string[]; fixed: object } {
  const actions = Object.values(entity?.actions ?? {}).filter((one) => call.path === `${entity?.base}/${one.path}`);
  return {
    names: actions.flatMap((one) => [...Object.keys(one.input ?? {}), ...Object.keys(one.fixedInput ?? {})]),
    fixed: { ...actions[0]?.fixedInput },
  };
}

/** An input that a call may accept, as far as it can be derived: a form, a record, the values that choose an action. */
function baseOf(call: Call, { ids, forms }: Known): object {
  const entity = entityOfPath(call.path);
  const name = entity?.name ?? '';
  const id = ids.get(name) ?? '1';
  if (call.path === '/rest/w/:modelName') return { ...forms.get('vehicleSeries') };
  if (entity !== undefined && call.path === pathOfCall(entity, 'add')) return { ...forms.get(name) };
  return { id, ids: [id], rev: 1, ...actionOf(call, entity).fixed };
}

/** Every name that a call knows. */
function namesOf(call: Call): string[] {
  const entity = entityOfPath(call.path);
  const own = [...shapeOf(call), ...actionOf(call, entity).names];
  const fields = entity === undefined || own.length > 0 ? [] : Object.keys(entity.fields).slice(0, 40);
  return [...new Set([...own, ...fields, 'id', 'ids', 'query', 'orderBy', 'reason'])];
}

/** Bodies for a call: what it takes with parts of it replaced, parts alone, queries, and anything at all. */
export function bodies(call: Call, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.keys(entityOfPath(call.path)?.fields ?? {}).slice(0, 40);
  const few = fc.dictionary(fc.constantFrom(...namesOf(call)), value, { maxKeys: 4, noNullPrototype: true });
  const operator = fc.constantFrom('', '.like', '.ge', '.in', '.null');
  const narrowed = fc
    .dictionary(
      fc.tuple(fc.constantFrom('id', ...fields), operator).map((parts) => parts.join('')),
      value,
      { maxKeys: 3, noNullPrototype: true },
    )
    .map((query) => ({ query, orderBy: fields[0] }));
  return fc.oneof(
    { weight: 5, arbitrary: few.map((one) => ({ ...baseOf(call, known), ...one })) },
    { weight: 2, arbitrary: few },
    { weight: call.path.endsWith('list') ? 4 : 1, arbitrary: narrowed },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

/** Bodies in which one known name after the other holds one hostile value after the other; the first is what broke traces once. */
export function onePartEach(call: Call, known: Known, most: number): unknown[] {
  const names = namesOf(call);
  const given: unknown[] = [];
  for (const [at, part] of hostile.entries())
    for (const [turn, name] of names.entries()) {
      if (given.length >= most) return given;
      // In turns, so that a few inputs already try many values.
      given.push({ ...baseOf(call, known), [name]: at === 0 ? part : hostile[(at + turn * 7) % hostile.length] });
    }
  return given;
}

/** Beginnings that make a file look like something. */
const magic = ['PK\u0003\u0004', '%PDF-1.7\n', '\u0089PNG\r\n\u001a\n', 'GIF89a', '<svg onload=alert(1)>', ''].map(
  (text) => Buffer.from(text, 'latin1'),
);
export interface JunkFile {
  readonly content: Uint8Array;
  readonly name: string;
}
export const files: fc.Arbitrary<JunkFile> = fc
  .tuple(
    fc.constantFrom(...magic),
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom('a.xlsx', '../../a.xlsx', 'a.svg', 'a.png', 'x\u0000.pdf'),
  )
  .map(([head, rest, name]) => ({ content: Buffer.concat([head, rest]), name }));
