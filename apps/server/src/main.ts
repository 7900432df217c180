import { boundPort } from './http/bound-port.ts';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { versionLabel } from '@wheelhouse/contract/envelope';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closeApp, createApp, type FirstData } from './app.ts';
import { buildId, showBuild } from './http/build.ts';
import { type Config, ConfigError, readConfig, readSecrets, type Secrets } from './config.ts';
import { awaitDatabase } from './db/away.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { Servers } from './db/servers.ts';
import { proveKeyAt } from './entity/sealing-key.ts';
import type { App } from './http/context.ts';
import { drain } from './http/drain.ts';
import { answerEarly, type Early } from './http/early.ts';
import { createHttp } from './http/server.ts';
import { createLog } from './log.ts';

/** A part of the platform that runs until it is stopped; stopping waits for what is in flight. */
interface Stoppable {
  stop(): Promise<void>;
}

/** A platform that runs in this process. */
export interface Platform extends Stoppable {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Where the console and the API answer. */
  readonly address: string;
  /** Where devices connect, seen from this machine. */
  readonly mqttUrl: string;
  /** Tells the person at the terminal where it is and how to sign in. */
  announce(): void;
}

const consoleDir = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Milliseconds that everything together may take to stop, after the notice to the load balancer. */
const stopTime = 30_000;

/** The settings of this process. @throws ConfigError */
export function readEnvironment(): Config {
  return readConfig(process.env);
}

/** Starts what the configuration says: database, migrations, first data, then the roles. */
export async function startPlatform(config: Config): Promise<Platform> {
  const log = createLog(config.logLevel);
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    // Last started, first stopped: nothing loses what it stands on.
    for (const part of started.splice(0).toReversed())
      await part.stop().catch((error: unknown) => log.error({ err: error }, 'part did not stop cleanly'));
  };
  try {
    await beginTracing(config, log, started);
    const secrets = readSecrets(config);
    const databaseUrl = await startDatabase(config, log, started);
    // Before anything is changed, and again where a first start or an upgrade has just made the place for it.
    await proveKeyAt(databaseUrl, secrets, { config, log });
    const early = await beginToAnswer(config, started);
    const applied = await migrate({ url: databaseUrl, log });
    await proveKeyAt(databaseUrl, secrets, { config, log });
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    const modules = await import('./modules/index.ts');
    const app = await createApp({
      config,
      secrets,
      databaseUrl,
      log,
      provide: modules.provide,
      lenient: config.production,
    });
    started.push({ stop: () => closeApp(app) });
    const build = buildId(config.buildId);
    showBuild(app.metrics, build);
    log.info({ version: versionLabel, build, roles: [...config.roles] }, 'starting');
    const { seed } = await import('./seed/index.ts');
    const first = await onlyOne<FirstData>(databaseUrl, () => seed(app));
    if (config.roles.has('worker')) started.push(await modules.startWorker(app));
    const mqttPort = config.roles.has('gateway') ? await startGatewayRole(app, started) : config.mqttPort;
    await early?.stop();
    const server = await createHttp(
      app,
      config.roles.has('api') ? modules.calls : [],
      config.roles.has('api') ? { consoleDir } : {},
    );
    const address = await listen(server, config);
    started.push({ stop: () => drain(server, log, noticeMs(config)) });
    const mqttUrl = config.mqttUrl ?? `mqtt://127.0.0.1:${mqttPort}`;
    return {
      config,
      secrets,
      log,
      address,
      mqttUrl,
      announce: () => announce(config, { address, build }, first),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Before anything that is traced; without a collector the SDK is not even loaded. */
async function beginTracing({ tracing, roles }: Config, log: Logger, started: Stoppable[]): Promise<void> {
  if (tracing === undefined) return;
  const { startTracing } = await import('./tracing/sdk.ts');
  started.push(startTracing(tracing, { version: versionLabel, roles }, log));
}

export async function startDatabase(config: Config, log: Logger, started: Stoppable[]): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await awaitDatabase(config.databaseUrl, log);
    return config.databaseUrl;
  }
  const database = await startEmbedded({ dir: join(config.dataDir, 'pg'), log });
  started.push(database);
  return database.url;
}

async function startGatewayRole(app: App, started: Stoppable[]): Promise<number> {
  const { startGateway } = await import('./gateway/index.ts');
  const gateway = await startGateway(app).catch((error: unknown) => {
    throw portTaken(error, 'MQTT_PORT', app.config.host) ?? error;
  });
  started.push(gateway);
  return gateway.port;
}

/** Large tables may take their time: meanwhile the process says that it lives. Without a port of its own nobody asks it. */
async function beginToAnswer(config: Config, started: Stoppable[]): Promise<Early | undefined> {
  if (config.port === 0) return undefined;
  const early = await answerEarly(config).catch((error: unknown) => {
    throw portTaken(error, 'PORT', config.host) ?? error;
  });
  started.push(early);
  return early;
}

/** The clear line for the commonest reason why a port cannot be listened on. */
function portTaken(error: unknown, name: string, host: string): ConfigError | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return undefined;
  return new ConfigError(`${name}: ${'port' in error ? Number(error.port) : 'the port'} is in use on ${host}`);
}

/** Of several processes starting together one at a time does the work; the others find it done. */
async function onlyOne<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = new Servers(url).client({ statement_timeout: 0 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7239412)');
    return await work();
  } finally {
    await client.end();
  }
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    await server.close();
    throw portTaken(error, 'PORT', host) ?? error;
  }
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${boundPort(server.server)}`;
}

/** How long a process that stops waits for the load balancer to see it; nobody sends a mere worker anything. */
function noticeMs({ drainSeconds, roles }: Config): number {
  return roles.has('api') || roles.has('gateway') ? drainSeconds * 1000 : 0;
}

/** For the person at the terminal; the log is for machines. */
function announce(
  config: Config,
  { address, build }: { readonly address: string; readonly build: string },
  { adminPassword, notes = [] }: FirstData,
): void {
  const lines = [`Wheelhouse ${versionLabel} (${build}) is ready: ${address}`];
  if (adminPassword !== undefined)
    lines.push(`Sign in as admin with the password ${adminPassword} (shown only this once)`);
  else if (config.adminPassword !== undefined) lines.push('Sign in as admin with the password of ADMIN_PASSWORD');
  else lines.push('Sign in as admin with the password shown at the first start');
  if (config.roles.has('api') && !existsSync(join(consoleDir, 'index.html')))
    lines.push('The console is not built: only the API answers');
  lines.push(...notes);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Says that the platform is ready, waits for SIGTERM or SIGINT, drains, ends the process. A later signal ends it at once; npm may pass the first one on twice. */
export async function runUntilSignal(platform: Platform): Promise<never> {
  process.on('uncaughtException', (error) => {
    platform.log.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  // Whoever reads that it is ready may stop it at once.
  platform.announce();
  await signal;
  const asked = Date.now();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => Date.now() - asked > 1_000 && process.exit(1));
  platform.log.info('stopping');
  // Whatever hangs must not keep the process alive for ever.
  const forced = sleep(stopTime + noticeMs(platform.config), undefined, { ref: false }).then(() => process.exit(1));
  await Promise.race([platform.stop(), forced]);
  process.exit(0);
}

/** One clear line where the reason is known, everything otherwise. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}\n`;
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

/** Ends the process and says why. */
export function explainAndExit(error: unknown): never {
  process.stderr.write(explain(error));
  process.exit(1);
}

if (import.meta.main) {
  try {
    await runUntilSignal(await startPlatform(readEnvironment()));
  } catch (error) {
    explainAndExit(error);
  }
}
