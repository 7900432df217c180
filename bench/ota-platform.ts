import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { firmwareKeyId } from '../apps/server/src/config-parts.ts';
import { type BenchPlatform, startBench } from './platform.ts';

export interface OtaBench extends BenchPlatform {
  readonly dataDir: string;
  /** Of the release key that packages name. */
  readonly keyId: string;
}

/** As `startBench`, with a release key of this run: nobody signs with it. */
export async function startOtaBench(name: string, port: number): Promise<OtaBench> {
  const dataDir = resolve('data', name);
  mkdirSync(dataDir, { recursive: true });
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const keysFile = join(dataDir, 'release-keys.json');
  const validity = { from: '2020-01-01T00:00:00+08:00', until: '2100-01-01T00:00:00+08:00' };
  writeFileSync(keysFile, JSON.stringify([{ publicKey: publicKey.toString('base64'), ...validity }]));
  process.env['FIRMWARE_KEYS'] = keysFile;
  return { ...(await startBench(name, port)), dataDir, keyId: firmwareKeyId(publicKey) };
}
