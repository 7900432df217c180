import type { OwnRepair } from '@wheelhouse/contract/calls/repairs';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../db/wall-clock.ts';
import { defineAppCall } from '../../http/app-call.ts';
import { digit, paging } from '../../http/kit.ts';
import { signedUrl } from '../files/service.ts';

type Row = Omit<OwnRepair, 'log' | 'imageUrls'> & { readonly id: string; readonly images: readonly string[] | null };
type Line = Omit<OwnRepair['log'][number], 'imageUrls'> & {
  readonly orderId: string;
  readonly images: readonly string[] | null;
};

/** The caller's own orders, the newest first, each with what its log shows to owners. */
export const repairList = defineAppCall('GET /app/v1/repair/list', {
  query: z.looseObject({ ...paging({ most: 50 }), status: digit.optional() }),
  summary: { zh: 'APP：我的报修', en: 'App: own repair orders' },
  async run({ app, appUser }, { page, pageSize, status }) {
    const { db } = app;
    const wanted = sql`t.user_id = ${appUser.id} and not t.deleted and (${status ?? null}::int is null or t.status = ${status ?? null}::int)`;
    const { rows } = await sql<Row>`
      select t.id::text as id, t.order_no, v.vin, t.status, t.fault_category, t.fault_sub, t.fault_desc, t.images, t.service_type,
        ${wallClock('t.appointment_time')} as appointment_time, d.name as dealer_name, d.service_phone as dealer_phone,
        (t.labor_fen + t.parts_fen + t.other_fen)::float8 as total_fen, t.rating, ${wallClock('t.create_time')} as create_time
      from cs_repair_order t join veh_vehicle v on v.id = t.vehicle_id left join dlr_dealer d on d.id = t.dealer_id
      where ${wanted} order by t.create_time desc, t.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      db,
    );
    const totals = await sql<{
      total: number;
    }>`select count(*)::int as total from cs_repair_order t where ${wanted}`.execute(db);
    const lines = await sql<Line>`
      select order_id::text as order_id, action, content, images, ${wallClock('create_time')} as time from cs_repair_log
      where order_id = any(${rows.map(({ id }) => id)}::bigint[]) and visible_to_owner = 1 and not deleted order by id`.execute(
      db,
    );
    const urls = (images: readonly string[] | null) => (images ?? []).map((fileId) => signedUrl(app, fileId));
    return {
      list: rows.map(({ id, images, ...row }) => ({
        ...row,
        imageUrls: urls(images),
        log: lines.rows
          .filter(({ orderId }) => orderId === id)
          .map(({ orderId: _of, images: files, ...line }) => ({ ...line, imageUrls: urls(files) })),
      })),
      total: totals.rows[0]?.total ?? 0,
      page,
      pageSize,
    };
  },
});
