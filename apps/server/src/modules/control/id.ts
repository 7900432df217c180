import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: sorts by time, cannot be guessed. */
export function newCommandId(now = Date.now()): string {
  let time = '';
  for (let rest = now, n = 0; n < 10; n++, rest = Math.floor(rest / 32)) time = `${alphabet[rest % 32]}${time}`;
  return time + Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('');
}
