import type { Code } from '@wheelhouse/entities/codes';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { hashOf } from '../../entity/seal.ts';
import type { App, PublicContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { countAttempt } from './attempts.ts';

export type SmsScene = Code<'SmsScene'>;

const validMinutes = 5;
const mostTries = 5;

interface CodeOf {
  readonly mobile: string;
  readonly scene: SmsScene;
  /** What it is good for, where the scene does not say it all: for something else it is a wrong code. */
  readonly about?: string;
}

const hashCode = (app: Pick<App, 'secrets'>, { mobile, scene, about }: CodeOf, code: string) =>
  hashOf(app.secrets, `sms ${scene} ${mobile} ${code}${about === undefined ? '' : ` ${about}`}`);

/**
 * Makes a code of 6 digits, good for 5 minutes and one use; earlier ones of the same scene are void.
 * @throws AppError 1104 within 60 seconds of the last one, after 10 in a day, or too many from this address
 * @for a code by SMS: with `checkCode`, `useCode`, an entry of D:SmsScene and a text that says what it allows: `users/deletion.ts`
 */
export async function makeCode(ctx: Pick<PublicContext, 'app' | 'ip'>, of: CodeOf): Promise<string> {
  const { app, ip } = ctx;
  const key = hashOf(app.secrets, of.mobile).toString('hex');
  for (const [kind, by] of [
    ['sms-ip', ip],
    ['sms-mobile', key],
    ['sms-mobile-day', key],
  ] as const) {
    if (!(await countAttempt(app.db, kind, by)).allowed) throw new AppError(1104);
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await sql`
    insert into sys_sms_code (mobile_hash, scene, code_hash, expire_time, ip)
    values (${hashOf(app.secrets, of.mobile)}, ${of.scene}, ${hashCode(app, of, code)}, now() + make_interval(mins => ${validMinutes}), ${ip})
  `.execute(app.db);
  return code;
}

/** A correct code that is not used yet. */
export interface CheckedCode {
  readonly id: string;
}

/**
 * Compares a code with the newest one sent; each call is a try, and the fifth wrong one burns it.
 * @throws AppError 1110 wrong, used, burnt or too old; 1104 too many tries from this address
 */
export async function checkCode(
  ctx: Pick<PublicContext, 'app' | 'ip'>,
  of: CodeOf & { readonly code: string },
): Promise<CheckedCode> {
  const { app } = ctx;
  if (!(await countAttempt(app.db, 'sms-check-ip', ctx.ip)).allowed) throw new AppError(1104);
  const { rows } = await sql<{ id: string; codeHash: Buffer }>`
    update sys_sms_code set try_count = try_count + 1
    where id = (select max(id) from sys_sms_code where mobile_hash = ${hashOf(app.secrets, of.mobile)} and scene = ${of.scene})
      and used_time is null and expire_time > now() and try_count < ${mostTries}
    returning id, code_hash
  `.execute(app.db);
  const [sent] = rows;
  const given = hashCode(app, of, of.code);
  if (sent === undefined || !timingSafeEqual(given, sent.codeHash)) throw new AppError(1110);
  return { id: sent.id };
}

/** Uses a checked code up, in the transaction of what it allows. @throws AppError 1110 when somebody else was faster */
export async function useCode(db: Db | Tx, { id }: CheckedCode): Promise<void> {
  const { rows } =
    await sql`update sys_sms_code set used_time = now() where id = ${id} and used_time is null returning id`.execute(
      db,
    );
  if (rows.length === 0) throw new AppError(1110);
}
