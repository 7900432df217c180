import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { holds } from '../../entity/read.ts';
import { unseal } from '../../entity/seal.ts';
import { addIn } from '../../entity/write.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { openStolenCase } from '../fleet/shared/service.ts';

interface Owner {
  readonly nickname: string;
  readonly mobileEnc: Buffer;
  readonly nameEnc: Buffer | null;
}

async function ownerOf(tx: Tx, vehicleId: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select u.nickname, u.mobile_enc, u.real_name_enc as name_enc from veh_vehicle v join usr_app_user u on u.id = v.owner_user_id
    where v.id = ${vehicleId}`.execute(tx);
  return rows[0];
}

/**
 * The theft case of an alarm's vehicle: the one that is open, or a new one to be verified.
 * @returns its number
 * @throws AppError 1003 without the right to record cases, 3005 without an owner, and the refusals of a case
 */
export async function openCaseFor(ctx: CallContext, tx: Tx, alarm: StoredRowOf<'alarm'>): Promise<string> {
  const vehicleId = String(alarm.vehicleId);
  const known = await openStolenCase(tx, vehicleId);
  if (known) return known.caseNo;
  if (!holds(ctx.user, 'stolenMonitorManage.add')) throw new AppError(1003);
  const owner = await ownerOf(tx, vehicleId);
  if (!owner) throw new AppError(3005);
  const name = owner.nameEnc ? unseal(ctx.app.secrets, owner.nameEnc) : owner.nickname;
  await addIn(ctx, tx, entityNamed('stolenCase'), {
    vehicleId,
    stolenTime: String(alarm.firstTime ?? formatInstant(new Date())),
    stolenAddress: String(alarm.address ?? '未知位置'),
    contactName: [...name].slice(0, 20).join('').padEnd(2, '*'),
    contactMobile: unseal(ctx.app.secrets, owner.mobileEnc),
    description: `报警${String(alarm.alarmNo)}转被盗案件`,
  });
  const made = await openStolenCase(tx, vehicleId);
  if (!made) throw new AppError(1000);
  return made.caseNo;
}
