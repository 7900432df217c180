import { createHash } from 'node:crypto';
import { recordOf } from '@wheelhouse/contract/object';

/** What the platform answered: the envelope with its status. */
export interface Answered {
  readonly status: number;
  readonly code: unknown;
  readonly message: unknown;
  readonly data: unknown;
}

/** The password as the console sends it. */
export const hashOf = (password: string): string => createHash('md5').update(password).digest('hex').toUpperCase();

/** One call of the console. @throws Error when nothing, or no envelope, comes back within 30 s */
export async function post(port: number, path: string, body: object | FormData, token = ''): Promise<Answered> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const { code, message, data } = recordOf(await answer.json());
  return { status: answer.status, code, message, data };
}

/** Signs the first administrator in. @returns the token @throws Error when it is refused */
export async function signIn(port: number, password: string): Promise<string> {
  const login = { username: 'admin', password: hashOf(password) };
  const { code, message, data } = await post(port, '/system/crm/sysUser/ssoLogin', login);
  if (code !== 0) throw new Error(`not signed in: ${String(message)}`);
  return String(recordOf(data)['accessToken']);
}
