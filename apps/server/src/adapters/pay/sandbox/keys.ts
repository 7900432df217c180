import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

interface KeyName {
  readonly channel: number;
  readonly name: string;
}

async function readKey(db: Db, { channel, name }: KeyName): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from sbx_pay_key where channel = ${channel} and name = ${name}`.execute(db);
  return rows[0]?.value;
}

/** A key of a sandbox, made once for all processes. */
export async function sandboxKey(db: Db, key: KeyName, make: () => Promise<string> | string): Promise<string> {
  const known = await readKey(db, key);
  if (known !== undefined) return known;
  const value = await make();
  await sql`
    insert into sbx_pay_key (channel, name, value) values (${key.channel}, ${key.name}, ${value}) on conflict do nothing`.execute(
    db,
  );
  return (await readKey(db, key)) ?? value;
}

/** Another one takes its place, at all processes. */
export async function changeSandboxKey(db: Db, { channel, name }: KeyName, value: string): Promise<void> {
  await sql`
    insert into sbx_pay_key (channel, name, value) values (${channel}, ${name}, ${value})
    on conflict (channel, name) do update set value = excluded.value`.execute(db);
}
