import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Cluster, prepareCluster, serverEnv } from '../../src/db/cluster.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { administer, administratorUrl, databaseUrl } from '../support/databases.ts';
import { freePort } from '../../src/db/free-port.ts';
import { tempDir } from '../support/temp.ts';

const log = pino({ level: 'silent' });
let dir: string;
beforeEach(() => {
  dir = join(tempDir(), 'pg');
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

/** Rows of one statement, each as an array. */
function rows(url: string, text: string): Promise<unknown[][]> {
  return administer(url, async (client) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows);
}

const rights =
  'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user';
const ordinary = [[false, false, false, false, false]];

/** Everything made since initdb that belongs to the superuser, in whatever catalog, except what an extension brought. */
async function leftToSuperuser(database: string): Promise<unknown[][]> {
  const url = administratorUrl(dir, database);
  const catalogs = await rows(
    url,
    `select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname ~ '(owner|datdba)$'
     where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind = 'r' and a.atttypid = 'oid'::regtype order by 1`,
  );
  expect(catalogs.map(([name]) => name)).toEqual(
    expect.arrayContaining(['pg_class', 'pg_database', 'pg_largeobject_metadata']),
  );
  const each = catalogs.map(
    ([name, owner]) => `select '${name}', oid::int from ${name} as o
      where ${owner} = 'wheelhouse'::regrole and oid >= 16384 and '${name}' <> 'pg_extension' and not exists (
        select from pg_depend d where d.classid = o.tableoid and d.objid = o.oid and d.deptype = 'e')`,
  );
  return rows(url, each.join(' union all '));
}

interface OldFolder {
  /** Of the superuser, which earlier releases worked as. */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A folder as earlier releases made it, with its server running: a superuser owns the database and works in it. */
async function makeOldFolder(): Promise<OldFolder> {
  const cluster: Cluster = await prepareCluster({ dir, durability: 'test' });
  rmSync(join(dir, 'cluster/role-password'));
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  const control = async (...args: string[]): Promise<void> => {
    const all = ['-D', cluster.dataDir, '-l', join(cluster.dataDir, 'test.log'), '-w', ...args];
    await promisify(execFile)(join(cluster.native, 'bin/pg_ctl'), all, { ...cluster.owner, env: serverEnv, cwd: '/' });
  };
  const start = () => control('-o', options, 'start');
  await start();
  const server = `postgres://wheelhouse:${cluster.password}@127.0.0.1:${port}/postgres`;
  await rows(server, 'create database wheelhouse');
  return { url: databaseUrl(server, 'wheelhouse'), start, stop: () => control('-m', 'fast', 'stop') };
}

test('the platform works as the owner of its database, without rights over the server', async () => {
  const { url, stop } = await startEmbedded({ dir, log, durability: 'test' });
  expect(await rows(url, rights)).toEqual(ordinary);
  expect(await leftToSuperuser(url)).toEqual([]);
  await migrate({ url, log });
  expect(await leftToSuperuser(url)).toEqual([]);
  await expect(rows(url, "copy (select 1) to program 'true'")).rejects.toThrow('permission denied');
  await expect(rows(url, "select pg_read_file('postgresql.conf')")).rejects.toThrow('permission denied');
  await expect(rows(url, "set session_replication_role = 'replica'")).rejects.toThrow('permission denied');
  await expect(rows(url, 'create role another superuser')).rejects.toThrow('permission denied');
  await expect(rows(url, 'alter role wheelhouse_app superuser')).rejects.toThrow('permission denied');
  const passwords = ['password', 'role-password'].map((name) => join(dir, 'cluster', name));
  expect(passwords.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(readFileSync(passwords[0] ?? '', 'utf8')).not.toBe(readFileSync(passwords[1] ?? '', 'utf8'));
  expect(new URL(administratorUrl(dir, url)).password).not.toBe(new URL(url).password);
  await stop();
});

test('what the platform leaves in its database does not run with the rights of the superuser at the next start', async () => {
  const first = await startEmbedded({ dir, log, durability: 'test' });
  await rows(
    first.url,
    `create function public.starts_with(text, text) returns boolean language plpgsql as
       $$ begin alter role wheelhouse_app superuser; return false; end $$;
     alter database wheelhouse set search_path = public, pg_catalog`,
  );
  await first.stop();
  const second = await startEmbedded({ dir, log, durability: 'test' });
  expect(await rows(second.url, rights)).toEqual(ordinary);
  await second.stop();
});

test('everything else is tested as such a role, too', async () => {
  const [[superuser, , , ...others] = []] = await rows(inject('databaseServer'), rights);
  expect([superuser, ...others]).toEqual([false, false, false]);
});

test('a folder in which a superuser owned everything keeps its rows and is handed over to the ordinary role', async () => {
  const old = await makeOldFolder();
  await migrate({ url: old.url, log });
  await rows(
    old.url,
    `insert into sys_area (id, level_type, name, jian_pin, lng, lat) values ('990000', 1, 'kept', 'k', 1, 1);
     create schema "an other"; create table "an other"."T" (id serial, n int generated always as identity, s "char"[]);
     create type "an other".mood as enum ('calm'); create type "an other".pair as (a int, b text); create type "an other".span as range (subtype = int);
     create domain "an other".positive as int check (value > 0); create sequence "an other".plain;
     create statistics "an other".st on id, n from "an other"."T"; create view "an other".v as select 1 as one;
     create materialized view "an other".m as select 1 as one; create procedure "an other".p(a "an other".mood) language sql as 'select 1';
     create aggregate "an other".total(int) (sfunc = int4pl, stype = int)`,
  );
  expect((await leftToSuperuser(old.url)).length).toBeGreaterThan(500);
  await old.stop();
  for (let time = 1; time <= 2; time++) {
    const { url, stop } = await startEmbedded({ dir, log, durability: 'test' });
    expect(await rows(url, rights)).toEqual(ordinary);
    expect(await leftToSuperuser(url)).toEqual([]);
    expect(await rows(url, "select name from sys_area where id = '990000'")).toEqual([['kept']]);
    expect(await migrate({ url, log })).toEqual([]);
    await rows(
      url,
      `alter table sys_area add column more_${time} int; drop table if exists "an other"."T"; create table t_${time} ()`,
    );
    await stop();
  }
});

/** Another process that starts the database; it lives until it is killed. */
function starter(): ChildProcess {
  const script = `import { startEmbedded } from ${JSON.stringify(new URL('../../src/db/embedded.ts', import.meta.url).href)};
    await startEmbedded({ dir: ${JSON.stringify(dir)}, log: { warn() {}, info() {} } });`;
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: 'ignore' });
}

test('killed half way, with its server, the hand-over has not happened; the next start does it', async () => {
  const old = await makeOldFolder();
  await rows(
    old.url,
    'create table a (n int); create table b (n int); create table c (n int); insert into a values (7)',
  );
  const owners = "select distinct tableowner::text from pg_tables where schemaname = 'public'";
  await administer(old.url, async (client) => {
    client.on('error', () => undefined);
    await client.query('begin; lock table b in access exclusive mode');
    const killed = starter();
    const waiting = await vi.waitFor(async () => {
      const found = await client.query<{ pid: number }>(
        "select pid from pg_locks where relation = 'b'::regclass and not granted",
      );
      return found.rows[0]?.pid ?? Promise.reject(new Error('nobody waits'));
    });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    // First what waits: it would go on as soon as this connection and its lock are gone.
    process.kill(waiting, 'SIGKILL');
    process.kill(Number(readFileSync(join(dir, 'cluster/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  });
  await vi.waitFor(() => old.start());
  expect(await rows(old.url, owners)).toEqual([['wheelhouse']]);
  const { url, stop } = await startEmbedded({ dir, log, durability: 'test' });
  expect(await rows(url, owners)).toEqual([['wheelhouse_app']]);
  expect(await rows(url, 'select n from a')).toEqual([[7]]);
  await stop();
});
