import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from './temp.ts';

const pair = () => generateKeyPairSync('ed25519');
/** Keys of every test server: the present one and its successor, one that is over, and one that is not listed. */
export const testKeys = { present: pair(), next: pair(), over: pair(), foreign: pair() };

const rawOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const listed = [
  {
    publicKey: rawOf(testKeys.present.publicKey),
    from: '2026-01-01T00:00:00+08:00',
    until: '2098-01-01T00:00:00+08:00',
  },
  { publicKey: rawOf(testKeys.next.publicKey), from: '2026-06-01T00:00:00+08:00', until: '2099-01-01T00:00:00+08:00' },
  { publicKey: rawOf(testKeys.over.publicKey), from: '2024-01-01T00:00:00+08:00', until: '2025-12-31T00:00:00+08:00' },
];

let path: string | undefined;
/** Path of the file that lists the public halves. */
export function firmwareKeysFile(): string {
  if (path !== undefined) return path;
  path = join(tempDir(), 'firmware-keys.json');
  writeFileSync(path, JSON.stringify(listed));
  return path;
}
