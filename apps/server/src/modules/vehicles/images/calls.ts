import { sql } from 'kysely';
import { z } from 'zod';
import { defineAppCall } from '../../../http/app-call.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { signedUrl } from '../../files/service.ts';
import { importImages } from './import.ts';
import { id } from '../../../http/kit.ts';

interface AppImage {
  readonly color: string;
  readonly angle: number;
  readonly scene: number;
  readonly version: number;
  readonly image: string;
  readonly darkImage: string | null;
}

export const imageCalls: readonly Call[] = [
  defineCall('POST /veh/crm/vehicleImage/import', {
    access: 'vehicleImage.import',
    upload: { maxBytes: 100 * 1024 * 1024 },
    summary: { zh: '导入车辆图片（zip）', en: 'Import vehicle images from a zip' },
    run: (ctx) => importImages(ctx),
  }),
  defineAppCall('GET /app/v1/vehicle/images', {
    query: z.object({
      vehicleTypeId: id,
      color: z.string().max(8).optional(),
    }),
    summary: { zh: 'APP：车型图片', en: 'App: pictures of a model' },
    async run({ app }, { vehicleTypeId, color }) {
      // Any change of any picture of the model, also of those gone, raises the version: what an app has kept is then old.
      const { rows: versions } = await sql<{ version: number }>`
        select coalesce(sum(rev), 0)::int as version from veh_image where vehicle_type_id = ${vehicleTypeId}`.execute(
        app.db,
      );
      const { rows } = await sql<AppImage>`
        select color, angle, client_scene as scene, version, image, dark_image as "darkImage" from veh_image
        where vehicle_type_id = ${vehicleTypeId} and enabled = 1 and not deleted and (${color ?? null}::text is null or color = ${color ?? null})
        order by color, client_scene, angle`.execute(app.db);
      return {
        version: versions[0]?.version ?? 0,
        list: rows.map(({ image, darkImage, ...place }) => ({
          ...place,
          imageUrl: signedUrl(app, image),
          darkImageUrl: darkImage === null ? null : signedUrl(app, darkImage),
        })),
      };
    },
  }),
];
