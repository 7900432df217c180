import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities, plain } from '@wheelhouse/entities/registry';
import { seal } from '../../src/entity/seal.ts';
import { resetDeviceSecret } from '../../src/gateway/service.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { signReport } from '../../src/http/device-call.ts';
import { addUser, password } from '../access/fixture.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import type { TestApp } from '../support/app.ts';
import type { Known } from './inputs.ts';

/** Who sends: administrators in turn, an app user, devices. */
export interface World extends Known {
  readonly people: { readonly username: string; token: string }[];
  readonly appToken: string;
  readonly devices: readonly { readonly imei: string; readonly key: Buffer }[];
  /** Text of a file that no answer may hold. */
  readonly secret: string;
}

const all = Object.values(entities).map(plain);

/** An administrator of their own. */
export async function newPerson(t: TestApp): Promise<{ username: string; token: string }> {
  const username = `fuzz.${randomUUID().slice(0, 18)}`;
  await addUser(t, { username, roles: ['admin'] });
  return { username, token: await t.login(username, password) };
}

async function newDevice(t: TestApp): Promise<World['devices'][number]> {
  const made = await resetDeviceSecret(t.app.db, await addSample(t, plain(entities.vehicle)));
  if (!made) throw new Error('no device');
  const { data } = await t.call<{ salt: string }>('POST', '/device/v1/salt', { imei: made.deviceId });
  const key = createHash('sha256').update(Buffer.from(data.salt, 'hex')).update(made.secret).digest();
  return { imei: made.deviceId, key };
}

/** Headers by which a device proves a body. */
export function signed({ imei, key }: World['devices'][number], body: string): Record<string, string> {
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = signReport(key, Buffer.from(body).toString(), timestamp, nonce).toString('hex');
  return { 'x-device-id': imei, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

/** Records of every entity, and people to ask about them: more of both for longer runs, since each may do only so much in a minute. */
export async function makeWorld(t: TestApp, people: number): Promise<World> {
  // The template's administrator is sealed with a key of its own: so that unmasked exports can be read.
  const { enc, hash, mask } = seal(t.app.secrets, 'mobile', '19900000000');
  await t.app.pool.query('update sys_user set mobile_enc = $1, mobile_hash = $2, mobile_mask = $3 where id = 1', [
    enc,
    hash,
    mask,
  ]);
  const ids = new Map<string, string>();
  const forms = new Map<string, object>();
  for (const entity of all.filter((one) => one.calls.includes('add'))) {
    // That samples can be added is for the registry's own tests to say.
    const id = await addSample(t, entity).catch(() => undefined);
    if (id !== undefined) ids.set(entity.name, id);
    forms.set(entity.name, await sampleForm(t, entity).catch(() => ({})));
  }
  const senders: World['people'] = [];
  for (let i = 0; i < people; i++) senders.push(await newPerson(t));
  return {
    ids,
    forms,
    people: senders,
    appToken: await issueAppToken(t.app, await addAppUser(t)),
    devices: [await newDevice(t), await newDevice(t)],
    secret: readFileSync(join(t.app.config.dataDir, 'secret.key'), 'utf8').trim(),
  };
}
