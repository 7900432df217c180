import { recordOf } from '@wheelhouse/contract/object';
import { queryLimits, type Condition } from '@wheelhouse/contract/list-query';
import { langs } from '@wheelhouse/contract/lang';
import type { ActionDef, CallName, EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { codeOfCall, entities, entityOf, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { z, type ZodType } from 'zod';
import { makeCall, RawJson, type Call } from '../http/call.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { id, actionBody, form, ids, key, listQuery, rev, digit } from '../http/kit.ts';
import { shaped, type CallBody } from './shaped.ts';
import { sortRows } from './sort.ts';
import { parseInput } from '../http/translate.ts';
import { checkBudget } from './admit.ts';
import { runAction, setState } from './actions.ts';
import { countersCall } from './counters.ts';
import { exportRows } from './export/index.ts';
import { importRows, importTemplate } from './import/index.ts';
import { savedOrHeld } from './held.ts';
import { actionsSchema, addSchema, detailSchema, listSchema, pageSchema, updateSchema } from './json-schema.ts';
import { entityName, modelCall } from './models.ts';
import { mayCall } from './may.ts';
import { optionsCall } from './options.ts';
import { callsOfPublishable } from './publishable/calls.ts';
import { readQuery } from './query.ts';
import { allFields } from './hidden.ts';
import { detail, findInScope, list, listJson } from './read.ts';
import { type Change, update } from './update.ts';
import { add, batchDelete } from './write.ts';
import { refuseField } from '../http/field-texts.ts';

const all = Object.values(entities).map(plain);

const changeBody: ZodType<Change> = z.looseObject({ id: key, rev });

/** What the documentation says of a standard call beyond its schema: the rules of a form are the entity's, so that refusals name fields in the caller's language. */
const documented: { readonly [K in CallName]?: (entity: EntityDef) => ReturnType<NonNullable<Call['documented']>> } = {
  list: (entity) => ({ body: listSchema(entity), data: pageSchema(entity) }),
  detail: (entity) => ({ data: detailSchema(entity) }),
  add: (entity) => ({ body: addSchema(entity) }),
  update: (entity) => ({ body: updateSchema(entity) }),
};

const bodies: { readonly [K in CallName]: (entity: EntityDef) => CallBody } = {
  list: (entity) => shaped(listQuery, (ctx, input) => list(ctx, entity, input)),
  detail: (entity) => shaped(z.looseObject({ id: key }), (ctx, input) => detail(ctx, entity, input.id)),
  add: (entity) => shaped(form, (ctx, input) => savedOrHeld(ctx.app, () => add(ctx, entity, input))),
  update: (entity) => shaped(changeBody, (ctx, input) => savedOrHeld(ctx.app, () => update(ctx, entity, input))),
  batchDelete: (entity) =>
    shaped(z.looseObject({ ids: ids() }), (ctx, input) => batchDelete(ctx, entity, input.ids, all)),
  enable: (entity) =>
    shaped(z.looseObject({ ids: ids(), enabled: digit }), (ctx, input) =>
      setState(ctx, entity, 'enabled', input.enabled, input.ids),
    ),
  shelf: (entity) =>
    shaped(z.looseObject({ ids: ids(), shelfStatus: digit }), (ctx, input) =>
      setState(ctx, entity, 'shelfStatus', input.shelfStatus, input.ids),
    ),
  sort: (entity) =>
    shaped(
      z.looseObject({
        items: z
          .array(z.looseObject({ id, sort: z.int() }))
          .min(1)
          .max(200),
      }),
      (ctx, input) => sortRows(ctx, entity, input.items),
    ),
  import: (entity) =>
    makeCall({
      method: 'POST',
      path: '',
      access: 'login',
      upload: { maxBytes: 20 * 1024 * 1024 },
      run: (ctx) => importRows(ctx, entity),
    }),
  importTemplate: (entity) =>
    makeCall({
      method: 'GET',
      path: '',
      access: 'login',
      query: z.object({ lang: z.enum(langs).optional() }),
      run: (ctx, input) => importTemplate(ctx, entity, input.lang),
    }),
  export: (entity) => shaped(listQuery, (ctx, input) => exportRows(ctx, entity, input)),
};

function standardCall(entity: EntityDef, call: CallName): Call {
  return {
    ...bodies[call](entity),
    path: pathOfCall(entity, call),
    access: codeOfCall(entity, call),
    documented: () => documented[call]?.(entity) ?? {},
    summary: { zh: `${entity.label.zh} ${call}`, en: `${entity.label.en}: ${call}` },
  };
}

/** Body of a call that several actions share; the number of records is limited by the highest limit among them. */
function actionBodyOf(actions: readonly ActionDef[]) {
  const numbers = actions.map(({ many }) => many);
  const limited = numbers.filter((many) => typeof many === 'number');
  return limited.length === numbers.length
    ? actionBody.extend({ ids: ids(Math.max(...limited)).optional() })
    : actionBody;
}

function actionCalls(entity: EntityDef): Call[] {
  const paths = Map.groupBy(Object.values(entity.actions ?? {}), ({ path }) => path);
  return [...paths].map(([path, actions]) =>
    makeCall({
      method: 'POST',
      path: `${entity.base}/${path}`,
      access: [...new Set(actions.map(({ button }) => button))],
      body: actionBodyOf(actions),
      documented: () => ({ body: actionsSchema(actions) }),
      summary: { zh: `${entity.label.zh} ${path}`, en: `${entity.label.en}: ${path}` },
      run: (ctx, input) => runAction(ctx, entity, path, input),
    }),
  );
}

/** A model of a generic call that the user may use. @throws AppError 1001 unknown model, 1003 not permitted */
function modelFor(ctx: CallContext, name: string, call: CallName): EntityDef {
  const entity = entityOf(name);
  if (!entity) throw refuseField(ctx, name.slice(0, 60), 'invalid');
  if (call !== 'list' && !entity.calls.includes(call)) throw new AppError(1003);
  const code = codeOfCall(entity, call);
  if (!ctx.user.isAdmin && code !== 'login' && !ctx.app.sessions.allowed(ctx.user, pathOfCall(entity, call), [code]))
    throw new AppError(1003);
  return entity;
}

/** A model that one call asks for, ready to be read. */
interface Asked {
  readonly conditions: readonly Condition[];
  /** JSON text of its page. */
  read(): Promise<string>;
}

/** @throws AppError 1001 unknown model, 1003 not permitted */
async function askedModel(ctx: CallContext, name: string, body: Row): Promise<Asked> {
  const call = modelCall(name);
  if (call === undefined) {
    const entity = modelFor(ctx, entityName(name), 'list');
    const query = readQuery(ctx, entity, body);
    return { conditions: query.conditions, read: () => listJson(ctx, entity, query, { asking: 'rest' }) };
  }
  const codes = [call.access].flat();
  if (!ctx.user.isAdmin && !ctx.app.sessions.allowed(ctx.user, call.path, codes)) throw new AppError(1003);
  const input = await parseInput(call.body ?? z.unknown(), body, ctx.lang);
  return { conditions: [], read: async () => JSON.stringify(await call.run(ctx, input)) };
}

/** `/rest/r/{modelName}`: several models may be read at once, each under the rights of the page that lists it. */
const restRead = makeCall({
  method: 'POST',
  path: '/rest/r/:modelName',
  access: 'login',
  body: form,
  effect: 'reads',
  summary: { zh: '通用读取', en: 'Generic read' },
  async run(ctx, input) {
    const names = [...new Set((ctx.params['modelName'] ?? '').split(',').map((name) => name.trim()))];
    if (names.length > queryLimits.models) throw new AppError(1018, queryLimits);
    const asked: (readonly [string, Asked])[] = [];
    for (const name of names) {
      const own = Object.hasOwn(input, name) ? input[name] : input[name.charAt(0).toUpperCase() + name.slice(1)];
      asked.push([name, await askedModel(ctx, name, recordOf(own))]);
    }
    checkBudget(asked.map(([, { conditions }]) => conditions));
    const parts: string[] = [];
    // One by one, so that one call uses one connection at a time.
    for (const [name, model] of asked) parts.push(`${JSON.stringify(name)}:${await model.read()}`);
    return new RawJson(`{${parts.join(',')}}`);
  },
});

/** The row as the user sees it after a save, for `/rest/w`. */
async function savedRow(ctx: CallContext, entity: EntityDef, id: string): Promise<Row> {
  const row = await findInScope(ctx, entity, id);
  const names = new Set(allFields(entity, ctx.user));
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => names.has(name) || name.endsWith('Name') || name.endsWith('Url')),
  );
}

/** `/rest/w/{modelName}`: with id an update, without an add, under the very same rules as those calls. */
const restWrite = makeCall({
  method: 'POST',
  path: '/rest/w/:modelName',
  access: 'login',
  body: form,
  summary: { zh: '通用写入', en: 'Generic write' },
  async run(ctx, input) {
    const name = ctx.params['modelName'] ?? '';
    const keys = Object.keys(input);
    const body =
      keys.length === 1 && keys[0]?.toLowerCase() === name.toLowerCase() ? recordOf(input[keys[0] ?? '']) : input;
    const call = body['id'] === undefined || body['id'] === null || body['id'] === '' ? 'add' : 'update';
    const entity = modelFor(ctx, name, call);
    const { id: _none, ...values } = body;
    const saved = await savedOrHeld(ctx.app, async () =>
      call === 'add'
        ? await add(ctx, entity, values)
        : await update(ctx, entity, await parseInput(changeBody, body, ctx.lang)),
    );
    if ('waiting' in saved) return { [entity.name]: { waiting: saved.waiting } };
    const { id, rev: _rev, ...more } = saved;
    return { [entity.name]: { ...(await savedRow(ctx, entity, id)), ...more } };
  },
});

/** Calls of every entity of the registry, and the generic ones. */
export function entityCalls(): Call[] {
  return [
    ...all.flatMap((entity) => [
      ...entity.calls.map((call) => standardCall(entity, call)),
      ...countersCall(entity),
      ...actionCalls(entity),
      ...callsOfPublishable(entity),
      ...mayCall(entity, all),
    ]),
    restRead,
    restWrite,
    optionsCall,
  ];
}
