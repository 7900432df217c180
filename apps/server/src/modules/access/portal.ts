import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Call, defineCall, type Proof } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { issueTicket, ticketSeconds } from './tickets.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const proof: Proof = {
  scheme: 'portal',
  // The key is too long to be guessed, so attempts are not counted.
  async verify(app, request): Promise<void> {
    const { portalKey } = app.config;
    const { authorization = '' } = request.headers;
    const isPortal = portalKey !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${portalKey}`));
    if (!isPortal) throw new AppError(1102, undefined, { status: 401 });
  },
};

/**
 * The company portal, having signed somebody in, sends them to `/auth-redirect?ticket=…&redirect=…`. From server to server,
 * `Authorization: Bearer <PORTAL_KEY>`. A ticket for a name that nobody has, or whose account is closed, is refused where it is redeemed: the
 * portal learns nothing of our accounts. Refused with 401 (1102) without the key, or where none is set.
 */
const ssoTicket = defineCall('POST /system/crm/sysUser/ssoTicket', {
  access: 'public',
  proof,
  body: z.object({ username: z.string().min(1).max(64) }),
  summary: {
    zh: '门户为已登录的人签发一次性票据',
    en: 'The portal issues a one-time ticket for a logged-in user',
  },
  run: async ({ app }, { username }) => ({ ticket: await issueTicket(app.db, username), expiresIn: ticketSeconds }),
});

export const portalCalls: readonly Call[] = [ssoTicket];
