import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/db/free-port.ts';

const programs = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];

/** The Mosquitto of this machine, if it has one. */
export const mosquittoProgram = programs.find((path) => existsSync(path));

/** A Mosquitto as docs/operations.md says it must be set. */
export interface Mosquitto {
  readonly port: number;
  readonly url: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What an installation needs: no message is dropped while consumers lag, and what was accepted a second ago outlives a crash. */
const brokerSettings = [
  'max_queued_messages 0',
  'max_queued_bytes 0',
  'max_inflight_messages 0',
  'persistence true',
  'autosave_interval 1',
] as const;

/** Written out at every change, so that nothing accepted is lost; costs more the more is queued. */
export const crashProof = 'autosave_on_changes true';

/** @param dir folder of its own, made here @param more further lines of its configuration */
export async function startMosquitto(
  dir: string,
  more: readonly string[] = ['allow_anonymous true'],
): Promise<Mosquitto> {
  if (mosquittoProgram === undefined) throw new Error('there is no mosquitto on this machine');
  const program = mosquittoProgram;
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const lines = [
    `listener ${port} 127.0.0.1`,
    ...brokerSettings,
    `persistence_location ${dir}/`,
    'log_dest none',
    ...more,
  ];
  // Started by root it would change to a user who may not write into the folder.
  if (process.getuid?.() === 0) lines.push('user root');
  writeFileSync(join(dir, 'mosquitto.conf'), `${lines.join('\n')}\n`);
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(program, ['-c', join(dir, 'mosquitto.conf')], { stdio: 'ignore' });
    for (let tries = 0; ; tries++) {
      const socket = net.connect(port, '127.0.0.1');
      const open = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (open) return;
      if (tries > 600 || child.exitCode !== null) throw new Error('mosquitto does not start');
      await sleep(50);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = child;
    child = undefined;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    ended.kill(signal);
    await once(ended, 'exit');
  };
  await start();
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
