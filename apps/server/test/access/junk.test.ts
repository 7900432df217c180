import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal } from '../../src/entity/seal.ts';
import type { Call } from '../../src/http/call.ts';
import { calls } from '../../src/modules/index.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';

/** Anything at all, sent to every call there is: by the names of its own fields, upon what it would take. */
let t: TestApp;
let token: string;
let key: string;
const forms = new Map<string, object>();
const ids = new Map<string, string>();
const all = Object.values(entities).map(plain);

/** Answers in all, shared out among the calls; JUNK=50000 for a long search. */
const budget = Number(process.env['JUNK'] ?? 1_500);
/** Ends the session that the others need. */
const enders = ['/system/crm/sysUser/ssoLogout'];
const tried = calls.filter((call) => !enders.includes(call.path));
const numRuns = Math.max(5, Math.floor(budget / tried.length));

beforeAll(async () => {
  t = await createTestApp();
  // Not the first sessions: junk may name those, and end them.
  for (let i = 0; i < 7; i++) token = await t.login('admin', adminPassword);
  // The template's administrator is sealed with a key of its own: exports in full shall open him.
  const { enc, hash, mask } = seal(t.app.secrets, 'mobile', '19900000000');
  await t.app.pool.query('update sys_user set mobile_enc = $1, mobile_hash = $2, mobile_mask = $3 where id = 1', [
    enc,
    hash,
    mask,
  ]);
  key = readFileSync(join(t.app.config.dataDir, 'secret.key'), 'utf8').trim();
  for (const entity of all.filter((one) => one.calls.includes('add'))) {
    // That samples can be added is for the registry's own tests to say.
    const id = await addSample(t, entity).catch(() => undefined);
    if (id !== undefined) ids.set(entity.name, id);
    forms.set(entity.name, await sampleForm(t, entity).catch(() => ({})));
  }
}, 60_000);
afterAll(() => t.stop());

// prettier-ignore
const nasty = fc.constantFrom<unknown>(
  '', ' ', '0', '1', '-1', '1e999', 'NaN', '9'.repeat(40), "' or 1=1 --", '%', '%_\\', '../../secret.key', '/etc/passwd', 'secret.key', '..\\x',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:alert(1)">x</a>', '=cmd|1', '__proto__', 'constructor', 'toString',
  '2026-02-30', '2026-01-01 25:61:61', '9999-12-31', '\u202e', '😀'.repeat(50), 'x'.repeat(5_000), 'a,b;c', 'desc; drop table x',
  0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, true, false, null, [], {}, [[]], [null], ['1'], ['1', '1'], [0], { eq: 1 }, { $gt: '' }, { length: 1 },
);
const value = fc.oneof(
  { weight: 4, arbitrary: nasty },
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const entityOfPath = (path: string): EntityDef | undefined =>
  all.find((entity) => path.startsWith(`${entity.base}/`) && entity.calls.length > 0);

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

/** What a call would take, as far as can be told: a form, a record, the values that choose an action. */
function baseOf(call: Call, entity: EntityDef | undefined): object {
  const name = entity?.name ?? '';
  const id = ids.get(name) ?? '1';
  if (call.path === '/rest/w/:modelName') return { ...forms.get('vehicleSeries') };
  if (entity !== undefined && call.path === pathOfCall(entity, 'add')) return { ...forms.get(name) };
  return { id, ids: [id], rev: 1, ...actionOf(call, entity).fixed };
}

function bodies(call: Call): fc.Arbitrary<unknown> {
  const entity = entityOfPath(call.path);
  const fields = entity === undefined ? [] : Object.keys(entity.fields).slice(0, 40);
  const own = [...shapeOf(call), ...actionOf(call, entity).names];
  const names = fc.constantFrom(...own, ...(own.length === 0 ? fields : []), 'id', 'ids', 'query', 'orderBy', 'reason');
  const few = fc.dictionary(names, value, { maxKeys: 4, noNullPrototype: true });
  const narrowed = fc
    .dictionary(
      fc
        .tuple(fc.constantFrom('id', ...fields), fc.constantFrom('', '.like', '.ge', '.in', '.null'))
        .map((parts) => parts.join('')),
      value,
      { maxKeys: 3, noNullPrototype: true },
    )
    .map((query) => ({ query, orderBy: fields[0] }));
  return fc.oneof(
    { weight: 5, arbitrary: few.map((one) => ({ ...baseOf(call, entity), ...one })) },
    { weight: 2, arbitrary: few },
    { weight: call.path.endsWith('list') ? 4 : 1, arbitrary: narrowed },
    fc.jsonValue({ maxDepth: 3 }),
  );
}

/** A body of parts: fields, and a file of any name and content. */
function multipart(fields: unknown, fileName: string, content: Uint8Array): { payload: Buffer; type: string } {
  const boundary = 'junk';
  const parts = Object.entries(typeof fields === 'object' && fields !== null ? fields : {}).map(
    ([name, one]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/[^\w]/g, '_')}"\r\n\r\n${String(JSON.stringify(one))}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName.replaceAll(/["\r\n]/g, '')}"\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(parts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Beginnings that make a file look like something. */
const magic = ['PK\u0003\u0004', '%PDF-1.7\n', '\u0089PNG\r\n\u001a\n', 'GIF89a', '<svg onload=alert(1)>', ''].map(
  (text) => Buffer.from(text, 'latin1'),
);
const files = fc
  .tuple(
    fc.constantFrom(...magic),
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom('a.xlsx', '../../a.xlsx', 'a.svg', 'a.png', 'x\u0000.pdf'),
  )
  .map(([head, rest, name]) => ({ content: Buffer.concat([head, rest]), name }));

async function send(call: Call, given: unknown, file: { content: Uint8Array; name: string }) {
  const headers = { authorization: `Bearer ${token}` };
  const words = String(JSON.stringify(given)).slice(0, 60).toWellFormed();
  const url = call.path.replaceAll(/:\w+/g, call.path.includes('/rest/') ? 'vehicleSeries' : encodeURIComponent(words));
  if (call.upload !== undefined) {
    const { payload, type } = multipart(given, file.name, file.content);
    return t.http.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': type } });
  }
  if (call.method === 'POST')
    return t.http.inject({
      method: 'POST',
      url,
      payload: JSON.stringify(given),
      headers: { ...headers, 'content-type': 'application/json' },
    });
  const query = Object.entries(typeof given === 'object' && given !== null ? given : {}).map(
    ([name, one]): [string, string] => [
      name.toWellFormed(),
      (typeof one === 'string' ? one : String(JSON.stringify(one))).toWellFormed(),
    ],
  );
  return t.http.inject({ method: 'GET', url: `${url}?${new URLSearchParams(query).toString()}`, headers });
}

test.each(tried.map((call) => [call.path, call] as const))(
  '%s takes any junk without a server error',
  async (_path, call) => {
    await fc.assert(
      fc.asyncProperty(bodies(call), files, async (given, file) => {
        const answer = await send(call, given, file);
        expect(answer.statusCode, answer.body.slice(0, 200)).toBeLessThan(500);
        if (call.access !== 'public') expect(answer.statusCode, 'signed out').not.toBe(401);
        // Nothing but the storage is read, whatever a name says.
        expect(answer.body).not.toContain(key);
        expect(answer.body).not.toContain('root:x:0');
        if (String(answer.headers['content-type']).startsWith('application/json'))
          expect(answer.json<{ code: unknown }>().code).toBeTypeOf('number');
      }),
      { numRuns },
    );
  },
  30_000,
);

test('nothing of it was stored that a browser would run', async () => {
  const rich = all
    .filter((entity) => !entity.external)
    .flatMap((entity) =>
      Object.entries(entity.fields)
        .filter(([, { kind }]) => kind === 'richText')
        .map(([name]) => ({
          table: entity.table,
          column: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        })),
    );
  expect(rich.length).toBeGreaterThan(0);
  for (const { table, column } of rich) {
    const { rows } = await t.app.pool.query(
      `select ${column} from ${table} where ${column} ~* '<script|onerror|onload|javascript:' limit 1`,
    );
    expect(rows, `${table}.${column}`).toEqual([]);
  }
});

test('nothing of it was written beside the storage', () => {
  const { dataDir } = t.app.config;
  const isOwn = (name: string): boolean =>
    ['storage', 'tmp', 'uploads', 'files'].includes(name) || name.endsWith('.key');
  expect(readdirSync(dataDir).filter((name) => !isOwn(name))).toEqual([]);
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
});
