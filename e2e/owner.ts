import { createHmac } from 'node:crypto';
import { recordOf } from '@wheelhouse/contract/object';
import type { CallTable } from '@wheelhouse/entities/calls';
import { callAsAdmin, firstOf } from './fixtures.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Of an account that was never signed out everywhere. */
const firstVersion = 1;
const ttlSec = 3_600;

/** Token of an app user, as the app's account service makes it. */
function tokenOfOwner(userId: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: userId, ver: firstVersion, aud: 'app', iat, exp: iat + ttlSec })}`;
  const key = Buffer.from(process.env['APP_TOKEN_KEY'] ?? '', 'hex');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

type AppKey = Extract<keyof CallTable, `${string} /app/v1/${string}`>;

/**
 * Calls the server as an app user, typed by the table of calls. @throws Error with the refusal
 * @for a browser test with an owner at the other end: the app's calls with a token of its user, by the table of calls
 */
export async function callAsOwner<const K extends AppKey>(
  server: string,
  userId: string,
  key: K,
  input: CallTable[K]['input'],
): Promise<CallTable[K]['output']> {
  const [method, path = ''] = key.split(' ');
  const headers = { authorization: `Bearer ${tokenOfOwner(userId)}` };
  const url = new URL(path, server);
  if (method === 'GET')
    for (const [name, value] of Object.entries(recordOf(input))) url.searchParams.set(name, String(value));
  const res = await fetch(
    url,
    method === 'GET'
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        },
  );
  const answer = (await res.json()) as { code: number; message: string; data: CallTable[K]['output'] };
  if (answer.code !== 0) throw new Error(`${key}: ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

/** A user of the app in normal state: the `at`-th of the list. */
export async function someOwner(server: string, at: number): Promise<string> {
  const { list } = await callAsAdmin(server, '/user/crm/appUser/list', {
    page: at + 1,
    pageSize: 1,
    orderBy: 'id asc',
    query: { 'status.eq': 1 },
  });
  return firstOf(list).id;
}

/** The owner of a vehicle that has a VIN, in normal state: from the `at`-th vehicle of the list on. */
export async function someRider(
  server: string,
  at: number,
): Promise<{ readonly userId: string; readonly vin: string }> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 100,
    orderBy: 'id asc',
    // Some have a frame number only.
    query: { 'bindStatus.eq': 1, 'vin.null': 0 },
  });
  for (const { id } of list.slice(at)) {
    const { ownerUserId, vin } = await callAsAdmin(server, '/veh/crm/vehicle/detail', { id });
    const userId = String(ownerUserId);
    const { status } = await callAsAdmin(server, '/user/crm/appUser/detail', { id: userId });
    if (Number(status) === 1) return { userId, vin: String(vin) };
  }
  throw new Error('no vehicle has an owner in normal state');
}
