import type { OwnFeedback } from '@wheelhouse/contract/calls/feedback';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../db/wall-clock.ts';
import { defineAppCall } from '../../http/app-call.ts';
import { paging } from '../../http/kit.ts';
import { signedUrl } from '../files/service.ts';

type Stored<Row> = Omit<Row, 'imageUrls'> & { readonly images: readonly string[] | null };
type Reply = Stored<OwnFeedback['replies'][number]> & { readonly feedbackId: string };
type Row = Omit<Stored<OwnFeedback>, 'replies'> & { readonly id: string };

/** The caller's own feedback, the newest first, with its conversations. */
export const feedbackList = defineAppCall('GET /app/v1/feedback/list', {
  query: z.looseObject(paging({ most: 50 })),
  summary: { zh: 'APP：我的反馈', en: 'App: own feedback' },
  async run({ app, appUser }, { page, pageSize }) {
    const { db } = app;
    const { rows } = await sql<Row>`
      select t.id::text as id, t.feedback_no, t.category_code, t.sub_code, t.content, t.images, v.vin, t.status, t.satisfied,
        ${wallClock('t.create_time')} as create_time
      from cs_feedback t left join veh_vehicle v on v.id = t.vehicle_id
      where t.user_id = ${appUser.id} and not t.deleted order by t.create_time desc, t.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
    const totals = await sql<{ total: number }>`
      select count(*)::int as total from cs_feedback where user_id = ${appUser.id} and not deleted`.execute(db);
    const replies = await sql<Reply>`
      select feedback_id::text as feedback_id, side, content, images, ${wallClock('create_time')} as time from cs_feedback_reply
      where feedback_id = any(${rows.map(({ id }) => id)}::bigint[]) and not deleted order by id`.execute(db);
    const withUrls = <Of extends { readonly images: readonly string[] | null }>({ images, ...rest }: Of) => ({
      ...rest,
      imageUrls: (images ?? []).map((fileId) => signedUrl(app, fileId)),
    });
    return {
      list: rows.map(({ id, ...row }) => ({
        ...withUrls(row),
        replies: replies.rows
          .filter(({ feedbackId }) => feedbackId === id)
          .map(({ feedbackId: _of, ...reply }) => withUrls(reply)),
      })),
      total: totals.rows[0]?.total ?? 0,
      page,
      pageSize,
    };
  },
});
