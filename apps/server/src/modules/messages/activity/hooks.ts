import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { isAllowedLink } from '@wheelhouse/entities/rich-text';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { checkCities } from '../../../entity/check-cities.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import {
  type ActionHandlers,
  type ActionOf,
  type HooksOf,
  nextOf,
  only,
  type SavingOf,
} from '../../../entity/hooks.ts';
import { holds } from '../../../entity/read.ts';
import { hostsOf } from '../../../entity/rich-text.ts';
import { AppError } from '../../../http/errors.ts';
import { expiredSql, messageSteps, nextMessageNo } from '../message-steps.ts';
import { readNumberList } from './numbers.ts';
import { activitySource } from './source.ts';
import { sendTest } from './test-message.ts';

const { waiting, sending, sent } = machines['SM-Message'].states;
const pushed = codes.PushStatus;
const { inbox, push, sms } = codes.PushChannel;
const mostPinned = 3;

type Campaign = ActionOf<'activityMessage'>['rows'][number];
type Saving = SavingOf<'activityMessage'>;

/** Three pinned messages are shown or waiting at most. @throws AppError 5004 */
async function refuseFourthPinned(tx: Tx, { id, pinned }: Campaign): Promise<void> {
  if (pinned !== 1) return;
  // Of two that are let through at the same moment, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('msg_activity.pinned'))`.execute(tx);
  const { rows } = await sql`
    select 1 from msg_activity where id <> ${id} and pinned = 1 and not deleted and status in (${waiting}, ${sending}, ${sent}) and end_time > now()
    limit ${mostPinned}`.execute(tx);
  if (rows.length === mostPinned) throw new AppError(5004);
}

/** A link leads to a host of D:LinkHost, unless the user may send people elsewhere. @throws AppError 5003 */
async function checkLink({ ctx, tx, old, values }: Saving): Promise<void> {
  const { linkUrl } = values;
  if (typeof linkUrl !== 'string' || linkUrl === old?.linkUrl) return;
  if (holds(ctx.user, 'operationActivityManage.externalLink')) return;
  if (!isAllowedLink(linkUrl, await hostsOf(tx, 'LinkHost'))) throw fieldRefusal(ctx, 'linkUrl', 5003);
}

async function checkList(saving: Saving): Promise<void> {
  const fileId = nextOf(saving, 'userFileId');
  if (Number(nextOf(saving, 'audienceType')) !== codes.AudienceType.list || typeof fileId !== 'string') return;
  if (fileId !== saving.old?.userFileId) await readNumberList(saving.ctx, saving.tx, fileId);
}

const steps = messageSteps<Campaign>(activitySource, {
  refuse: refuseFourthPinned,
  isForAll: ({ audienceType }) => audienceType === codes.AudienceType.all,
});

const actions: ActionHandlers<'activityMessage'> = {
  ...steps.actions,
  async test(action) {
    const { ctx, tx, input } = action;
    await sendTest(ctx, tx, await activitySource.read(tx, only(action).id), input.mobiles);
  },
};

type Codes = readonly number[];
const got: Codes = [pushed.delivered, pushed.opened];
const tried: Codes = [pushed.sent, ...got, pushed.failed];
const phone: Codes = [push, sms];

/** SQL of a number from the stored counts of a message's records. */
const fromCounts = (value: string) => (t: string) =>
  `(select ${value} from msg_push_count c where c.ref_type = 'activityMessage' and c.ref_id = ${t}.id::text)`;
const sum = (channels: Codes, statuses: Codes): string =>
  `coalesce(sum(c.n) filter (where c.channel in (${channels.join(', ')}) and c.status in (${statuses.join(', ')})), 0)`;
const share = (channels: Codes, those: Codes, all: Codes): string =>
  `round(100.0 * ${sum(channels, those)} / nullif(${sum(channels, all)}, 0), 1)::float8`;

/**
 * @for a number of many rows in a list: a stored count, kept by the statement that writes the rows: `msg_push_count` and its trigger, read by
 * computed fields; writers that run at once have slots of their own
 */
export const activityMessageHooks: HooksOf<'activityMessage'> = {
  computed: {
    expired: expiredSql,
    sentCount: fromCounts(`${sum([inbox], got)}::int`),
    deliveredRate: fromCounts(share(phone, got, tried)),
    clickRate: fromCounts(share([inbox], [pushed.opened], got)),
  },
  async beforeSave(saving) {
    await checkLink(saving);
    await checkCities(saving.ctx, saving.tx, saving.values.cityCodes);
    await checkList(saving);
    if (saving.old === undefined) saving.values.msgNo = await nextMessageNo(saving.tx, 'MA', 'seq_msg_activity');
  },
  actions,
  refuses: steps.refuses,
  deleted: steps.deleted,
};
