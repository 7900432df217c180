import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { serial } from '../../../http/kit.ts';
import { sharedId } from './objects.ts';

const characters = 'abcdefghijkmnpqrstuvwxyz23456789';
/** Ten characters that cannot be guessed from another code. A clash of 32^10 is refused by the database. */
const newCode = (): string => Array.from({ length: 10 }, () => characters[randomInt(characters.length)]).join('');

const report = defineAppCall('POST /app/v1/share/report', {
  limit: { most: 100, within: 'hour' },
  body: z.object({ object: z.int().min(1).max(5), objectId: serial(1, 20).nullish(), channel: z.int().min(1).max(6) }),
  summary: { zh: 'APP：上报分享', en: 'App: something was shared' },
  async run({ app, appUser }, { object, objectId = null, channel }) {
    const found = await sharedId(app.db, { object, objectId, userId: appUser.id });
    if (found === undefined) throw new AppError(1002);
    const shareCode = newCode();
    await sql`
      insert into act_share_record (time, user_id, share_object, object_id, channel, client_os, share_code, visits, new_users)
      select now(), u.id, ${object}, ${found.id}, ${channel}, u.client_os, ${shareCode}, 0, 0
      from usr_app_user u where u.id = ${appUser.id}`.execute(app.db);
    return { shareCode };
  },
});

/** Calls of the app's users about what they share. */
export const shareAppCalls: readonly Call[] = [report];
