import { call } from '../api/client.ts';
import { md5Upper } from './md5.ts';
import { saveToken } from './token.ts';

/** Signs in with a password or with a portal's one-time ticket and keeps the token. Throws `ApiError` with the server's message. */
export async function signIn(
  credentials: { username: string; password: string; otp?: string } | { ticket: string },
): Promise<void> {
  const body =
    'ticket' in credentials
      ? credentials
      : {
          username: credentials.username.trim(),
          password: md5Upper(credentials.password),
          ...(credentials.otp !== undefined && { otp: credentials.otp.trim() }),
        };
  const { accessToken } = await call<{ accessToken: string }>('/system/crm/sysUser/ssoLogin', body, { auth: false });
  saveToken(accessToken);
}
