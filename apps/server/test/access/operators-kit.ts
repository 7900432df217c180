import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { addRole, addUser, freshMobile, md5, password } from './fixture.ts';

export interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly rev: number;
}
export interface Batch {
  readonly changed: number;
  readonly deleted: number;
  readonly skipped: readonly { readonly id: string; readonly message: string }[];
}

const base = '/system/crm/sysUser';
const clerkRights = ['query', 'add', 'edit', 'enable', 'resetPwd', 'delete', 'unlock'].map(
  (action) => `operatorManage.${action}`,
);
let count = 0;

/** Roles of clerks who keep accounts, everywhere or in one region, and of those whom they keep. */
export async function addClerkRoles(t: TestApp): Promise<void> {
  await addRole(t, 'clerks', clerkRights);
  await addRole(t, 'lesser', ['operatorManage.query']);
  await addRole(t, 'other', ['vehicleManage.query']);
  await addRole(t, 'clerks_east', ['operatorManage.query', 'operatorManage.add', 'operatorManage.edit'], 2);
  await addRole(t, 'lesser_east', ['operatorManage.query'], 2);
}

/** A form of an operator that the server takes. */
export const operatorForm = (more: object = {}) => ({
  username: `op.${++count}`,
  realName: '张伟',
  mobile: freshMobile(),
  organizationCode: 'HQ.CS',
  roleCodes: ['lesser'],
  ...more,
});

/** The calls about operators, as the administrator unless said otherwise. */
export function operatorCalls(app: () => TestApp) {
  const post = <Data = unknown>(call: string, body: object, as = 'admin') =>
    app().call<Data>('POST', `${base}/${call}`, body, { as });
  const detail = async (id: string) => (await post<Row>('detail', { id })).data;
  return {
    post,
    detail,
    async added(more: object = {}, as = 'admin') {
      const sent = operatorForm(more);
      const answer = await post<{ id: string; initialPassword: string }>('addUser', sent, as);
      expect(answer).toMatchObject({ code: 0 });
      return { ...answer.data, username: sent.username };
    },
    update: async (id: string, more: object, as = 'admin') =>
      post('updateUser', { id, rev: (await detail(id)).rev, ...more }, as),
    signIn: async (username: string, typed: string) =>
      (await app().call('POST', `${base}/ssoLogin`, { username, password: md5(typed) })).code,
    /** Somebody who keeps accounts, signed in. */
    async clerk(roles: readonly string[] = ['clerks'], organizationCode = 'HQ') {
      const username = `clerk.${++count}`;
      const id = await addUser(app(), { username, roles, organizationCode });
      return { id, token: await app().login(username, password) };
    },
  };
}
