import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { hashOf, seal, unseal } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';

/** RFC 6238 as every authenticator app has it: SHA-1, 6 digits, a new code every 30 seconds. */
const period = 30;
const digits = 6;
/** Steps before and after the present one: clocks of phones are not exact. */
const drift = 1;
const issuer = 'Wheelhouse';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const recoveryCount = 10;
/** Without letters and digits that look alike. */
const recoveryLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

type Secrets = Pick<App, 'secrets'>;

/** Base32 encoding, as authenticator apps expect it. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '').join('');
}

/** The code of a step (RFC 4226). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of a moment in milliseconds. */
export const stepOf = (time: number): number => Math.floor(time / 1000 / period);

/** The step whose code this is, among those near now; undefined when it is none. */
function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  const steps = Array.from({ length: 2 * drift + 1 }, (_, i) => stepOf(now) - drift + i);
  return steps.find((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Whether an account signs in with a second factor. */
export async function hasTotp(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sys_totp where user_id = ${userId} and confirmed_time is not null`.execute(
    db,
  );
  return rows.length > 0;
}

/** A new secret, good once `confirmTotp` has seen a code of it; an earlier unconfirmed one is void. */
export async function newTotp(
  { secrets }: Secrets,
  db: Db | Tx,
  userId: string,
  username: string,
): Promise<{ secret: string; otpauthUri: string }> {
  const secret = toBase32(randomBytes(20));
  // The masked value of a secret is not needed.
  const { enc } = seal(secrets, 'mobile', secret);
  await sql`
    insert into sys_totp (user_id, secret_enc) values (${userId}, ${enc})
    on conflict (user_id) do update set secret_enc = excluded.secret_enc, create_time = now(), last_step = 0 where sys_totp.confirmed_time is null
  `.execute(db);
  const label = encodeURIComponent(`${issuer}:${username}`);
  return {
    secret,
    otpauthUri: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${period}`,
  };
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** Uses a code up. @returns whether it was right, near now and not used before */
export async function useTotp({ secrets }: Secrets, db: Db | Tx, userId: string, code: string): Promise<boolean> {
  const { rows } = await sql<{ secretEnc: Buffer }>`select secret_enc from sys_totp where user_id = ${userId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return false;
  const step = matchingStep(fromBase32(unseal(secrets, row.secretEnc)), code, Date.now());
  if (step === undefined) return false;
  // Of several attempts with the same code only one succeeds.
  const used =
    await sql`update sys_totp set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning user_id`.execute(
      db,
    );
  return used.rows.length > 0;
}

const hashRecovery = ({ secrets }: Secrets, userId: string, code: string) =>
  hashOf(secrets, `recovery ${userId} ${code}`);

/** Uses a recovery code up. @returns whether it was one */
export async function useRecoveryCode(app: Secrets, db: Db | Tx, userId: string, typed: string): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const { rows } = await sql`
    update sys_recovery_code set used_time = now() where user_id = ${userId} and code_hash = ${hashRecovery(app, userId, code)} and used_time is null returning id
  `.execute(db);
  return rows.length > 0;
}

/** Ten new recovery codes; earlier ones are void. Only their hashes are kept. */
export async function newRecoveryCodes(app: Secrets, tx: Tx, userId: string): Promise<string[]> {
  const letter = () => recoveryLetters[randomInt(recoveryLetters.length)] ?? '';
  const codes = Array.from({ length: recoveryCount }, () => Array.from({ length: 10 }, letter).join(''));
  await sql`delete from sys_recovery_code where user_id = ${userId}`.execute(tx);
  const rows = codes.map((code) => sql`(${userId}, ${hashRecovery(app, userId, code)})`);
  await sql`insert into sys_recovery_code (user_id, code_hash) values ${sql.join(rows)}`.execute(tx);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
