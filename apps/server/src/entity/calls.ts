import { langs } from '@wheelhouse/contract/lang';
import type { CallName, EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Row } from '@wheelhouse/entities/fields';
import { codeOfCall, entities, entityOf, labelOf, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { z, type ZodType } from 'zod';
import { defineCall, RawJson, type Call } from '../http/call.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { runAction, setState } from './actions.ts';
import { exportRows } from './export.ts';
import { importRows, importTemplate } from './import.ts';
import { optionsCall } from './options.ts';
import { detail, list, listJson, readQuery } from './read.ts';
import { add, batchDelete, savedRow, update } from './write.ts';

const all = Object.values(entities).map(plain);
const listBody = z.looseObject({
  page: z.unknown().optional(),
  pageSize: z.unknown().optional(),
  orderBy: z.unknown().optional(),
  query: z.unknown().optional(),
  exactTotal: z.unknown().optional(),
});
const anyBody = z.record(z.string(), z.unknown());

/** Documents a form's fields; the rules themselves are the entity's, so that refusals name fields in the caller's language. */
function formBody(entity: EntityDef, call: 'add' | 'update') {
  const fields = Object.entries(entity.fields).filter(([, field]) => !isDerived(field) && !field.readonly);
  const shape = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      z
        .unknown()
        .optional()
        .describe(`${labelOf(entity, name).en} (${field.kind})`),
    ]),
  );
  return z.looseObject(
    call === 'update' ? { id: z.unknown().optional(), rev: z.unknown().optional(), ...shape } : shape,
  );
}

/** What a standard call takes and does; path, rights and summary are the same for all. */
type CallBody = Pick<Call, 'method' | 'body' | 'query' | 'upload'> & {
  readonly run: (ctx: CallContext, input: Row) => Promise<unknown>;
};

const post = (run: CallBody['run'], body: CallBody['body'] = anyBody): CallBody => ({ method: 'POST', body, run });

const bodies: { readonly [K in CallName]: (entity: EntityDef) => CallBody } = {
  list: (entity) => post((ctx, input) => list(ctx, entity, input), listBody),
  detail: (entity) => post((ctx, input) => detail(ctx, entity, input['id']), z.looseObject({ id: z.unknown() })),
  add: (entity) => post((ctx, input) => add(ctx, entity, input), formBody(entity, 'add')),
  update: (entity) => post((ctx, input) => update(ctx, entity, input), formBody(entity, 'update')),
  batchDelete: (entity) => post((ctx, input) => batchDelete(ctx, entity, input, all)),
  enable: (entity) => post((ctx, input) => setState(ctx, entity, 'enabled', input)),
  shelf: (entity) => post((ctx, input) => setState(ctx, entity, 'shelfStatus', input)),
  import: (entity) => ({
    method: 'POST',
    upload: { maxBytes: 20 * 1024 * 1024 },
    run: (ctx) => importRows(ctx, entity),
  }),
  importTemplate: (entity) => ({
    method: 'GET',
    query: z.object({ lang: z.enum(langs).optional() }),
    run: (ctx, input) =>
      importTemplate(ctx, entity, input['lang'] === 'en' || input['lang'] === 'zh' ? input['lang'] : undefined),
  }),
  export: (entity) => post((ctx, input) => exportRows(ctx, entity, input)),
};

function standardCall(entity: EntityDef, call: CallName): Call {
  const { run, ...body } = bodies[call](entity);
  return defineCall<ZodType | undefined, ZodType | undefined>({
    ...body,
    path: pathOfCall(entity, call),
    access: codeOfCall(entity, call),
    summary: { zh: `${entity.label.zh} ${call}`, en: `${entity.label.en}: ${call}` },
    run: (ctx, input) => run(ctx, (input ?? {}) as Row),
  });
}

function actionCalls(entity: EntityDef): Call[] {
  const paths = new Map<string, string[]>();
  for (const action of Object.values(entity.actions ?? {}))
    paths.set(action.path, [...(paths.get(action.path) ?? []), action.button]);
  return [...paths].map(([path, buttons]) =>
    defineCall({
      method: 'POST',
      path: `${entity.base}/${path}`,
      access: [...new Set(buttons)],
      body: anyBody,
      summary: { zh: `${entity.label.zh} ${path}`, en: `${entity.label.en}: ${path}` },
      run: (ctx, input) => runAction(ctx, entity, path, input),
    }),
  );
}

/** A model of a generic call that the user may use. @throws AppError 1001 unknown model, 1003 not permitted */
function modelFor(ctx: CallContext, name: string, call: CallName): EntityDef {
  const entity = entityOf(name);
  if (!entity)
    throw new AppError(1001, undefined, {
      errors: [{ field: name.slice(0, 60), message: new AppError(1001).textIn(ctx.lang) }],
    });
  if (call !== 'list' && !entity.calls.includes(call)) throw new AppError(1003);
  const code = codeOfCall(entity, call);
  if (!ctx.user.isAdmin && code !== 'login' && !ctx.app.sessions.allowed(ctx.user, pathOfCall(entity, call), [code]))
    throw new AppError(1003);
  return entity;
}

const asRow = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};

/** `/rest/r/{modelName}` (catalogue 01 §12): several models may be read at once, each under its list page's rights. */
const restRead = defineCall({
  method: 'POST',
  path: '/rest/r/:modelName',
  access: 'login',
  body: anyBody,
  traced: false,
  summary: { zh: '通用读取', en: 'Generic read' },
  async run(ctx, input) {
    const names = [...new Set((ctx.params['modelName'] ?? '').split(',').map((name) => name.trim()))].slice(0, 10);
    const queries = names.map((name) => {
      const entity = modelFor(ctx, name, 'list');
      const own = Object.hasOwn(input, name) ? input[name] : input[name.charAt(0).toUpperCase() + name.slice(1)];
      return { name, entity, query: readQuery(ctx, asRow(own)) };
    });
    const parts = await Promise.all(
      queries.map(async ({ name, entity, query }) => `${JSON.stringify(name)}:${await listJson(ctx, entity, query)}`),
    );
    return new RawJson(`{${parts.join(',')}}`);
  },
});

/** `/rest/w/{modelName}`: with id an update, without an add, under the very same rules as those calls. */
const restWrite = defineCall({
  method: 'POST',
  path: '/rest/w/:modelName',
  access: 'login',
  body: anyBody,
  summary: { zh: '通用写入', en: 'Generic write' },
  async run(ctx, input) {
    const name = ctx.params['modelName'] ?? '';
    const keys = Object.keys(input);
    const body =
      keys.length === 1 && keys[0]?.toLowerCase() === name.toLowerCase() ? asRow(input[keys[0] ?? '']) : input;
    const call = body['id'] === undefined || body['id'] === null || body['id'] === '' ? 'add' : 'update';
    const entity = modelFor(ctx, name, call);
    const { id: _none, ...form } = body;
    const { id, rev: _rev, ...told } = call === 'add' ? await add(ctx, entity, form) : await update(ctx, entity, body);
    return { [entity.name]: { ...(await savedRow(ctx, entity, id)), ...told } };
  },
});

/** Calls of every entity of the registry, and the generic ones. */
export function entityCalls(): Call[] {
  return [
    ...all.flatMap((entity) => [...entity.calls.map((call) => standardCall(entity, call)), ...actionCalls(entity)]),
    restRead,
    restWrite,
    optionsCall,
  ];
}
