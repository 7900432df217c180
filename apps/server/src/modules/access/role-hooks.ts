import { closeFunctions, heldFunctions } from '@wheelhouse/entities/access/function-tree';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import type { HooksOf, SavingOf, StateGuard } from '../../entity/hooks.ts';
import { run } from '../../entity/run.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { type GrantedRole, mayTurnRole, oneAtATime, rightsLock, rolesByCode } from './grants.ts';
import { sessionsOf } from './sessions.ts';

/** The right that is required to grant rights; losing it cannot be undone by oneself. */
const keyRight = 'roleRightsManage.edit';

const texts = { unknown: { zh: '功能不存在：{code}', en: 'No such function: {code}' } } as const;
const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Whether the user would still hold the key right if the role had these functions, or were not there. */
async function keepsKeyRight(
  ctx: CallContext,
  tx: Tx,
  roleCode: string,
  functions: readonly string[],
): Promise<boolean> {
  const { user } = ctx;
  if (user.isAdmin || !user.roleCodes.includes(roleCode) || !user.functions.has(keyRight)) return true;
  const others = await rolesByCode(
    tx,
    user.roleCodes.filter((code) => code !== roleCode),
  );
  const granted = [...functions, ...[...others.values()].flatMap((role) => role.functions)];
  return (await sessionsOf(ctx.app).treeIn(tx)).effective(granted).has(keyRight);
}

/** Members that are accounts of dealers. */
async function dealerMembers(tx: Tx, roleCode: string): Promise<number> {
  const [row] = await run<{ n: number }>(
    tx,
    sql`select count(*)::int as n from sys_user_role ur join sys_user u on u.id = ur.user_id and not u.deleted and u.user_type = 2 where ur.role_code = ${roleCode}`,
  );
  return row?.n ?? 0;
}

/** Adds the functions that the chosen ones require. @throws AppError 1001, 1115 for functions the user lacks, 1119 */
async function checkFunctions({ ctx, tx, old, values }: SavingOf<'sysRole'>): Promise<string[]> {
  if (values.functionCodes === undefined) return codesOf(old?.functionCodes);
  const tree = await sessionsOf(ctx.app).treeIn(tx);
  const ticked = codesOf(values.functionCodes);
  const unknown = ticked.find((code) => !tree.has(code));
  if (unknown !== undefined) throw refuseField(ctx, 'functionCodes', texts.unknown, { code: unknown });
  const before = new Set(codesOf(old?.functionCodes));
  // Functions the role already had are kept, although they may have been moved to another page since.
  const added = ticked.filter((code) => !before.has(code));
  const needed = [...heldFunctions(ticked), ...closeFunctions(added, tree.parentOf)];
  const closed = [...new Set(needed)].filter((code) => tree.has(code)).toSorted();
  if (!ctx.user.isAdmin && closed.some((code) => !before.has(code) && !ctx.user.functions.has(code)))
    throw fieldRefusal(ctx, 'functionCodes', 1115);
  if (old && !(await keepsKeyRight(ctx, tx, old.roleCode, closed))) throw new AppError(1119);
  values.functionCodes = closed;
  return closed;
}

/** @throws AppError 1115 where the role grants, or would grant, what the user does not have */
async function checkTurn({ ctx, tx, old, values }: SavingOf<'sysRole'>, functions: readonly string[]): Promise<void> {
  const changed = (['functionCodes', 'dataScope', 'enabled'] as const).find((name) => values[name] !== undefined);
  if (changed === undefined) return;
  const roleCode = String(old?.roleCode ?? values.roleCode);
  const before = old && (await rolesByCode(tx, [roleCode])).get(roleCode);
  const next = (name: 'enabled' | 'dealerAssignable' | 'dataScope') => Number(values[name] ?? old?.[name]);
  const after: GrantedRole = {
    roleCode,
    functions,
    enabled: next('enabled') === 0 ? 0 : 1,
    dealerAssignable: next('dealerAssignable') === 1 ? 1 : 0,
    dataScope: next('dataScope'),
  };
  const isSame =
    before?.enabled === after.enabled &&
    before.dataScope === after.dataScope &&
    new Set([...before.functions, ...functions]).size === functions.length &&
    before.functions.length === functions.length;
  if (!isSame && !(await mayTurnRole(ctx, tx, before, after)))
    throw fieldRefusal(ctx, before && before.dataScope !== after.dataScope ? 'dataScope' : changed, 1115);
}

async function checkRole(saving: SavingOf<'sysRole'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  if (old && old.builtIn === 1) throw new AppError(1117);
  await oneAtATime(tx, rightsLock);
  const functions = await checkFunctions(saving);
  await checkTurn(saving, functions);
  const forDealers = Number(values.dealerAssignable ?? old?.dealerAssignable) === 1;
  const tree = await sessionsOf(ctx.app).treeIn(tx);
  if (forDealers && tree.staffOnly(functions).length > 0)
    throw fieldRefusal(ctx, values.functionCodes === undefined ? 'dealerAssignable' : 'functionCodes', 1116);
  if (old && !forDealers && old.dealerAssignable === 1) {
    const n = await dealerMembers(tx, old.roleCode);
    if (n > 0) throw fieldRefusal(ctx, 'dealerAssignable', 1118, { n });
  }
}

async function saveFunctions({ tx, old, values }: SavingOf<'sysRole'>): Promise<void> {
  if (values.functionCodes === undefined) return;
  const roleCode = String(old?.roleCode ?? values.roleCode);
  const codes = codesOf(values.functionCodes);
  await run(
    tx,
    sql`delete from sys_role_function where role_code = ${roleCode} and function_code <> all(${codes}::text[])`,
  );
  await run(
    tx,
    sql`insert into sys_role_function (role_code, function_code) select ${roleCode}, unnest(${codes}::text[]) on conflict do nothing`,
  );
}

/** The role with its functions, while nobody else changes what anybody may do. */
async function lockedRole(tx: Tx, { roleCode }: StoredRowOf<'sysRole'>): Promise<GrantedRole | undefined> {
  await oneAtATime(tx, rightsLock);
  return (await rolesByCode(tx, [roleCode])).get(roleCode);
}

const mayBeTurned: StateGuard<StoredRowOf<'sysRole'>> = async (tx, row, to, ctx) => {
  if (row.builtIn === 1) return new AppError(1117);
  const role = await lockedRole(tx, row);
  if (role === undefined) return new AppError(1002);
  if (to === 0 && !(await keepsKeyRight(ctx, tx, role.roleCode, []))) return new AppError(1119);
  const after: GrantedRole = { ...role, enabled: to === 0 ? 0 : 1 };
  return (await mayTurnRole(ctx, tx, role, after)) ? undefined : new AppError(1115);
};

export const roleHooks: HooksOf<'sysRole'> = {
  computed: {
    userCount: (role) =>
      `(select count(*)::int from sys_user_role ur join sys_user u on u.id = ur.user_id and not u.deleted where ur.role_code = ${role}.role_code)`,
    functionCount: (role) => `(select count(*)::int from sys_role_function rf where rf.role_code = ${role}.role_code)`,
    functionCodes: (role) =>
      `array(select rf.function_code from sys_role_function rf where rf.role_code = ${role}.role_code order by rf.function_code)`,
  },
  beforeSave: checkRole,
  afterSave: saveFunctions,
  async refuseDelete(tx, row, ctx) {
    if (row.builtIn === 1) return new AppError(1117);
    const n = Number(row.userCount);
    if (n > 0) return new AppError(1118, { n });
    const role = await lockedRole(tx, row);
    return (await mayTurnRole(ctx, tx, role, undefined)) ? undefined : new AppError(1115);
  },
  committed: (ctx) => sessionsOf(ctx.app).forget(),
  guards: { enabled: mayBeTurned },
};
