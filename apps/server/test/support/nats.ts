import { jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keyFiles, makeKeys } from '../../src/gateway/nats/keys.ts';
import { stream } from '../../src/gateway/nats/stream.ts';
import { freePort } from '../../src/db/free-port.ts';

const programs = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
const configuration = fileURLToPath(new URL('../../../../deploy/nats/nats.conf', import.meta.url));
const patienceMs = 30_000;

/** The nats-server of this machine, if it has one. */
export const natsProgram = programs.find((path) => existsSync(path));

/** A node that can be killed and started again. */
export class NatsNode {
  readonly name: string;
  readonly listen: string;
  readonly mqttPort: number;
  readonly #within: readonly string[];
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #health: string;
  #child: ChildProcess | undefined;

  constructor(
    file: string,
    at: { readonly name: string; readonly listen: string; readonly mqttPort: number; readonly monitor: string },
    env: Readonly<Record<string, string>> = {},
    within: readonly string[] = [],
  ) {
    this.#within = within;
    this.name = at.name;
    this.listen = at.listen;
    this.mqttPort = at.mqttPort;
    this.#args = ['-c', file];
    this.#env = { ...process.env, ...env };
    this.#health = `http://${at.monitor}/healthz?js-server-only=true`;
  }

  /** Starts it. @returns as soon as it runs; in a cluster it is ready when another node is there too */
  start(): void {
    if (natsProgram === undefined) throw new Error('there is no nats-server on this machine');
    const [program = natsProgram, ...args] = [...this.#within, natsProgram, ...this.#args];
    this.#child = spawn(program, args, { env: this.#env, stdio: 'ignore' });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async ready(): Promise<void> {
    let last = 'no answer';
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
      if (this.#child?.exitCode !== null) throw new Error('nats-server does not start');
      const answer = await fetch(this.#health).catch(() => undefined);
      if (answer?.ok) return;
      if (answer) last = await answer.text();
    }
    throw new Error(`nats-server is not ready in time: ${last}`);
  }

  /** Stands still, as a machine does that swaps or waits for its disk, and goes on. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }
  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** One node with a user for the platform and one for all devices. */
export async function startNats(dir: string): Promise<{ node: NatsNode; url: string; stop: () => Promise<void> }> {
  mkdirSync(dir, { recursive: true });
  const [port, mqttPort, monitor] = [await freePort(), await freePort(), await freePort()];
  const file = join(dir, 'node.conf');
  writeFileSync(
    file,
    `server_name: one
listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitor}"
jetstream { store_dir: "${dir}/store" }
mqtt { listen: "127.0.0.1:${mqttPort}" }
authorization { users: [ { user: platform, password: "p@ss" }, { user: device, password: device } ] }
`,
  );
  const node = new NatsNode(file, {
    name: 'one',
    listen: `127.0.0.1:${port}`,
    mqttPort,
    monitor: `127.0.0.1:${monitor}`,
  });
  node.start();
  await node.ready();
  const stop = async () => {
    await node.end('SIGTERM');
    rmSync(dir, { recursive: true, force: true });
  };
  return { node, url: `nats://platform:p%40ss@127.0.0.1:${port}`, stop };
}

/** Three nodes with the configuration of deploy/nats, and keys of their own. */
export interface NatsCluster {
  readonly nodes: readonly NatsNode[];
  readonly url: string;
  /** What `NATS_KEYS` names. */
  readonly keys: string;
  /** The node whose loss costs most: it takes what is written to the stream of uplinks. */
  leader(): Promise<NatsNode>;
  stop(): Promise<void>;
}

/** A machine for a node: its address, the command that starts programs on it, and its disk. */
export interface NatsHost {
  readonly address: string;
  readonly within: readonly string[];
  readonly store: string;
}

/** @param hosts three of a test network; absent: all nodes on this machine */
export async function startNatsCluster(dir: string, hosts: readonly NatsHost[] = []): Promise<NatsCluster> {
  const keys = join(dir, 'keys');
  mkdirSync(keys, { recursive: true });
  for (const [name, content] of Object.entries(await makeKeys())) writeFileSync(join(keys, name), content);
  copyFileSync(configuration, join(keys, 'nats.conf'));
  const ports: number[] = [];
  while (ports.length < 12) ports.push(await freePort());
  const address = (place: number): string => `${hosts[place % 3]?.address ?? '127.0.0.1'}:${ports[place]}`;
  const routes = Object.fromEntries([0, 1, 2].map((n) => [`NATS_ROUTE_${n + 1}`, `nats-route://${address(n)}`]));
  const nodes = [0, 1, 2].map((n) => {
    const at = { name: `nats-${n + 1}`, listen: address(3 + n), mqttPort: ports[6 + n] ?? 0, monitor: address(9 + n) };
    const env = {
      ...routes,
      NATS_NAME: at.name,
      NATS_LISTEN: at.listen,
      NATS_MQTT: address(6 + n),
      NATS_CLUSTER: address(n),
      NATS_MONITOR: at.monitor,
      NATS_STORE: hosts[n]?.store ?? join(dir, `store-${n}`),
      NATS_STORE_BYTES: '2GB',
      NATS_ACCOUNTS: join(dir, `accounts-${n}`),
    };
    return new NatsNode(join(keys, 'nats.conf'), at, env, hosts[n]?.within);
  });
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) node.start();
    await Promise.all(nodes.map((node) => node.ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    url: `nats://${nodes.map(({ listen }) => listen).join(',')}`,
    keys,
    leader: () => leaderOf(nodes, keys),
    stop,
  };
}

async function leaderOf(nodes: readonly NatsNode[], keys: string): Promise<NatsNode> {
  const authenticator = credsAuthenticator(readFileSync(join(keys, keyFiles.platform)));
  const nc = await connect({ servers: nodes.map(({ listen }) => listen), authenticator });
  try {
    const { cluster } = await (await jetstreamManager(nc)).streams.info(stream);
    const found = nodes.find(({ name }) => name === cluster?.leader);
    if (!found) throw new Error('the stream has no leader');
    return found;
  } finally {
    await nc.close();
  }
}
