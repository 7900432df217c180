import { recordOf } from '@wheelhouse/contract/object';
import type { CallName, EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { codeOfCall, entities, entityOf, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { chooseAction } from '../../entity/actions.ts';
import { actionOfCall } from '../../entity/audit.ts';
import { maskOf } from '../../entity/seal.ts';
import type { App, Attempt } from '../../http/context.ts';
import { traceAllowance } from '../../http/trace-allowance.ts';
import { mobilePattern } from './accounts.ts';
import { idPattern } from '@wheelhouse/contract/text';

const all = Object.values(entities).map(plain);

/** Entity and standard call behind a path. */
const standard = new Map<string, { readonly entity: EntityDef; readonly call: CallName }>();
for (const entity of all) for (const call of entity.calls) standard.set(pathOfCall(entity, call), { entity, call });

/** Entity by base path: those of the definitions, and those of other calls about their records. Of two at one path it is the first: the other is its log. */
const bases = new Map([
  ...all.toReversed().map((entity) => [entity.base, entity.name] as const),
  ['/system/crm/sysFunction', 'sysFunction'],
  ['/system/crm/sysSession', 'sysUser'],
  ['/system/crm/sysTotp', 'sysUser'],
  ['/system/crm/mobile', 'sysUser'],
  ['/system/crm/smsOutbox', 'smsOutbox'],
  ['/system/crm/work', 'work'],
]);

interface Operation {
  readonly action: string;
  readonly entity: string | null;
  readonly functionCode: string | null;
  readonly route: string | null;
}

/** What was sent may have been refused by its schema: each part is looked at by its type. */
const rowOf = (input: unknown): Row => recordOf(input);

/** Page of a function code: the part before its dot. */
const pageOf = (code: string | null): string | null => code?.split('.')[0] ?? null;

/** What a generic write was about. */
function genericOperation(name: string, body: Row): Operation {
  const entity = entityOf(name);
  const inner = Object.keys(body).length === 1 ? rowOf(Object.values(body)[0]) : {};
  const action = (body['id'] ?? inner['id'] ?? '') === '' ? 'add' : 'update';
  if (entity === undefined) return { action, entity: null, functionCode: null, route: null };
  return { action, entity: entity.name, functionCode: codeOfCall(entity, action), route: entity.page };
}

/** Action, entity and function of an attempt, named as `audit` names them. */
export function operationOf({ call, params, input }: Attempt): Operation {
  const body = rowOf(input);
  if (params['modelName'] !== undefined) return genericOperation(params['modelName'], body);
  const known = standard.get(call.path);
  if (known !== undefined) {
    const { entity } = known;
    const action = actionOfCall(known.call);
    return { action, entity: entity.name, functionCode: codeOfCall(entity, known.call), route: entity.page };
  }
  const at = call.path.lastIndexOf('/');
  const [base, last] = [call.path.slice(0, at), call.path.slice(at + 1)];
  const owner = bases.get(base) ?? null;
  const entity = owner === null ? undefined : entityOf(owner);
  const chosen = entity && chooseAction(entity, last, body);
  const codes = typeof call.access === 'string' ? [call.access] : call.access;
  const functionCode = chosen?.action.button ?? codes.find((code) => code.includes('.')) ?? null;
  return {
    action: chosen?.name ?? /^(add|update|delete|export)(?=[A-Z])/.exec(last)?.[0] ?? last,
    entity: owner,
    functionCode,
    route: entity?.page ?? pageOf(functionCode),
  };
}

const codePattern = /^[A-Za-z][\w.]{0,63}$/;

/** Records the attempt was about: numbers of rows and codes, nothing else of what was sent. */
function objectsOf(input: unknown): (string | null)[] {
  const body = rowOf(input);
  const inner = Object.keys(body).length === 1 ? rowOf(Object.values(body)[0]) : {};
  const ids = Array.isArray(body['ids']) ? body['ids'].filter((id): id is string => typeof id === 'string') : [];
  const several = ids.filter((id) => idPattern.test(id)).slice(0, 20);
  if (several.length > 0) return several;
  for (const name of ['id', 'userId', 'vehicleId'])
    for (const value of [body[name], inner[name]])
      if ((typeof value === 'string' || typeof value === 'number') && idPattern.test(String(value)))
        return [String(value)];
  const code = [body['roleCode'], body['code']].find((value) => typeof value === 'string' && codePattern.test(value));
  return [typeof code === 'string' ? code : null];
}

/** User name of an attempt without a session: the submitted name, masked if it is a mobile number. */
function nameOf({ user, input }: Attempt): string {
  if (user !== null) return user.username;
  const mobile = rowOf(input)['mobile'];
  return typeof mobile === 'string' && mobilePattern.test(mobile) ? maskOf('mobile', mobile) : '-';
}

/**
 * Writes an attempt into the operation log, outside the transaction that was rolled back: who, from where, what, on which records, and how it
 * ended; names of refused fields, never what was sent.
 */
export async function recordAttempt(app: App, attempt: Attempt): Promise<void> {
  const { user, call, code, fields, ip, userAgent, requestId, costMs } = attempt;
  const ids = objectsOf(attempt.input);
  const { rows, missed } = traceAllowance(app, user?.id ?? ip, ids.length);
  if (rows === 0) return;
  const { action, entity, functionCode, route } = operationOf(attempt);
  const details = {
    ...(fields.length > 0 && { '@fields': fields.slice(0, 20).join(', ').slice(0, 400) }),
    ...(missed > 0 && { '@missed': missed }),
  };
  const after = Object.keys(details).length === 0 ? null : JSON.stringify(details);
  const values = ids
    .slice(0, rows)
    .map(
      (id) =>
        sql`(${user?.id ?? null}, ${nameOf(attempt)}, ${route}, ${functionCode}, ${call.method}, ${call.path}, ${action}, ${entity}, ${id}, ${after}::jsonb, ${ip}, ${userAgent.slice(0, 300)}, ${code}, ${costMs}, ${requestId})`,
    );
  await sql`insert into sys_operation_log (user_id, username, route, function_code, method, path, action, entity, entity_id, after, ip, user_agent,
    result_code, cost_ms, request_id) values ${sql.join(values)}`.execute(app.db);
}
