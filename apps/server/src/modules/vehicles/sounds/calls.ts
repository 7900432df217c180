import { sql } from 'kysely';
import { z } from 'zod';
import { dictionaries } from '@wheelhouse/entities/reference/dictionaries';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { signedUrl } from '../../files/service.ts';

interface AppSound {
  readonly id: string;
  readonly name: string;
  readonly scene: number;
  readonly version: number;
  readonly durationSec: number;
  readonly sizeKb: number;
  readonly isDefault: 0 | 1;
  readonly free: 0 | 1;
  readonly priceFen: number | null;
  readonly description: string | null;
  readonly audioFile: string;
  readonly deviceFile: string | null;
  readonly coverImage: string;
}

const scenes = dictionaries.find(({ category }) => category === 'SoundScene')?.entries.map(({ code }) => code) ?? [];

export const soundCalls: readonly Call[] = [
  defineAppCall({
    method: 'GET',
    path: '/app/v1/sound/list',
    query: z.object({ vin: z.string().min(1).max(17), scene: z.enum(scenes as [string, ...string[]]).optional() }),
    summary: { zh: 'APP：车辆可用音效', en: 'App: sounds for a vehicle' },
    async run({ app, appUser }, { vin, scene }) {
      const typed = vin.trim().toUpperCase();
      const { rows: vehicles } = await sql<{ typeId: string }>`
        select v.vehicle_type_id as "typeId" from veh_vehicle v
          join veh_binding b on b.vehicle_id = v.id and b.user_id = ${appUser.id} and b.status = 1 and not b.deleted
            and (b.expire_time is null or b.expire_time > now())
        where (v.vin = ${typed} or v.frame_no = ${typed}) and not v.deleted
        union all select vehicle_type_id from veh_virtual_vin where virtual_vin = ${typed} and bound_user_id = ${appUser.id} and status = 1 and not deleted
        limit 1`.execute(app.db);
      const typeId = vehicles[0]?.typeId;
      if (typeId === undefined) throw new AppError(1011);
      const { rows } = await sql<AppSound>`
        select id, name, scene, version, duration_sec::float8 as "durationSec", size_kb as "sizeKb", is_default as "isDefault", free,
          price_fen::int as "priceFen", description, audio_file as "audioFile", device_file as "deviceFile", cover_image as "coverImage"
        from veh_sound_effect where shelf_status = 1 and not deleted and vehicle_type_ids @> array[${typeId}]::bigint[]
          and (${scene ?? null}::int is null or scene = ${scene ?? null}::int)
        order by scene, is_default desc, sort, id limit 200`.execute(app.db);
      return rows.map(({ audioFile, deviceFile, coverImage, ...sound }) => ({
        ...sound,
        audioUrl: signedUrl(app, audioFile),
        deviceUrl: deviceFile === null ? null : signedUrl(app, deviceFile),
        coverUrl: signedUrl(app, coverImage),
      }));
    },
  }),
];
