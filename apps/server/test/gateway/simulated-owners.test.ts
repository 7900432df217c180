import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SimulatedOwner, SimulatedOwners } from '@wheelhouse/contract/simulated-fleet';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect, test, vi } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';
import { ownedVehicle, report } from '../support/repairs.ts';
import { tempDir } from '../support/temp.ts';

const program = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
const { replied } = machines['SM-Feedback'].states;
const { toConfirm } = machines['SM-Repair'].states;
const { live } = machines['SM-Ad'].states;
const [everybody, waiting, repaired] = [60, 10, 6];

async function addOwners(t: TestApp): Promise<SimulatedOwner[]> {
  const owners: SimulatedOwner[] = [];
  for (let n = 0; n < everybody; n++) {
    const userId = await addAppUser(t);
    const waits = n < waiting;
    const token = await issueAppToken(t.app, userId);
    owners.push({ token, clientOs: 1, appVersion: '5.2.0', vin: null, vehicleTypeId: null, waits, seed: n });
    if (!waits) continue;
    const id = await addFeedback(t, userId);
    const crm = (path: string, body: object) => t.call('POST', `/cs/crm/feedback/${path}`, body, { as: 'admin' });
    expect(await crm('claim', { ids: [id] })).toMatchObject({ code: 0 });
    const replyContent = '请将手机靠近车辆后重试。';
    expect(await crm('deal', { id, nextStatus: replied, replyContent })).toMatchObject({ code: 0 });
  }
  return owners;
}

/** Owners whose vehicles have been repaired. */
async function addRepaired(t: TestApp): Promise<SimulatedOwner[]> {
  const owners: SimulatedOwner[] = [];
  for (let n = 0; n < repaired; n++) {
    const { vin, userId } = await ownedVehicle(t);
    const token = await issueAppToken(t.app, userId);
    owners.push({
      token,
      clientOs: 2,
      appVersion: '5.2.0',
      vin,
      vehicleTypeId: null,
      waits: true,
      seed: everybody + n,
    });
    expect(await t.call('POST', '/app/v1/repair/submit', { vin, ...report() }, { as: token })).toMatchObject({
      code: 0,
    });
  }
  await t.app.pool.query('update cs_repair_order set status = $1', [toConfirm]);
  return owners;
}

/** An advertisement that is on for everybody. */
async function addAd(t: TestApp): Promise<void> {
  const id = await addSample(t, entityNamed('advertisement'));
  await t.app.pool.query(
    `update ps_advertisement set status = $2, audience_type = 1, vehicle_type_ids = null, client_os = null, min_version = null,
       start_time = now() - interval '1 hour', end_time = now() + interval '10 days' where id = $1`,
    [id, live],
  );
}

test('simulated owners register their phones, read, see advertisements, answer support, write feedback, confirm repairs and rate them', async () => {
  const t = await createTestApp();
  const dir = tempDir();
  const owners = [...(await addOwners(t)), ...(await addRepaired(t))];
  await addAd(t);
  const [vehicleList, ownerList] = [join(dir, 'vehicles.json'), join(dir, 'owners.json')];
  writeFileSync(vehicleList, '[]');
  writeFileSync(ownerList, JSON.stringify({ owners, promoCodes: [] } satisfies SimulatedOwners));
  const child = spawn(process.execPath, [program], {
    env: {
      API_URL: await t.http.listen({ host: '127.0.0.1', port: 0 }),
      SIMULATOR_VEHICLES: vehicleList,
      SIMULATOR_APP_USERS: ownerList,
      SIMULATOR_KEY: 'key',
      // A day of theirs is a minute and a half.
      SIMULATOR_RATE: '1000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (complaint += String(data)));
  const count = async (query: string, ...values: unknown[]): Promise<number> => {
    const { rows } = await t.app.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values);
    return rows[0]?.n ?? 0;
  };
  const atLeastOne = (query: string, ...values: unknown[]) =>
    vi.waitFor(
      async () => {
        const found = await count(query, ...values);
        expect({ found: found > 0, ended: child.exitCode, complaint, errors: t.errors }, query).toEqual({
          found: true,
          ended: null,
          complaint: '',
          errors: [],
        });
      },
      { timeout: 240_000, interval: 200 },
    );
  await atLeastOne('msg_push_token');
  await atLeastOne('msg_inbox where read_time is not null');
  await atLeastOne('ps_ad_user_day where shows > 0');
  await atLeastOne('cs_feedback where last_reply_time is not null and status <> $1', replied);
  await atLeastOne('cs_feedback where last_reply_time is null');
  await atLeastOne('cs_repair_order where rating is not null');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(complaint).toBe('');
  expect(t.errors).toEqual([]);
  rmSync(dir, { recursive: true });
  await t.stop();
}, 600_000);
