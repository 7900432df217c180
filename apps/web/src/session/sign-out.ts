import { call } from '../api/client.ts';
import { beginLeaving, clearToken } from './token.ts';

/** Ends the session on the server and here. A server that cannot be reached does not keep anybody signed in. */
export async function signOut(): Promise<void> {
  beginLeaving();
  await call('/system/crm/sysUser/ssoLogout').catch(() => undefined);
  clearToken();
  location.assign('/login');
}
