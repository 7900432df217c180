import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../apps/server/src/config.ts';
import { BackupError } from '../apps/server/src/backup/restore.ts';
import { createLog } from '../apps/server/src/log.ts';
import { explain, readEnvironment, startDatabase } from '../apps/server/src/main.ts';
import type { Logger } from 'pino';

/** What a command on the server works with: the settings that the platform has there, whether it runs or not. */
export interface Maintenance {
  readonly config: Config;
  readonly log: Logger;
  /** Starts the database, or joins the one that runs. @returns its address */
  readonly database: () => Promise<string>;
}

/** A wrong folder must not become an empty database. @throws ConfigError */
export function refuseNoDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'pg')))
    throw new ConfigError(`DATA_DIR: no database in ${dataDir}`);
}

/** Does the work of a command and ends the process: 0 when it answers true. What has been started is stopped, whatever happens. */
export async function maintain(work: (maintenance: Maintenance) => Promise<boolean>): Promise<void> {
  const started: { stop(): Promise<void> }[] = [];
  const log = createLog('warn');
  // Ctrl-C waits for the end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.exitCode = 1;
  try {
    const config = readEnvironment();
    const done = await work({ config, log, database: () => startDatabase(config, log, started) });
    if (done) process.exitCode = 0;
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof BackupError;
    process.stderr.write(isKnown ? `${error.message}\n` : explain(error));
  } finally {
    for (const part of started.toReversed()) await part.stop();
  }
}
