import { call } from '../api/client.ts';
import { md5Upper } from './md5.ts';
import { saveToken } from '../api/token.ts';

/** A password, with the code of a second factor, or a portal's one-time ticket. */
export type Credentials =
  | { readonly username: string; readonly password: string; readonly otp?: string }
  | { readonly ticket: string };

/** Signs in and keeps the token. Throws `ApiError` with the server's message. */
export async function signIn(credentials: Credentials): Promise<void> {
  saveToken(await requestToken(credentials));
}

/** The token of a new session. Throws `ApiError` with the server's message. */
export async function requestToken(credentials: Credentials): Promise<string> {
  const body =
    'ticket' in credentials
      ? credentials
      : {
          username: credentials.username.trim(),
          password: md5Upper(credentials.password),
          ...(credentials.otp !== undefined && { otp: credentials.otp.trim() }),
        };
  const { accessToken } = await call('/system/crm/sysUser/ssoLogin', body, { auth: false });
  return accessToken;
}
