import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { hashForOwner } from '../../entity/sealed-lookup.ts';
import { unseal } from '../../entity/seal.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { sendSms } from '../../adapters/sms/index.ts';
import { checkCode, makeCode, useCode } from '../access/service.ts';
import { codeSms } from '../templates/service.ts';
import { readStatus } from '../fleet/status/service.ts';
import { bindVehicle, bindingOf, mostShares, nameInQr, shareVehicle } from './bind.ts';
import { type BoundVehicle, vehicleByName, vinInput } from '../fleet/shared/service.ts';
import { bleKeyVersion } from './device-config.ts';
import { userKey } from './ble.ts';

import { endShare, unbindVehicle } from './unbind.ts';
import { format, id, sixDigits } from '../../http/kit.ts';

const { bound } = machines['SM-Binding'].states;
const { normal } = machines['SM-AppUser'].states;

const texts = {
  one: { zh: 'vin、qr须且只须给一个', en: 'Provide exactly one of vin, qr' },
  proof: { zh: '请靠近车辆后重试', en: 'Move closer to the vehicle and try again' },
  full: { zh: `最多共享给${mostShares}人`, en: `At most ${mostShares} people` },
  known: { zh: '该用户已可使用此车辆', en: 'This user already has access' },
  nobody: { zh: '该手机号未注册', en: 'This mobile number is not registered' },
} as const;

const smsCode = sixDigits;
const proof = z.object({ time: z.int().min(0), mac: z.string().regex(/^[\w-]{43}$/) });

/** The caller's own number, for a code by SMS. */
async function mobileOf({ app, appUser }: AppContext): Promise<string> {
  const { rows } = await sql<{
    enc: Buffer;
  }>`select mobile_enc as enc from usr_app_user where id = ${appUser.id}`.execute(app.db);
  const [row] = rows;
  if (!row) throw new AppError(1002);
  return unseal(app.secrets, row.enc);
}

/** What the phone needs to open the vehicle by Bluetooth. */
const keyFor = ({ app, appUser }: AppContext, { imei }: BoundVehicle, version: number) => ({
  keyVersion: version,
  key: userKey(app.secrets, imei, version, appUser.id),
});

const bind = defineAppCall('POST /app/v1/vehicle/bind', {
  limit: { most: 30, within: 'hour' },
  body: z
    .object({ vin: vinInput.optional(), qr: z.string().min(15).max(300).optional(), bleProof: proof })
    .refine((given) => (given.vin === undefined) !== (given.qr === undefined), {
      path: ['vin'],
      params: { text: texts.one },
    }),
  summary: { zh: 'APP绑定车辆（首次绑定即激活）', en: 'Bind a vehicle (the first binding activates it)' },
  async run(ctx, { vin, qr = '', bleProof }) {
    const vehicle = await vehicleByName(ctx.app.db, vin ?? nameInQr(qr));
    const channel = vin === undefined ? codes.BindChannel.qr : codes.BindChannel.ble;
    const version = await withTransaction(ctx.app.db, (tx) =>
      bindVehicle(tx, ctx.app.secrets, {
        userId: ctx.appUser.id,
        vehicle,
        channel,
        proof: bleProof,
        caller: { ip: ctx.ip, userAgent: ctx.userAgent },
      }),
    );
    if (version === undefined) throw refuseField(ctx, 'bleProof', texts.proof);
    return { vehicleId: vehicle.id, ble: keyFor(ctx, vehicle, version) };
  },
});

const sendCode = defineAppCall('POST /app/v1/vehicle/unbindCode', {
  effect: 'irreversible',
  limit: { most: 10, within: 'hour' },
  body: z.object({ vin: vinInput }),
  summary: { zh: '发送解绑验证码', en: 'Send the code that unbinding needs' },
  async run(ctx, { vin }) {
    const vehicle = await vehicleByName(ctx.app.db, vin);
    if ((await bindingOf(ctx.app.db, vehicle.id, ctx.appUser.id)) === undefined) throw new AppError(2302);
    const mobile = await mobileOf(ctx);
    const code = await makeCode(ctx, { mobile, scene: codes.SmsScene.unbind });
    await sendSms(ctx.app, { mobile, ...(await codeSms(ctx, 'UNBIND_CODE', code)) });
  },
});

const unbind = defineAppCall('POST /app/v1/vehicle/unbind', {
  effect: 'irreversible',
  limit: { most: 30, within: 'hour' },
  body: z.object({ vin: vinInput, smsCode }),
  summary: { zh: '车主解绑（共享用户：退出共享）', en: 'Unbind by the owner (a shared user leaves the share)' },
  async run(ctx, { vin, smsCode: code }) {
    const { app, appUser } = ctx;
    const vehicle = await vehicleByName(app.db, vin);
    const binding = await bindingOf(app.db, vehicle.id, appUser.id);
    if (binding === undefined) throw new AppError(2302);
    const checked = await checkCode(ctx, { mobile: await mobileOf(ctx), scene: codes.SmsScene.unbind, code });
    const step = { vehicleId: vehicle.id, channel: codes.BindChannel.ble, operatorId: null, reason: null };
    await withTransaction(app.db, async (tx) => {
      await useCode(tx, checked);
      if (binding.bindType === codes.BindType.owner)
        await unbindVehicle(tx, { ...step, action: codes.BindAction.unbind });
      else await endShare(tx, { ...step, userId: appUser.id, own: true });
    });
  },
});

const shown = [
  'online',
  'reportTime',
  'acc',
  'locked',
  'armed',
  'speedKmh',
  'soc',
  'estimatedRangeKm',
  'odometerKm',
  'chargeStatus',
  'gpsLng',
  'gpsLat',
  'gpsTime',
  'csq',
  'faultCodes',
] as const;

const status = defineAppCall('GET /app/v1/vehicle/status', {
  query: z.object({ vin: vinInput }),
  summary: { zh: '我的车辆状态', en: 'Status of own vehicle' },
  async run(ctx, { vin }) {
    const vehicle = await vehicleByName(ctx.app.db, vin);
    const binding = await bindingOf(ctx.app.db, vehicle.id, ctx.appUser.id);
    if (binding === undefined) throw new AppError(1011);
    const [row] = await readStatus(ctx.app, [vehicle.id]);
    const version = await bleKeyVersion(ctx.app.db, vehicle.id);
    return {
      vehicleId: vehicle.id,
      vin: row?.['vin'] ?? row?.['frameNo'] ?? null,
      bindType: binding.bindType,
      ble: keyFor(ctx, vehicle, version),
      status: Object.fromEntries(shown.map((name) => [name, row?.[name] ?? null])),
    };
  },
});

/** Days that a key is valid for where the vehicle's model has no setup. */
const usualDays = 7;

interface KeyRow {
  readonly bleMac: string | null;
  readonly bleName: string | null;
  readonly version: number;
  readonly expireTime: string;
}

/** What the caller's phone is to know of the vehicle; undefined when it is neither theirs nor shared with them. A share's end ends its key. */
async function keyRow({ app, appUser }: AppContext, vehicleId: string): Promise<KeyRow | undefined> {
  const expiry = sql`least(now() + make_interval(days => coalesce(s.key_valid_days, ${usualDays}::int)), b.expire_time)`;
  const { rows } = await sql<KeyRow>`
    select v.ble_mac, v.ble_name, coalesce(c.ble_key_version, 1) as version, ${wallClock(expiry)} as expire_time
    from veh_vehicle v
      join veh_binding b on b.vehicle_id = v.id and b.user_id = ${appUser.id} and b.status = ${sql.lit(bound)} and not b.deleted
        and (b.expire_time is null or b.expire_time > now())
      left join veh_device_config c on c.vehicle_id = v.id
      left join veh_bluetooth_setup_model m on m.vehicle_type_id = v.vehicle_type_id left join veh_bluetooth_setup s on s.id = m.setup_id
    where v.id = ${vehicleId}`.execute(app.db);
  return rows[0];
}

const bleKey = defineAppCall('GET /app/v1/vehicle/bleKey', {
  query: z.object({ vin: vinInput }),
  summary: { zh: 'APP：本机的蓝牙钥匙', en: 'App: Bluetooth key of this phone' },
  async run(ctx, { vin }) {
    const vehicle = await vehicleByName(ctx.app.db, vin);
    const row = await keyRow(ctx, vehicle.id);
    if (row === undefined) throw new AppError(1011);
    const { bleMac, bleName, version, expireTime } = row;
    return { bleMac, bleName, ...keyFor(ctx, vehicle, version), expireTime };
  },
});

const share = defineAppCall('POST /app/v1/vehicle/share', {
  limit: { most: 30, within: 'hour' },
  body: z.object({
    vin: vinInput,
    mobile: format('mobile'),
  }),
  summary: { zh: '共享车辆给他人（最多5人）', en: 'Share a vehicle, with five people at most' },
  async run(ctx, { vin, mobile }) {
    const { app, appUser, lang } = ctx;
    const vehicle = await vehicleByName(app.db, vin);
    if ((await bindingOf(app.db, vehicle.id, appUser.id))?.bindType !== codes.BindType.owner) throw new AppError(1011);
    const friend = await app.db
      .selectFrom('usr_app_user')
      .select('id')
      .where('mobileHash', '=', await hashForOwner(app, appUser.id, mobile))
      .where('status', '=', normal)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!friend) throw refuseField({ lang }, 'mobile', texts.nobody);
    const refusal = await withTransaction(app.db, (tx) =>
      shareVehicle(tx, { vehicleId: vehicle.id, ownerId: appUser.id, userId: friend.id }),
    );
    if (refusal) throw refuseField({ lang }, 'mobile', texts[refusal]);
  },
});

const unshare = defineAppCall('POST /app/v1/vehicle/unshare', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ vin: vinInput, userId: id }),
  summary: { zh: '取消共享', en: 'End a share' },
  async run(ctx, { vin, userId }) {
    const vehicle = await vehicleByName(ctx.app.db, vin);
    if ((await bindingOf(ctx.app.db, vehicle.id, ctx.appUser.id))?.bindType !== codes.BindType.owner)
      throw new AppError(1011);
    await withTransaction(ctx.app.db, (tx) =>
      endShare(tx, { vehicleId: vehicle.id, userId, channel: codes.BindChannel.ble, operatorId: null, reason: null }),
    );
  },
});

/** Calls of owners about their vehicles. */
export const bindingAppCalls: readonly Call[] = [bind, sendCode, unbind, status, bleKey, share, unshare];
