import { randomInt } from 'node:crypto';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { hashOf, seal } from '../../../entity/seal.ts';
import type { App, CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';

const { toShip } = machines['SM-Winning'].states;
const most = 1_000_000;
const tries = 20;
const wrong = { zh: '核销码不正确', en: 'The code is wrong' } as const;

/** Hash by which a code is found, apart from equal texts that are sealed elsewhere. */
const codeHash = ({ secrets }: Pick<App, 'secrets'>, code: string): Buffer => hashOf(secrets, `pick-up code ${code}`);

/** A code as it is stored. */
export const sealedCode = (
  app: Pick<App, 'secrets'>,
  code: string,
): { readonly enc: Buffer; readonly hash: Buffer } => ({
  enc: seal(app.secrets, 'name', code).enc,
  hash: codeHash(app, code),
});

/** Six digits that open no other record of the dealer, kept with this one. */
export async function giveCode(tx: Tx, app: Pick<App, 'secrets'>, id: string, dealerId: string): Promise<string> {
  for (let n = 0; n < tries; n++) {
    const code = String(randomInt(most)).padStart(6, '0');
    const { enc, hash } = sealedCode(app, code);
    const { rows } = await sql`
      update act_winning_record set pick_code_enc = ${enc}, pick_code_hash = ${hash}
      where id = ${id} and not exists (select from act_winning_record o
        where o.dealer_id = ${dealerId} and o.pick_code_hash = ${hash} and o.status = ${toShip} and not o.deleted) returning id`.execute(
      tx,
    );
    if (rows.length > 0) return code;
  }
  throw new Error('no code is free at the dealer');
}

/** @throws AppError 1001 it is not the code of this record */
export async function proveCode(tx: Tx, ctx: CallContext, id: string, code: string): Promise<void> {
  const { rows } = await sql`
    select 1 from act_winning_record where id = ${id} and pick_code_hash = ${codeHash(ctx.app, code)}`.execute(tx);
  if (rows.length === 0) throw refuseField(ctx, 'code', wrong);
}

/** The record that waits for a code at a dealer. @throws AppError 1001 none does, 6032 it waits at another dealer */
export async function recordOfCode(ctx: CallContext, code: string, dealerId: string): Promise<string> {
  const { rows } = await sql<{ id: string; dealerId: string }>`
    select id::text as id, dealer_id::text as "dealerId" from act_winning_record
    where pick_code_hash = ${codeHash(ctx.app, code)} and status = ${toShip} and not deleted`.execute(ctx.app.db);
  const found = rows.find((row) => row.dealerId === dealerId);
  if (found !== undefined) return found.id;
  throw rows.length === 0 ? refuseField(ctx, 'code', wrong) : new AppError(6032);
}
