import { once } from 'node:events';
import type { MessageStatistics } from '@wheelhouse/contract/calls/messages/messages';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleForm } from '../registry/samples.ts';
import { addPhones } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { killableWorkers, patience, type KillableWorkers } from '../support/killed-workers.ts';
import { signInAs } from '../support/people.ts';

const base = '/msg/crm/systemMessage';
const people = 1_203;
/** Advisory locks that hold a worker: in the part it sends, and in what it hands to the push service. */
const [inPart, inPush] = [4_711, 4_712];

let t: TestApp;
let workers: KillableWorkers;
beforeAll(async () => {
  t = await createTestApp();
  workers = await killableWorkers(t);
});
afterAll(async () => {
  await workers.stop();
  await t.stop();
});

async function count(query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await t.app.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values);
  return rows[0]?.n ?? 0;
}

async function approvedNotice(): Promise<string> {
  const [author, reviewer] = [await signInAs(t, { roles: ['admin'] }), await signInAs(t, { roles: ['admin'] })];
  const form = await sampleForm(t, entityNamed('systemMessage'));
  const audience = { receivers: ['1'], channels: ['1', '2'], clientOs: ['1'] };
  const added = await t.call<{ id: string }>('POST', `${base}/add`, { ...form, ...audience }, { as: author.token });
  const { id } = added.data;
  for (const [action, { token }] of [
    ['submit', author],
    ['approve', reviewer],
  ] as const)
    expect(await t.call('POST', `${base}/transition`, { id, action }, { as: token })).toMatchObject({ code: 0 });
  return id;
}

test('a worker is killed while it sends, and while it delivers: everybody gets the message once, and nobody is lost', async () => {
  await t.app.pool.query(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status, client_os, app_version)
     select 'u' || i, '\\x00', sha256(i::text::bytea), '***', 0, now(), 1, 1, '1.0.0' from generate_series(1, $1::int) i`,
    [people],
  );
  const { rows: made } = await t.app.pool.query<{ id: string }>('select id from usr_app_user');
  await addPhones(
    t,
    made.map(({ id }) => id),
  );
  // The second part, and the fiftieth push, wait until the test lets them go on.
  await t.app.pool.query(`
    create sequence seq_part;
    create function hold_part() returns trigger language plpgsql as $$ begin
      if nextval('seq_part') = 2 then perform pg_advisory_xact_lock_shared(${inPart}); end if; return null; end $$;
    create trigger hold_part after insert on msg_push_record for each statement execute function hold_part()`);
  const id = await approvedNotice();
  await workers.killAt(inPart);
  expect(await count('msg_inbox where ref_id = $1', [id])).toBe(500);
  expect(await count('msg_audience where ref_id = $1', [id])).toBe(people - 500);

  await t.app.pool.query(`
    create sequence seq_push;
    create function hold_push() returns trigger language plpgsql as $$ begin
      if nextval('seq_push') = 50 then perform pg_advisory_xact_lock_shared(${inPush}); end if; return new; end $$;
    create trigger hold_push before insert on msg_push_outbox for each row execute function hold_push()`);
  await workers.killAt(inPush);
  expect(await count('msg_push_record where ref_id = $1 and channel = 2 and status = 0', [id])).toBeGreaterThan(0);

  // The leases of the dead have ended.
  await t.app.pool.query('update msg_push_record set next_time = now() where next_time > now()');
  await t.app.pool.query('update msg_send_job set next_time = now(), leased_until = null');
  const last = workers.launch();
  await vi.waitFor(async () => {
    expect(await count('msg_push_record where ref_id = $1 and status in (0, 1)', [id])).toBe(0);
    expect(await count('msg_system where id = $1 and status = $2', [id, machines['SM-Message'].states.sent])).toBe(1);
  }, patience);
  last.kill('SIGTERM');
  await once(last, 'exit');

  const { rows } = await t.app.pool.query(
    `select r.channel, count(*)::int as n, count(distinct i.user_id)::int as people, bool_and(r.status in (2, 4) and r.next_time is null) as ended
     from msg_push_record r join msg_inbox i on i.id = r.inbox_id where r.ref_id = $1 group by 1 order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { channel: 1, n: people, people, ended: true },
    { channel: 2, n: people, people, ended: true },
  ]);
  expect(await count('(select distinct user_id from msg_push_outbox) told')).toBe(people);
  expect(await count('msg_push_outbox')).toBe(people);
  const counted = await t.app.pool.query(
    `select channel, sum(n)::int as n from msg_push_count where ref_id = $1 and status in (2, 4) group by 1 having sum(n) <> 0 order by 1`,
    [id],
  );
  expect(counted.rows).toEqual([
    { channel: 1, n: people },
    { channel: 2, n: people },
  ]);
  const admin = await signInAs(t, { roles: ['admin'] });
  const { data } = await t.call<MessageStatistics>('POST', `${base}/statistics`, { id }, { as: admin.token });
  expect(data).toMatchObject({ target: people, remaining: 0 });
  expect(data.channels.map(({ total, delivered, failed }) => [total, delivered + failed])).toEqual([
    [people, people],
    [people, people],
  ]);
}, 300_000);
