import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordOf } from '@wheelhouse/contract/object';
import pg from 'pg';
import { unprivilegedOwner } from '../../apps/server/src/db/cluster.ts';
import { signalFamily } from '../../apps/server/test/support/children.ts';
import { freePorts, root } from '../../scripts/tools.ts';
import { patienceMs } from '../faults/process.ts';

const configuration = join(root, 'deploy/patroni/patroni.yml');
const balancer = join(root, 'deploy/patroni/haproxy.cfg');
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: versions.map((version) => `/usr/lib/postgresql/${version}/bin`).findLast((bin) => existsSync(bin)) ?? '',
};
const password = 'Cluster-2026';

/** Programs that are not on this machine. */
export const missingPrograms = Object.entries(programs)
  .filter(([, path]) => !existsSync(path))
  .map(([name]) => name);

/** PostgreSQL refuses to run as root. */
const owner = unprivilegedOwner();

function launch(
  program: string,
  args: readonly string[],
  log: string,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    ...owner,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

async function endOf(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A node of the cluster: Patroni and its PostgreSQL. */
export class PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly #dir: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(dir: string, at: { readonly name: string; readonly port: number; readonly rest: number }, etcd: string) {
    this.name = at.name;
    this.port = at.port;
    this.rest = at.rest;
    this.#dir = join(dir, at.name);
    mkdirSync(this.#dir);
    if (owner) chownSync(this.#dir, owner.uid, owner.gid);
    this.#env = {
      PATRONI_NAME: at.name,
      PATRONI_ETCD3_HOSTS: etcd,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${at.rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${at.rest}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${at.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${at.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(this.#dir, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
      PATRONI_POSTGRESQL_PGPASS: join(this.#dir, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
    };
  }

  /** The last lines of its log. */
  said(): string {
    const lines = readFileSync(join(this.#dir, 'log'), 'utf8').trimEnd().split('\n');
    return [`${this.name}:`, ...lines.slice(-6)].join('\n');
  }

  start(): void {
    this.#child = launch(programs.patroni, [configuration], join(this.#dir, 'log'), this.#env);
  }

  /** Ends Patroni and every process of PostgreSQL at once, as a crash of the machine does. */
  async kill(): Promise<void> {
    const ended = endOf(this.#child);
    this.#signalPostgres('SIGKILL');
    this.#child = undefined;
    await ended;
  }

  /** All of it stands still, as a machine does that is paused, and its connections stay. */
  hold(): void {
    this.#child?.kill('SIGSTOP');
    this.#signalPostgres('SIGSTOP');
  }

  goOn(): void {
    this.#signalPostgres('SIGCONT');
    this.#child?.kill('SIGCONT');
  }

  #signalPostgres(signal: NodeJS.Signals): void {
    const file = join(this.#dir, 'data/postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (postmaster > 0) signalFamily(postmaster, signal);
  }

  /** Roles and states of all nodes, as this one knows them; undefined where it does not answer. */
  async members(): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> {
    const answer = await fetch(`http://127.0.0.1:${this.rest}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
    if (!answer?.ok) return undefined;
    const { members } = recordOf(await answer.json());
    return Array.isArray(members) ? members.map(recordOf) : undefined;
  }
}

/** Three nodes with the configuration of deploy/patroni, and haproxy in front of them. */
export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Of the platform, at all nodes. */
  readonly url: string;
  /** Of the platform, through haproxy. */
  readonly balanced: string;
  /** Waits until all nodes run: a primary, its synchronous replica and the third. @returns the primary */
  healthy(): Promise<PatroniNode>;
  stop(): Promise<void>;
}

async function healthy(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  let last: unknown;
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(250)) {
    const views = await Promise.all(nodes.map((node) => node.members()));
    last = views;
    const [view] = views;
    if (!view || views.includes(undefined)) continue;
    const runs = view.every(({ state }) => state === 'running' || state === 'streaming');
    const has = (role: string) => view.filter((member) => member['role'] === role);
    const leader = nodes.find(({ name }) => has('leader')[0]?.['name'] === name);
    if (leader && runs && view.length === nodes.length && has('sync_standby').length === 1) return leader;
  }
  throw new Error(
    `the PostgreSQL cluster is not healthy in time: ${JSON.stringify(last)}\n${nodes.map((node) => node.said()).join('\n')}`,
  );
}

/** Starts everything in `dir`, with the role and the database of the platform. */
export async function startPatroni(dir: string): Promise<PatroniCluster> {
  mkdirSync(dir, { recursive: true });
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const ports = await freePorts(9);
  const port = (n: number): number => ports[n] ?? 0;
  const etcdUrl = `http://127.0.0.1:${port(0)}`;
  const peerUrl = `http://127.0.0.1:${port(1)}`;
  const etcd = launch(
    programs.etcd,
    [
      '--name',
      'one',
      '--data-dir',
      join(dir, 'etcd'),
      '--listen-client-urls',
      etcdUrl,
      '--advertise-client-urls',
      etcdUrl,
    ]
      .concat([
        '--listen-peer-urls',
        peerUrl,
        '--initial-advertise-peer-urls',
        peerUrl,
        '--initial-cluster',
        `one=${peerUrl}`,
      ])
      // Tests run on slow disks.
      .concat(['--heartbeat-interval', '500', '--election-timeout', '5000']),
    join(dir, 'etcd.log'),
    {},
  );
  const nodes = [0, 1, 2].map(
    (n) => new PatroniNode(dir, { name: `pg${n + 1}`, port: port(3 + n), rest: port(6 + n) }, `127.0.0.1:${port(0)}`),
  );
  const places = nodes.flatMap((node, n) => [
    [`PG_${n + 1}`, `127.0.0.1:${node.port}`],
    [`PG_${n + 1}_HOST`, '127.0.0.1'],
    [`PG_${n + 1}_REST`, String(node.rest)],
  ]);
  const haproxy = launch(programs.haproxy, ['-f', balancer], join(dir, 'haproxy.log'), {
    ...Object.fromEntries(places),
    PG_LISTEN: `127.0.0.1:${port(2)}`,
  });
  const stop = async () => {
    await Promise.all([...nodes.map((node) => node.kill()), endOf(etcd), endOf(haproxy)]);
  };
  try {
    for (const node of nodes) node.start();
    const primary = await healthy(nodes);
    await makeDatabase(primary.port);
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (hosts: string) => `postgres://wheelhouse:${password}@${hosts}/wheelhouse`;
  return {
    nodes,
    url: `${urlOf(nodes.map((node) => `127.0.0.1:${node.port}`).join(','))}?target_session_attrs=read-write`,
    balanced: urlOf(`127.0.0.1:${port(2)}`),
    healthy: () => healthy(nodes),
    stop,
  };
}

async function makeDatabase(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    await client.query(`create role wheelhouse login password ${pg.escapeLiteral(password)}`);
    await client.query('create database wheelhouse owner wheelhouse');
  } finally {
    await client.end();
  }
}
