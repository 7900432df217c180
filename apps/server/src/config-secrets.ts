import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-parts.ts';

/** Keys of this installation. Never logged, never in the database. */
export interface Secrets {
  /** 32 bytes that seal personal data. */
  readonly sealKey: Buffer;
  /** Demo vehicles only: the secret of a device is the hex HMAC-SHA256 of its IMEI under this key. */
  readonly simulatorKey: string;
}

interface KeyPlace {
  readonly dataDir: string;
  readonly secretKey: Buffer | undefined;
}

/**
 * The keys of DATA_DIR, made at the first start (mode 600); SECRET_KEY takes the place of the stored sealing key.
 * @throws ConfigError where the sealing key is gone and its database is there
 */
export function readSecrets(place: KeyPlace): Secrets {
  mkdirSync(place.dataDir, { recursive: true });
  return { sealKey: sealKeyOf(place), simulatorKey: keyFile(join(place.dataDir, 'simulator.key')) };
}

function sealKeyOf({ dataDir, secretKey }: KeyPlace): Buffer {
  if (secretKey) return secretKey;
  const path = join(dataDir, 'secret.key');
  // A new key opens nothing of what is there. The key comes before the database at a first start.
  if (!existsSync(path) && existsSync(join(dataDir, 'pg')))
    throw new ConfigError(
      `${path} is missing: restore it from a backup, or set SECRET_KEY if it was started with that`,
    );
  return Buffer.from(keyFile(path), 'hex');
}

function keyFile(path: string): string {
  try {
    // Exclusive: of several processes starting together one makes the key, the others read it.
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key))
    throw new ConfigError(`${path} does not hold a key: restore it from a backup or set SECRET_KEY`);
  return key;
}
