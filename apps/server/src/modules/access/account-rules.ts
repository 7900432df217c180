import { labelOf, plain } from '@wheelhouse/entities/registry';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { areas } from '@wheelhouse/entities/areas/areas';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { nextOf, type Saving, type SavingOf } from '../../entity/hooks.ts';
import { run } from '../../entity/run.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import {
  anotherAdmin,
  coversHolder,
  dealerPlace,
  type GrantedRole,
  isAdminRow,
  oneAtATime,
  organizationPath,
  outranks,
  rightsLock,
  rolesByCode,
} from './grants.ts';

const texts = {
  organization: { zh: '组织不存在', en: 'No such organization' },
  role: { zh: '角色不存在或已停用：{code}', en: 'No such role, or disabled: {code}' },
  notForDealers: { zh: '角色不可授予经销商：{code}', en: 'Not for dealer accounts: {code}' },
  region: { zh: '须为省或市', en: 'Must be provinces or cities' },
} as const;

/** Enabled accounts a dealer may have. */
export const mostPerDealer = 20;

const regions = new Set(areas.filter((area) => area.levelType <= 2).map((area) => area.id));
const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Equal values; the order of codes says nothing. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) && !Array.isArray(b)) return (a ?? null) === (b ?? null);
  const [one, other] = [new Set(codesOf(a)), new Set(codesOf(b))];
  return one.size === other.size && [...one].every((code) => other.has(code));
}

type Decisive = 'roleCodes' | 'organizationCode' | 'dealerId' | 'regionScope' | 'validUntil' | 'username' | 'enabled';
type Of<Kept> = { -readonly [K in Decisive & keyof Kept]?: Kept[K] | null | undefined };

/** A save of either kind of account: what its rules read. */
export type AccountSaving = Saving<
  { readonly id: string } & Readonly<Of<StoredRowOf<'sysUser'>>>,
  Of<SavingOf<'sysUser'>['values']>
>;

/** A name is never reused, also not that of a deleted account. @throws AppError 1009 */
async function checkUsername({ ctx, tx, values }: AccountSaving): Promise<void> {
  const name = values.username;
  if (typeof name !== 'string') return;
  const taken = await run(tx, sql`select 1 from sys_user where lower(username) = ${name.toLowerCase()}`);
  if (taken.length > 0)
    throw fieldRefusal(ctx, 'username', 1009, { field: labelOf(plain(sysUser), 'username')[ctx.lang] });
}

/** Newly assigned roles must be enabled. @throws AppError 1001 */
async function checkRoles(saving: AccountSaving): Promise<Map<string, GrantedRole>> {
  const { ctx, tx, old, values } = saving;
  const codes = codesOf(nextOf(saving, 'roleCodes'));
  const roles = await rolesByCode(tx, codes);
  if (values.roleCodes === undefined) return roles;
  const before = new Set(codesOf(old?.roleCodes));
  const disabled = codes.find((code) => !before.has(code) && roles.get(code)?.enabled !== 1);
  if (disabled !== undefined) throw refuseField(ctx, 'roleCodes', texts.role, { code: disabled });
  return roles;
}

/** What decides an account's rights. */
const deciding = ['roleCodes', 'organizationCode', 'regionScope', 'dealerId'] as const;

/** A user cannot create or change an account that would have more rights or a wider scope than the user has. @throws AppError 1115 */
async function refuseBeyond(saving: AccountSaving): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const { user } = ctx;
  const changed = deciding.find((name) => values[name] !== undefined);
  if (changed === undefined || user.isAdmin) return;
  const dealerId = nextOf(saving, 'dealerId');
  const path = await organizationPath(tx, String(nextOf(saving, 'organizationCode')));
  const regionScope = codesOf(nextOf(saving, 'regionScope'));
  const isDealers = typeof dealerId === 'string';
  const holder = {
    ...(old !== undefined && { id: String(old.id) }),
    userType: isDealers ? 2 : 1,
    roleCodes: codesOf(nextOf(saving, 'roleCodes')),
    regionScope: regionScope.length === 0 ? null : regionScope,
    organizationPath: path ?? null,
    dealerId: isDealers ? dealerId : null,
    ...(isDealers ? await dealerPlace(tx, dealerId) : { dealerCityId: null, dealerOrganizationPath: null }),
  } as const;
  if (!(await coversHolder(ctx, tx, holder))) throw fieldRefusal(ctx, changed, 1115);
  if (isDealers || user.scope.kind === 'all') return;
  // Staff of another branch cannot be created, whatever their scope.
  const own = user.scope.organizationPath ?? (await organizationPath(tx, user.organizationCode));
  if (path === undefined || own === undefined || !path.startsWith(own)) throw fieldRefusal(ctx, changed, 1115);
}

/** Users cannot change their own rights. @throws AppError 1111 */
function refuseOwnRights({ ctx, old, values }: AccountSaving): void {
  if (old?.id !== ctx.user.id) return;
  for (const name of ['roleCodes', 'organizationCode', 'regionScope', 'validUntil', 'dealerId'] as const) {
    if (values[name] !== undefined && !isSame(old[name], values[name])) throw fieldRefusal(ctx, name, 1111);
  }
}

/** @throws AppError 1112 when the last administrator without an expiry date would lose the role or get an expiry date */
async function keepAnAdmin(saving: AccountSaving): Promise<void> {
  const { tx, old } = saving;
  if (old === undefined || Number(old.enabled) !== 1 || !isAdminRow(old.roleCodes)) return;
  const stays = isAdminRow(nextOf(saving, 'roleCodes')) && (nextOf(saving, 'validUntil') ?? null) === null;
  const was = (old.validUntil ?? null) === null;
  if (was && !stays && !(await anotherAdmin(tx, String(old.id)))) throw new AppError(1112);
}

/** Locks given roles as a reference to them does. Whoever changes a role locks it before `rightsLock`: in another order both would wait. */
const holdRoles = (tx: Tx, codes: readonly string[]) =>
  run(tx, sql`select 1 from sys_role where role_code = any(${[...codes]}::text[]) order by role_code for key share`);

async function checkAnyAccount(saving: AccountSaving): Promise<Map<string, GrantedRole>> {
  const { ctx, tx, old, values } = saving;
  if (deciding.some((name) => values[name] !== undefined)) {
    await holdRoles(tx, codesOf(values.roleCodes));
    await oneAtATime(tx, rightsLock);
  }
  if (old !== undefined && (await outranks(ctx, tx, String(old.id)))) throw new AppError(1115);
  refuseOwnRights(saving);
  await checkUsername(saving);
  return checkRoles(saving);
}

/** Rules of a staff account beyond its fields. @throws AppError 1001, 1009, 1111, 1112, 1115 */
export async function checkOperator(saving: AccountSaving): Promise<void> {
  const { ctx, tx, values } = saving;
  await checkAnyAccount(saving);
  const organizationCode = String(nextOf(saving, 'organizationCode'));
  if (values.organizationCode !== undefined && (await organizationPath(tx, organizationCode)) === undefined)
    throw refuseField(ctx, 'organizationCode', texts.organization);
  if (codesOf(values.regionScope).some((id) => !regions.has(id))) throw refuseField(ctx, 'regionScope', texts.region);
  await refuseBeyond(saving);
  await keepAnAdmin(saving);
}

/** Whether a dealer may have one more enabled account. Holds the answer until the transaction ends. */
export async function hasRoom(tx: Tx, dealerId: string): Promise<boolean> {
  await oneAtATime(tx, `accounts of dealer ${dealerId}`);
  const [row] = await run<{ n: number }>(
    tx,
    sql`select count(*)::int as n from sys_user where dealer_id = ${dealerId} and user_type = 2 and enabled = 1 and not deleted`,
  );
  return (row?.n ?? 0) < mostPerDealer;
}

/** Rules of a dealer account beyond its fields. @throws AppError 1001, 1009, 1111, 1115, 1120 */
export async function checkDealerAccount(saving: AccountSaving): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const roles = await checkAnyAccount(saving);
  const before = new Set(codesOf(old?.roleCodes));
  const wrong = codesOf(values.roleCodes).find((code) => !before.has(code) && roles.get(code)?.dealerAssignable !== 1);
  if (wrong !== undefined) throw refuseField(ctx, 'roleCodes', texts.notForDealers, { code: wrong });
  await refuseBeyond(saving);
  const dealerId = values.dealerId;
  if (typeof dealerId !== 'string' || dealerId === old?.dealerId) return;
  const [dealer] = await run<{ code: string }>(
    tx,
    sql`select organization_code as code from dlr_dealer where id = ${dealerId}`,
  );
  values.organizationCode = dealer?.code;
  if (Number(nextOf(saving, 'enabled')) === 1 && !(await hasRoom(tx, dealerId))) throw new AppError(1120);
}
