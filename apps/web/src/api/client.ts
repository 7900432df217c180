import type { Envelope } from '@wheelhouse/contract/envelope';
import type { ArgumentsOf, GetPath, Method, OutputAt, PostPath } from './paths.ts';
import { getLang, pick, type Text } from '../i18n/lang.ts';
import { notify } from '../lib/notify.ts';
import { randomId } from '../lib/random-id.ts';
import { maySignInAgain, signInAgain } from './again.ts';
import { currentUserId, endSession, isForeignSession, readToken, rememberIdentity } from './token.ts';
import { heard, suspect } from './connection.ts';
import { ApiError, isAbort, isApiError, requestFailed } from './errors.ts';

/** The path of a call, which is also the first part of its query key. */
export type ApiPath = `/${string}`;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** False for the calls of the login page: no token is sent and a refusal does not end a session. */
  readonly auth?: boolean;
  /** Of another session than the browser's: its refusal ends nothing. */
  readonly token?: string;
}

/** Envelope codes with a meaning for the client itself. */
const code = { sessionInvalid: 1102, sessionExpired: 1105, rightsChanged: 1108 } as const;

const rightsChangedTexts = {
  zh: '权限已变更，正在刷新',
  en: 'Permissions changed, reloading',
} as const satisfies Text;

let reloadRights: (() => Promise<void>) | undefined;

/** What to do when the server says that the user's rights changed (1108): functions and menu are loaded again. */
export function onRightsChanged(reload: () => Promise<void>): void {
  reloadRights = reload;
}

let reloading: Promise<void> | undefined;
/** Loads functions and menu again, once at a time; shows the user the reason unless it is null. */
export function refreshRights(text: string | null = pick(rightsChangedTexts)): Promise<void> {
  if (reloading === undefined && text !== null) notify.info(text);
  reloading ??= (reloadRights?.() ?? Promise.resolve()).finally(() => {
    reloading = undefined;
  });
  return reloading;
}

export const isSessionOver = (envelopeCode: number): boolean =>
  envelopeCode === code.sessionInvalid || envelopeCode === code.sessionExpired;

const sessionOverTexts = {
  zh: '登录状态无效，请重新登录',
  en: 'Session invalid, please log in again',
} as const satisfies Text;
/** What the login page says when the server gave no reason of its own. */
export const sessionOverText = (): string => pick(sessionOverTexts);

/** POSTs JSON to a call of the table and answers the envelope's `data`. Throws `ApiError`, or `AbortError` when given up. */
export function call<const P extends PostPath>(
  path: P,
  ...[input, options]: ArgumentsOf<P, 'POST', CallOptions>
): Promise<OutputAt<P, 'POST'>> {
  return exchange('POST', path, input, options);
}

/** GETs with a query string (absent values dropped) and answers the envelope's `data`. Throws as `call` does. */
export function get<const P extends GetPath>(
  path: P,
  ...[input, options]: ArgumentsOf<P, 'GET', CallOptions>
): Promise<OutputAt<P, 'GET'>> {
  return exchange('GET', path, input, options);
}

/** What `call` and `get` do, for those who have checked path and input: `data` of the envelope is what the table says. */
export function exchange<T>(method: Method, path: ApiPath, input: object = {}, options: CallOptions = {}): Promise<T> {
  if (method === 'GET') return unwrap(() => request(withQuery(path, input), { method }, options), options);
  const init = { method, body: JSON.stringify(input), headers: { 'Content-Type': 'application/json' } };
  return unwrap(() => request(path, init, options), options);
}

export function withQuery(path: ApiPath, query: object): ApiPath {
  const values = new URLSearchParams();
  const given: readonly (readonly [string, unknown])[] = Object.entries(query);
  for (const [key, value] of given)
    if (value !== undefined && value !== null && value !== '') values.set(key, String(value));
  const text = values.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Headers of every call. */
export function callHeaders(auth = true, other?: string): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': getLang(), 'X-Request-Id': randomId() };
  const token = other ?? (auth ? readToken() : null);
  const userId = other === undefined ? currentUserId() : undefined;
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  if (token !== null && userId !== undefined) headers['Custom-ID'] = userId;
  return headers;
}

/** A call of the session that this browser is signed in with. */
const isOfBrowser = ({ auth = true, token }: CallOptions): boolean => auth && token === undefined;

/**
 * One HTTP exchange with the console's headers. Network trouble becomes `ApiError`. A call that finds the session over while
 * the page has unsaved input waits for the sign-in in place, and is made again.
 */
export async function request(path: ApiPath, init: RequestInit, options: CallOptions = {}): Promise<Response> {
  const auth = isOfBrowser(options);
  if (auth && !(await isOwnSession())) return new Promise(() => {});
  try {
    const response = await fetch(path, {
      ...init,
      signal: options.signal ?? null,
      headers: { ...init.headers, ...callHeaders(options.auth, options.token) },
    });
    noteAnswer(response.status, response.headers.get('content-type'));
    if (response.status !== 401 || !auth || !maySignInAgain()) return response;
    await signInAgain((await parseEnvelope(response))?.message || sessionOverText());
    return await request(path, init, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    suspect();
    throw requestFailed();
  }
}

/** Whether the server answered, and not a proxy that cannot reach it. */
export function noteAnswer(status: number, contentType: string | null): void {
  if (status >= 502 && status <= 504 && contentType?.includes('json') !== true) suspect();
  else heard();
}

/**
 * Another sign-in in this browser: start again as that user, unless they are the same one and would lose input here.
 * A sign-out elsewhere: leave too, unless input would be lost. False: this page is over.
 */
async function isOwnSession(): Promise<boolean> {
  if (isForeignSession()) {
    if (maySignInAgain() && (await adoptSession())) return true;
    location.reload();
    return false;
  }
  if (readToken() === null && currentUserId() !== undefined && !maySignInAgain()) {
    endSession();
    return false;
  }
  return true;
}

/** Goes on with the browser's other sign-in when it is the same user's. */
export async function adoptSession(): Promise<boolean> {
  const token = readToken();
  if (token === null) return false;
  try {
    const { id } = await call('/system/crm/sysUser/myInfo', {}, { token });
    if (id !== currentUserId()) return false;
    rememberIdentity(token, id);
    return true;
  } catch {
    return false;
  }
}

async function unwrap<T>(ask: () => Promise<Response>, options: CallOptions): Promise<T> {
  try {
    return await readEnvelope<T>(await ask(), options);
  } catch (error) {
    if (!isApiError(error, code.rightsChanged) || reloadRights === undefined) throw error;
    await refreshRights(error.message);
    return readEnvelope(await ask(), options);
  }
}

/** The envelope's data, or the refusal thrown. Also used for answers that should have been a file. */
export async function readEnvelope<T>(response: Response, options: CallOptions = {}): Promise<T> {
  const envelope = await parseEnvelope<T>(response);
  const refused = envelope !== null && envelope.code !== 0;
  const sessionOver = response.status === 401 || (refused && isSessionOver(envelope.code));
  if (sessionOver && isOfBrowser(options)) endSession(envelope?.message || sessionOverText());
  if (envelope === null || response.status >= 500 || response.status === 413) throw requestFailed();
  if (refused) throw new ApiError(envelope.code, envelope.message, envelope.data);
  if (!response.ok) throw requestFailed();
  return envelope.data;
}

async function parseEnvelope<T>(response: Response): Promise<Envelope<T> | null> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return null;
  try {
    const body: unknown = await response.json();
    return isEnvelope<T>(body) ? body : null;
  } catch (error) {
    if (isAbort(error)) throw error;
    return null;
  }
}

/** The wire's shape is checked here; the shape of `data` is the contract of each call. */
export function isEnvelope<T>(body: unknown): body is Envelope<T> {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number';
}
