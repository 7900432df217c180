import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/db/embedded.ts';
import { platformRole } from '../../src/db/ownership.ts';
import { administer, administratorUrl, dropDatabases } from './databases.ts';
import { tempDir } from './temp.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server on which tests make their databases. */
    databaseServer: string;
    /** Names of the databases of this run begin so. */
    databasePrefix: string;
  }
}

/** One PostgreSQL for the whole run: the server of DATABASE_URL, or an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `whtest_${process.pid}_`;
  project.provide('databasePrefix', prefix);
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') {
    project.provide('databaseServer', given);
    return () => dropDatabases(given, prefix);
  }
  const dir = tempDir();
  const place = join(dir, 'pg');
  const database = await startEmbedded({ dir: place, log: pino({ level: 'silent' }), durability: 'test' });
  // Everything is tested as the role that the platform works as; it is given this one right more.
  await administer(administratorUrl(place, database.url), (client) =>
    client.query(`alter role ${platformRole} createdb`),
  );
  project.provide('databaseServer', database.url);
  return async () => {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
