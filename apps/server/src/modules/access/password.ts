import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../http/errors.ts';

const derive = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane (about 35 ms). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** What clients send instead of a password: its MD5, 32 upper-case hex digits. It is treated like the password itself. */
export const md5Pattern = /^[0-9A-F]{32}$/;

export function md5Upper(text: string): string {
  return createHash('md5').update(text).digest('hex').toUpperCase();
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Salted slow hash of a client's MD5, as a PHC string that names its own cost. */
export async function hashPassword(md5: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: md5, nonce, tagLength, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether `md5` is what `stored` was made of. */
export async function verifyPassword(stored: string, md5: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored) ?? [];
  if (memory === undefined) throw new Error('stored password hash cannot be read');
  const expected = Buffer.from(hash, 'base64');
  const tag = await derive('argon2id', {
    message: md5,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(tag, expected);
}

let dummy: Promise<string> | undefined;

/** A hash that matches nothing: unknown names are verified against it, so that they take as long as known ones. */
export function dummyHash(): Promise<string> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  return dummy;
}

/** Common passwords; the server only sees MD5 values, so it compares those. */
const weak: ReadonlySet<string> = new Set(
  [
    '',
    '000000',
    '00000000',
    '111111',
    '11111111',
    '112233',
    '121212',
    '123123',
    '123321',
    '1234',
    '12345',
    '123456',
    '1234567',
    '12345678',
    '123456789',
    '1234567890',
    '222222',
    '333333',
    '520520',
    '5201314',
    '654321',
    '666666',
    '66666666',
    '777777',
    '87654321',
    '888888',
    '88888888',
    '987654321',
    '999999',
    'a123456',
    'a12345678',
    'aa123456',
    'aaa111',
    'aaaaaa',
    'abc123',
    'abc12345',
    'abcd1234',
    'Abcd1234',
    'admin',
    'admin123',
    'Admin123',
    'admin@123',
    'Admin@123',
    'admin888',
    'Aa123456',
    'asdf1234',
    'changeme',
    'iloveyou',
    'letmein',
    'password',
    'Password',
    'password1',
    'Password1',
    'password123',
    'Password123',
    'P@ssw0rd',
    'p@ssw0rd',
    'Passw0rd',
    'passw0rd',
    'qwe123',
    'qwer1234',
    'Qwer1234',
    'qwerty',
    'qwerty123',
    'Qwerty123',
    'q1w2e3r4',
    '1q2w3e4r',
    '1qaz2wsx',
    'root',
    'test',
    'test123',
    'Test1234',
    'welcome',
    'welcome1',
    'woaini1314',
  ].map(md5Upper),
);

/**
 * Refuses passwords that are guessed first: the weak list, and the user's own name in its usual spellings.
 * @throws AppError 1107
 */
export function refuseWeak(md5: string, ...names: readonly string[]): void {
  const spellings = names.flatMap((name) => [
    name,
    name.toLowerCase(),
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
  ]);
  if (weak.has(md5) || spellings.some((name) => md5Upper(name) === md5)) throw new AppError(1107);
}

const letters = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'] as const;

/** A random password of at least three classes, without letters that look alike. */
export function randomPassword(length = 10): string {
  const pick = (set: string) => set.charAt(randomInt(set.length));
  const chars = Array.from({ length }, (_, i) => pick(letters[i] ?? letters.join('')));
  for (let i = chars.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [chars[i], chars[j]] = [chars[j] ?? '', chars[i] ?? ''];
  }
  return chars.join('');
}
