import type { MenuNode } from '@wheelhouse/contract/calls/access/rights';
import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { get, onRightsChanged } from '../api/client.ts';
import { attempt } from '../api/attempt.ts';
import { ApiError, isApiError, requestFailedCode } from '../api/errors.ts';
import { getLang, langStore, pick, type Text } from '../i18n/lang.ts';
import { setDictionaries } from '../reference/reference.ts';
import { makeSession, sessionStore } from './session.ts';
import { endSession, readToken, rememberIdentity } from '../api/token.ts';

const verificationFailed = {
  zh: '验证失败，请重新登录',
  en: 'Verification failed, please log in again',
} as const satisfies Text;
let booting: Promise<void> | undefined;

/** Loads user, menu and dictionary, which the browser keeps and asks about anew. Resolves when the console can be shown. */
export function boot(): Promise<void> {
  booting ??= load();
  return booting;
}

async function load(): Promise<void> {
  onRightsChanged(reloadRights);
  langStore.subscribe(() => void attempt(loadDictionaries()));
  try {
    // A failure to load reference data shows a message; the console starts anyway.
    const rest = Promise.all([loadFunctions(), attempt(loadDictionaries())]);
    // Whoever has to change their password first gets no menu; any other refusal meets the `await` below.
    rest.catch(() => undefined);
    const user = await loadUser();
    if (user.mustChangePwd === 1) return sessionStore.set(makeSession(user, []));
    const [functions] = await rest;
    sessionStore.set(makeSession(user, functions));
  } catch (error) {
    // Leaving a page also aborts its requests, which must not sign the user out. So wait a moment: only a page that is still open had a real failure.
    if (isApiError(error, requestFailedCode)) await new Promise((resolve) => setTimeout(resolve, 500));
    endSession(error instanceof ApiError && error.message !== '' ? error.message : pick(verificationFailed), '/');
    // The login page is on its way; nothing of the shell may show meanwhile.
    await new Promise<never>(() => {});
  }
}

async function loadUser(): Promise<CurrentUser> {
  const token = readToken();
  const user = await get('/system/crm/sysUser/myInfo');
  if (token !== null) rememberIdentity(token, user.id);
  return user;
}

const loadFunctions = (): Promise<readonly MenuNode[]> => get('/system/crm/sysFunction/tree');

async function reloadRights(): Promise<void> {
  const [user, functions] = await Promise.all([loadUser(), loadFunctions()]);
  sessionStore.set(makeSession(user, functions));
}

/** Every entry of the dictionary, in the language of the console. */
export async function loadDictionaries(): Promise<void> {
  const lang = getLang();
  const dictionary = await get('/data/crm/itemCode/dictionary', { lang });
  if (lang === getLang()) setDictionaries(dictionary);
}
