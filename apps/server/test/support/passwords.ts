import { argon2Sync, randomBytes } from 'node:crypto';
import { md5Upper } from '../../src/modules/access/service.ts';

const cost = { memory: 8, passes: 1, parallelism: 1 };
const made = new Map<string, string>();
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/**
 * What is stored of a password, at the least cost there is: a hash names its own, and hundreds of sign-ins of tests would take half a
 * minute at the product's. Each password is hashed once in a process.
 */
export function quickHash(password: string): string {
  const known = made.get(password);
  if (known !== undefined) return known;
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: md5Upper(password), nonce, tagLength: 32, ...cost });
  const hash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
  made.set(password, hash);
  return hash;
}
