import type { Text } from '@wheelhouse/contract/lang';
import type { Row } from '@wheelhouse/entities/fields';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { writersOf } from '../../entity/approval/keep.ts';
import type { ReviewInput, ReviewList, ReviewOf } from '../../entity/approval/rules.ts';
import { audienceOf, membersOf } from './audience.ts';
import { activitySource } from './activity/source.ts';
import type { BroadcastSource } from './broadcast.ts';
import { approvedTemplate } from './reminders/approved.ts';
import { findingVehicles } from './reminders/runs.ts';
import { dueVehicles, rangeOf } from './reminders/vehicles.ts';
import { tagAuthors, tagInput } from './reviewed-tags.ts';
import { notifyStaff } from './staff.ts';
import { systemSource } from './system/source.ts';

// What approvals of messages cover: their forms, the texts that they bring, and whom they reach.

interface Returned {
  readonly id: string;
  readonly msgNo: string;
  readonly createBy: string | null;
  readonly submitterId: string | null;
}

/** Whoever wrote it and handed it in hears that it was not sent. */
const tellReturned =
  (path: string) =>
  async (tx: Tx, { id, msgNo: no, createBy, submitterId }: Returned, why: Text): Promise<void> => {
    const userIds = [createBy, submitterId].filter((one) => typeof one === 'string');
    if (userIds.length === 0) return;
    await notifyStaff(tx, {
      userIds: [...new Set(userIds)],
      level: 3,
      title: { zh: `消息${no}未发送，已退回草稿`, en: `Message ${no} was not sent and is a draft again` },
      body: why,
      path: `${path}?id=${id}`,
    });
  };

/** "Send now" sends at any time. */
const free = { sendTime: 'when it is sent is up to whoever publishes it' } as const;

const audienceList = ({ entity }: BroadcastSource): ReviewList<Row> => ({
  label: { zh: '目标人群', en: 'Audience' },
  members: async (tx, row) => membersOf(await audienceOf(tx, entity, row)),
});

export const activityReview: ReviewOf<'activityMessage'> = {
  free,
  inputs: { tags: tagInput },
  list: audienceList(activitySource),
  authors: tagAuthors,
  returned: tellReturned('/messageManage/operationActivityDetail'),
};

export const systemReview: ReviewOf<'systemMessage'> = {
  free,
  list: audienceList(systemSource),
  returned: tellReturned('/messageManage/noticeDetail'),
};

type Reminder = StoredRowOf<'serviceMessage'>;
const templateOf = ({ templateId }: Reminder): string => templateId;

const template: ReviewInput<Reminder> = {
  label: { zh: '消息模板', en: 'Template' },
  async read(tx, rows) {
    const found = await approvedTemplate(tx, rows.map(templateOf));
    return new Map(rows.map((row) => [row.id, found.get(templateOf(row)) ?? null]));
  },
};

export const reminderReview: ReviewOf<'serviceMessage'> = {
  free,
  inputs: { template },
  list: {
    label: { zh: '目标车辆', en: 'Vehicles' },
    members: (_tx, row) =>
      sql`select 'vehicle'::text, due.vehicle_id from (${dueVehicles(rangeOf({ ...row }))}) due where due.why is null`,
    within: findingVehicles,
  },
  async authors(tx, rows) {
    const writers = await writersOf(tx, 'serviceTemplate', rows.map(templateOf));
    return new Map(rows.map((row) => [row.id, writers.get(templateOf(row)) ?? []]));
  },
  returned: tellReturned('/messageManage/serviceReminderDetail'),
};
