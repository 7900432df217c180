import { call } from '../api/client.ts';
import { dropDrafts } from './drafts.ts';
import { beginLeaving, clearToken, currentUserId } from '../api/token.ts';

/** Ends the session on the server and here. A server that cannot be reached does not keep anybody signed in. */
export async function signOut(): Promise<void> {
  beginLeaving();
  await call('/system/crm/sysUser/ssoLogout').catch(() => undefined);
  const userId = currentUserId();
  if (userId !== undefined) dropDrafts(userId);
  clearToken();
  location.assign('/login');
}
