import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/db/free-port.ts';

const programs = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'];
const configuration = fileURLToPath(new URL('../../../../deploy/haproxy/haproxy.cfg', import.meta.url));
const patienceMs = 30_000;

/** The HAProxy of this machine, if it has one. */
export const haproxyProgram = programs.find((path) => existsSync(path));

/** A platform process, by its ports on this machine. */
export interface Behind {
  readonly http: number;
  readonly mqtt?: number;
  readonly mqttTls?: number;
}

/** A HAProxy with the configuration of deploy/haproxy. */
export interface Haproxy {
  readonly http: number;
  readonly mqtt: number;
  readonly mqttTls: number;
  /** What it counts, over all processes behind it. */
  seen(): Promise<Seen>;
  stop(): Promise<void>;
}

interface Seen {
  /** Places of processes that it sends something to, and those that it does not. */
  readonly up: number;
  readonly down: number;
  /** Connections and requests that were tried again. */
  readonly retries: number;
}

/** What a HAProxy says of its configuration; empty: it takes it. */
export function refusalOf(files: readonly string[], env: Readonly<Record<string, string>>): string {
  if (haproxyProgram === undefined) throw new Error('there is no haproxy on this machine');
  const args = ['-c', '-q', ...files.flatMap((file) => ['-f', file])];
  const { status, stdout, stderr } = spawnSync(haproxyProgram, args, { env: { ...process.env, ...env } });
  return status === 0 ? '' : `${stdout.toString()}${stderr.toString()}`;
}

const backend = (name: string, from: string, lines: readonly string[]): string =>
  [`backend ${name} from ${from}`, ...lines.map((line, n) => `  server ${name}${n + 1} 127.0.0.1:${line}`), ''].join(
    '\n',
  );

/** @param dir folder of its own, made here @param api processes that answer calls @param gateways those that devices connect to */
export async function startHaproxy(
  dir: string,
  { api, gateways }: { readonly api: readonly Behind[]; readonly gateways: readonly Behind[] },
): Promise<Haproxy> {
  if (haproxyProgram === undefined) throw new Error('there is no haproxy on this machine');
  mkdirSync(dir, { recursive: true });
  const processes = join(dir, 'processes.cfg');
  const lines = (port: 'mqtt' | 'mqttTls') =>
    gateways.flatMap((one) => (one[port] === undefined ? [] : [`${one[port]} port ${one.http}`]));
  writeFileSync(
    processes,
    [
      backend(
        'api',
        'platform',
        api.map(({ http }) => String(http)),
      ),
      backend('gateway', 'broker', lines('mqtt')),
      backend('gateway-tls', 'broker', lines('mqttTls')),
    ].join('\n'),
  );
  const [http, mqtt, mqttTls, metrics] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const env = {
    LB_HTTP: `127.0.0.1:${http}`,
    LB_MQTT: `127.0.0.1:${mqtt}`,
    LB_MQTTS: `127.0.0.1:${mqttTls}`,
    LB_METRICS: `127.0.0.1:${metrics}`,
  };
  const child = spawn(haproxyProgram, ['-db', '-f', configuration, '-f', processes], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  try {
    await ready(child, `http://127.0.0.1:${http}/readyz`);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { http, mqtt, mqttTls, seen: () => seenBy(metrics), stop: () => end(child) };
}

/** From its table of statistics: a line for each server, named by the first one. */
async function seenBy(port: number): Promise<Seen> {
  const text = await (await fetch(`http://127.0.0.1:${port}/;csv`)).text();
  const [names = '', ...lines] = text.replace(/^# /, '').trim().split('\n');
  const columns = names.split(',');
  const rows = lines.map((line) => line.split(','));
  const of = (row: readonly string[], name: string): string => row[columns.indexOf(name)] ?? '';
  const servers = rows.filter((row) => !['FRONTEND', 'BACKEND'].includes(of(row, 'svname')));
  const up = servers.filter((row) => of(row, 'status').startsWith('UP')).length;
  return {
    up,
    down: servers.length - up,
    retries: servers.reduce((sum, row) => sum + Number(of(row, 'wretr')) + Number(of(row, 'wredis')), 0),
  };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (const until = Date.now() + patienceMs; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error('haproxy does not start');
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    if (Date.now() > until) throw new Error('no process answers through haproxy');
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const ended = once(child, 'exit');
  const forced = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await ended;
  clearTimeout(forced);
}
