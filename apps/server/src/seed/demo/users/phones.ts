import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { seal } from '../../../entity/seal.ts';
import { copyRows } from '../copy.ts';
import type { World } from '../world.ts';

/** One phone a user. From some the app is gone; the sandbox of the push service knows them by the beginning of their token. */
export async function makePhones(
  client: PoolClient,
  { users }: World,
  { secrets }: { readonly secrets: Secrets },
): Promise<void> {
  const rows = users.map(({ id, os, appVersion, lastActive }, at) => {
    const token = `${at % 47 === 31 ? 'gone' : 'demo'}-${createHash('sha256').update(`demo phone ${id}`).digest('base64url')}`;
    return {
      user_id: id,
      token_hash: createHash('sha256').update(token).digest(),
      token_enc: seal(secrets, 'name', token).enc,
      client_os: os,
      vendor: 'fcm',
      app_version: appVersion,
      lang: at % 23 === 7 ? 'en' : 'zh',
      update_time: lastActive,
    };
  });
  await copyRows(client, 'msg_push_token', rows);
}
