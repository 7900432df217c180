import { machines } from '@wheelhouse/entities/machines';
import type { AppSound } from '@wheelhouse/contract/calls/vehicles';
import { sql } from 'kysely';
import { z } from 'zod';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { withTransaction } from '../../../db/pool.ts';
import { defineAppCall, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { signedUrl } from '../../files/service.ts';
import { requestOfApp, sendCommand } from '../../control/service.ts';
import { serial, id } from '../../../http/kit.ts';

const { bound } = machines['SM-Binding'].states;
const { inUse } = machines['SM-VirtualVin'].states;
const { onShelf } = machines['SM-Shelf'].states;

/** A sound with its files in place of their addresses. */
interface StoredSound extends Omit<AppSound, 'audioUrl' | 'deviceUrl' | 'coverUrl'> {
  readonly audioFile: string;
  readonly deviceFile: string | null;
  readonly coverImage: string;
}

const scenes = dictionaries.find(({ category }) => category === 'SoundScene')?.entries.map(({ code }) => code) ?? [];

interface Ridden {
  /** null: a virtual vehicle, which has nothing to play a sound. */
  readonly id: string | null;
  readonly typeId: string;
}

/** A vehicle the app user rides, or their virtual one. @throws AppError 1011 */
async function riddenVehicle({ app, appUser }: AppContext, vin: string): Promise<Ridden> {
  const typed = vin;
  const { rows } = await sql<Ridden>`
    select v.id::text as id, v.vehicle_type_id as "typeId" from veh_vehicle v
      join veh_binding b on b.vehicle_id = v.id and b.user_id = ${appUser.id} and b.status = ${sql.lit(bound)} and not b.deleted
        and (b.expire_time is null or b.expire_time > now())
    where (v.vin = ${typed} or v.frame_no = ${typed}) and not v.deleted
    union all select null, vehicle_type_id from veh_virtual_vin where virtual_vin = ${typed} and bound_user_id = ${appUser.id} and status = ${sql.lit(inUse)} and not deleted
    limit 1`.execute(app.db);
  if (!rows[0]) throw new AppError(1011);
  return rows[0];
}

const list = defineAppCall('GET /app/v1/sound/list', {
  query: z.object({ vin: serial(1, 17), scene: z.enum(scenes as [string, ...string[]]).optional() }),
  summary: { zh: 'APP：车辆可用音效', en: 'App: sounds for a vehicle' },
  async run(ctx, { vin, scene }) {
    const { app } = ctx;
    const { typeId } = await riddenVehicle(ctx, vin);
    const { rows } = await sql<StoredSound>`
      select id, name, scene, version, duration_sec::float8 as "durationSec", size_kb as "sizeKb", is_default as "isDefault", free,
        price_fen::int as "priceFen", description, audio_file as "audioFile", device_file as "deviceFile", cover_image as "coverImage"
      from veh_sound_effect where shelf_status = ${sql.lit(onShelf)} and not deleted and vehicle_type_ids @> array[${typeId}]::bigint[]
        and (${scene ?? null}::int is null or scene = ${scene ?? null}::int)
      order by scene, is_default desc, sort, id limit 200`.execute(app.db);
    return rows.map(({ audioFile, deviceFile, coverImage, ...sound }) => ({
      ...sound,
      audioUrl: signedUrl(app, audioFile),
      deviceUrl: deviceFile === null ? null : signedUrl(app, deviceFile),
      coverUrl: signedUrl(app, coverImage),
    }));
  },
});

interface Applied {
  readonly name: string;
  readonly scene: number;
  readonly version: number;
  readonly sizeKb: number;
  readonly file: string;
}

/**
 * Puts a sound onto the rider's vehicle by the command SET_SOUND; what comes of it is pushed like that of any command.
 * @throws AppError 1002 no such sound on the shelf for this model, 1003 one that has to be bought, 1011 not their vehicle, and those of a command
 */
const apply = defineAppCall('POST /app/v1/sound/apply', {
  limit: { most: 60, within: 'hour', ofVehicle: 60 },
  body: z.object({ vin: serial(1, 17), soundId: id }),
  summary: { zh: 'APP：应用音效到车辆', en: 'App: apply a sound to a vehicle' },
  async run(ctx, { vin, soundId }) {
    const { app, appUser, ip, lang, idempotencyKey } = ctx;
    const vehicle = await riddenVehicle(ctx, vin);
    if (vehicle.id === null) throw new AppError(2018);
    const vehicleId = vehicle.id;
    await ctx.countVehicle(vehicleId);
    return withTransaction(app.db, async (tx) => {
      const { rows } = await sql<Applied & { free: number }>`
        update veh_sound_effect set download_count = download_count + 1
        where id = ${soundId} and shelf_status = ${sql.lit(onShelf)} and not deleted and vehicle_type_ids @> array[${vehicle.typeId}]::bigint[]
        returning name, scene, version, coalesce(size_kb, 0) as "sizeKb", coalesce(device_file, audio_file) as file, free`.execute(
        tx,
      );
      const [sound] = rows;
      if (!sound) throw new AppError(1002);
      if (sound.free !== 1) throw new AppError(1003);
      const { name, scene, version, sizeKb, file } = sound;
      return sendCommand(tx, {
        vehicleId,
        command: 'SET_SOUND',
        params: { soundId, name, scene, version, url: signedUrl(app, file), sizeKb },
        operatorId: appUser.id,
        source: 'app',
        ...requestOfApp(appUser.id, idempotencyKey),
        ip,
        lang,
      });
    });
  },
});

/** Sounds as the app has them. */
export const soundCalls: readonly Call[] = [list, apply];
