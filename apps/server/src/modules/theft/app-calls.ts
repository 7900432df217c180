import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { seal, unseal, type Sealed } from '../../entity/seal.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { notifyStaff } from '../messages/service.ts';
import { vinInput, vehicleByName, refuseForeignFiles, openStolenCase, stolen } from '../fleet/shared/service.ts';
import { bindingOf } from '../binding/service.ts';
import { cityOf, nextCaseNo, victimOf } from './case-rules.ts';
import { addNote } from './notes.ts';
import { casePath } from './steps.ts';
import { fileId } from '../../http/kit.ts';
import { refuseField } from '../../http/field-texts.ts';

const { bound } = machines['SM-Binding'].states;

const body = z.object({
  vin: vinInput,
  stolenTime: z.string().max(30),
  address: z.string().min(2).max(100),
  policeReportNo: z
    .string()
    .regex(/^[A-Z0-9-]{6,30}$/)
    .optional(),
  description: z.string().min(5).max(500).optional(),
  images: z.array(fileId).max(9).default([]),
});

interface Reporter {
  readonly name: Sealed;
  readonly mobile: Sealed;
}

/** The reporting user is the contact, by real name where known. */
async function reporterOf(tx: Tx, { app, appUser }: AppContext): Promise<Reporter> {
  const { rows } = await sql<{ nickname: string; mobileEnc: Buffer; realNameEnc: Buffer | null }>`
    select nickname, mobile_enc, real_name_enc from usr_app_user where id = ${appUser.id}`.execute(tx);
  const [user] = rows;
  if (!user) throw new AppError(1002);
  const { secrets } = app;
  const name = user.realNameEnc ? unseal(secrets, user.realNameEnc) : user.nickname;
  return { name: seal(secrets, 'name', name), mobile: seal(secrets, 'mobile', unseal(secrets, user.mobileEnc)) };
}

async function record(
  tx: Tx,
  ctx: AppContext,
  vehicleId: string,
  { stolenTime, address, policeReportNo, description, images }: z.output<typeof body>,
  at: Date,
): Promise<{ id: string; caseNo: string }> {
  const victim = await victimOf(tx, vehicleId);
  if (victim?.bindStatus !== bound) throw new AppError(2302);
  if (await openStolenCase(tx, vehicleId)) throw new AppError(2019);
  const { name, mobile } = await reporterOf(tx, ctx);
  const caseNo = await nextCaseNo(tx);
  const { id } = await tx
    .insertInto('veh_stolen_case')
    .values({
      caseNo,
      vehicleId,
      ownerUserId: victim.ownerUserId,
      stolenTime: at,
      cityId: cityOf(victim),
      stolenAddress: address,
      policeReportNo: policeReportNo ?? null,
      contactNameEnc: name.enc,
      contactNameHash: name.hash,
      contactNameMask: name.mask,
      contactMobileEnc: mobile.enc,
      contactMobileHash: mobile.hash,
      contactMobileMask: mobile.mask,
      description: description ?? `车主通过APP报案：${stolenTime}，${address}`,
      images: images.length > 0 ? images : null,
      guardRadiusM: 200,
      guardLeft: 0,
      status: stolen.toVerify,
      lockStatus: codes.StolenLockStatus.none,
      source: 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, caseNo };
}

const report = defineAppCall('POST /app/v1/stolen/report', {
  limit: { most: 20, within: 'day', ofVehicle: 20 },
  body,
  summary: { zh: '车主报失', en: 'Report a vehicle as stolen' },
  async run(ctx, input) {
    const { app, appUser } = ctx;
    const vehicle = await vehicleByName(app.db, input.vin);
    if ((await bindingOf(app.db, vehicle.id, appUser.id))?.bindType !== codes.BindType.owner) throw new AppError(1011);
    await ctx.countVehicle(vehicle.id);
    const at = parseInstant(input.stolenTime);
    if (!at || at.getTime() > Date.now()) throw refuseField(ctx, 'stolenTime', 'past');
    return withTransaction(app.db, async (tx) => {
      await refuseForeignFiles(tx, ctx, entityNamed('stolenCase'), 'images', input.images);
      const made = await record(tx, ctx, vehicle.id, input, at);
      const text = { zh: '车主通过APP报案', en: 'Reported by the owner in the app' };
      await addNote(tx, { caseId: made.id, kind: codes.StolenNoteKind.status, text, operatorId: null });
      await notifyStaff(tx, {
        functionCode: 'stolenMonitorManage.verify',
        level: 4,
        title: { zh: '新的被盗报案', en: 'A vehicle was reported stolen' },
        body: { zh: `案件${made.caseNo}待核实。`, en: `Case ${made.caseNo} is waiting for verification.` },
        path: casePath(made.id),
      });
      return made;
    });
  },
});

/** Calls of owners about theft. */
export const theftAppCalls: readonly Call[] = [report];
