import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, day, earlier, hour, minute, offBeat } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { feedbackStories, quickReplies, type FeedbackStory } from './feedback-stories.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { ownedVehicles, type Owned, type TheftOptions } from '../theft/theft.ts';
import type { World } from '../world.ts';

const { unhandled, inProgress, closed, invalid } = machines['SM-Feedback'].states;
const answerDays = 7;
/** By D:ClientOs. */
const phones = {
  1: { model: 'Xiaomi 15', version: '15' },
  2: { model: 'iPhone 16', version: '18.5' },
  3: { model: 'Mate 70', version: '5.0' },
} as const;

interface Entry {
  id: string;
  readonly no: string;
  readonly story: FeedbackStory;
  readonly owned: Owned;
  readonly handler: string | null;
  readonly made: Date;
  readonly answered: Date | null;
  readonly ended: Date | null;
}

function entriesOf(world: World, { service, second }: TheftOptions): Entry[] {
  const { others } = ownedVehicles(world);
  return feedbackStories
    .map((story, at): Omit<Entry, 'owned' | 'no'> & { readonly at: number } => {
      const made = after(world.now, -story.ago - (story.ago > day ? offBeat(at + 3) / 4 : 0));
      const answered = story.answer === undefined ? null : after(made, (story.after ?? hour) + offBeat(at) / 30);
      const read = story.satisfied === 1 ? 5 * hour + offBeat(at) : answerDays * day;
      const isEnded = story.status === closed || story.status === invalid;
      const ended = isEnded ? earlier(after(answered ?? made, answered ? read : 40 * minute), world.now) : null;
      const handler = story.status === unhandled ? null : story.second ? second : service;
      return { id: '', at, story, handler, made, answered, ended };
    })
    .toSorted((a, b) => a.made.getTime() - b.made.getTime())
    .flatMap(({ at, ...entry }): Omit<Entry, 'no'>[] => {
      const owned = others[4 + at * 11];
      return owned === undefined ? [] : [{ ...entry, owned }];
    })
    .map((entry, at) => ({
      ...entry,
      no: `FB${formatDay(entry.made).replaceAll('-', '')}${String(at + 1).padStart(6, '0')}`,
    }));
}

function rowOf({ now }: World, { secrets, pictures }: TheftOptions, entry: Entry, at: number): CopyRow {
  const { story, owned, handler, made, answered, ended } = entry;
  const { vehicle, user } = owned;
  const picture = story.picture ? pictures.vehicle(vehicle.model.silhouette, vehicle.color) : null;
  return {
    id: entry.id,
    feedback_no: entry.no,
    user_id: user.id,
    category_code: story.category,
    sub_code: story.sub ?? null,
    content: story.text,
    images: picture === null ? null : [picture],
    vehicle_id: story.vehicle ? vehicle.id : null,
    ...sealed(secrets, 'contact', 'mobile', at % 3 === 0 ? user.mobile : null),
    with_log: story.category === 'P04' ? 1 : 0,
    client_os: user.os,
    os_version: phones[user.os].version,
    phone_model: phones[user.os].model,
    app_version: user.appVersion,
    network: at % 2 === 0 ? '5G' : 'Wi-Fi',
    status: story.status,
    priority: story.priority ?? 2,
    handler_id: handler,
    dept_code: story.dept ?? null,
    reopened: story.again === undefined ? 0 : 1,
    reason_code: story.reason ?? null,
    reply_time: answered,
    last_reply_time: answered,
    added_time: answered && story.again && story.status === inProgress ? after(answered, 2 * hour) : null,
    close_time: ended,
    satisfied: story.satisfied ?? null,
    satisfied_text: story.comment ?? null,
    ...marks(now, null, made, ended ?? answered ?? made),
  };
}

/** What it is merged into. */
const mainOf = ({ story: { into } }: Entry, entries: readonly Entry[]): Entry | undefined =>
  entries.find(({ story }) => into !== undefined && story.text.startsWith(into));

interface Line {
  readonly action: string;
  readonly time: Date;
  readonly content?: string | undefined;
  readonly operatorId: string | null;
}

/** What the log of the staff says, in its order. */
function linesOf({ story, handler, made, answered, ended }: Entry, main: Entry | undefined): Line[] {
  if (story.status === unhandled) return [];
  const lines: Line[] = [{ action: 'claim', time: after(made, 20 * minute), operatorId: handler }];
  const note = story.note;
  if (main) lines.push({ action: 'merge', time: after(made, 30 * minute), content: main.no, operatorId: handler });
  if (answered) lines.push({ action: 'reply', time: answered, operatorId: handler });
  if (story.dept)
    lines.push({ action: 'follow', time: after(answered ?? made, hour), content: note, operatorId: handler });
  else if (note && story.status !== invalid)
    lines.push({ action: 'note', time: after(made, hour), content: note, operatorId: handler });
  if (answered && story.again) lines.push({ action: 'append', time: after(answered, 2 * hour), operatorId: null });
  if (answered && story.satisfied === 0)
    lines.push({ action: 'unsatisfied', time: after(answered, hour), content: story.comment, operatorId: null });
  if (ended && story.status === invalid)
    lines.push({ action: 'invalid', time: ended, content: note, operatorId: handler });
  else if (ended && story.satisfied === 1)
    lines.push({ action: 'satisfied', time: ended, content: story.comment, operatorId: null });
  else if (ended) lines.push({ action: 'close', time: ended, operatorId: null });
  return lines;
}

function messagesOf({ now }: World, { id, story, handler, answered }: Entry): CopyRow[] {
  if (answered === null || story.answer === undefined) return [];
  const message = (side: string, content: string, time: Date): CopyRow => ({
    feedback_id: id,
    side,
    content,
    operator_id: side === 'staff' ? handler : null,
    ...marks(now, side === 'staff' ? handler : null, time),
  });
  const again = story.again === undefined ? [] : [message('user', story.again, after(answered, 2 * hour))];
  return [message('staff', story.answer, answered), ...again];
}

/** A queue of feedback in every state, with what was said and noted; and shared texts for replies. */
export async function makeFeedback(client: PoolClient, world: World, options: TheftOptions): Promise<void> {
  const entries = entriesOf(world, options);
  await giveIds(client, 'cs_feedback', entries);
  await copyRows(
    client,
    'cs_feedback',
    entries.map((one, at) => ({ ...rowOf(world, options, one, at), merged_into_id: mainOf(one, entries)?.id ?? null })),
  );
  await copyRows(
    client,
    'cs_feedback_reply',
    entries.flatMap((one) => messagesOf(world, one)),
  );
  const lines = entries.flatMap((one) =>
    linesOf(one, mainOf(one, entries)).map(({ action, time, content, operatorId }): CopyRow => ({
      feedback_id: one.id,
      action,
      content: content ?? null,
      operator_id: operatorId,
      ...marks(world.now, operatorId, time),
    })),
  );
  await copyRows(client, 'cs_feedback_note', lines);
  await copyRows(
    client,
    'cs_quick_reply',
    quickReplies.map(({ title, content }, at) => ({
      title,
      content,
      shared: 1,
      owner_id: null,
      ...marks(world.now, options.service, after(world.now, -(60 - at) * day)),
    })),
  );
  await client.query("select setval('seq_feedback', $1)", [entries.length]);
}
