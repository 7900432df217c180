import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities/fields';
import { campaignSms } from '@wheelhouse/entities/templates/sms';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { audienceOf } from '../audience.ts';
import type { Broadcast, BroadcastSource } from '../broadcast.ts';

const entity = entityNamed('activityMessage');
const contents = codes.ContentType;

interface Stored {
  readonly title: string;
  readonly titleEn: string | null;
  readonly summary: string;
  readonly contentType: number;
  readonly appPage: string | null;
  readonly pageParam: string | null;
  readonly channels: readonly string[];
  readonly smsContent: string | null;
  readonly pinned: number;
  readonly endTime: Date;
}

/** Page of the app that a message opens. */
const routeOf = (id: string, { contentType, appPage, pageParam }: Stored): string =>
  contentType === contents.appPage && appPage !== null
    ? `${appPage}${pageParam === null ? '' : `?${pageParam}`}`
    : `/message/activity/${id}`;

async function read(tx: Tx, id: string): Promise<Broadcast> {
  const { rows } = await sql<Stored & Row>`
    select title, title_en, summary, content_type, app_page, page_param, channels, sms_content, pinned, end_time,
      audience_type, tag_ids, vehicle_type_ids, city_codes, dealer_ids, user_file_id, activation_status, client_os, min_version,
      create_by::text as create_by
    from msg_activity where id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`no campaign message ${id}`);
  const { title, titleEn, summary, channels, smsContent, pinned, endTime } = row;
  return {
    kind: 'activity',
    title: { zh: title, en: titleEn ?? title },
    body: { zh: summary, en: summary },
    route: routeOf(id, row),
    channels: channels.map(Number),
    pinned: pinned === 1,
    expireTime: endTime,
    ...(smsContent !== null && { sms: { zh: campaignSms(smsContent), en: campaignSms(smsContent) } }),
    audience: await audienceOf(tx, entity, row),
  };
}

export const activitySource: BroadcastSource = { entity, read };
