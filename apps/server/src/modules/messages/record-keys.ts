import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';

interface RecordsWanted {
  /** Condition over the alias `r`. An index has what it names, then channel, status and inbox. */
  readonly which: RawBuilder<unknown>;
  /** D:PushChannel; all of them unless given. */
  readonly channel?: number | undefined;
  /** D:PushStatus; all of them unless given. */
  readonly status?: number | undefined;
  readonly newestFirst?: true;
}

export interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

/** The wanted ones, as SQL; all of a dictionary unless one is given. */
const wanted = (one: number | undefined, all: Readonly<Record<string, number>>) =>
  sql`${one === undefined ? Object.values(all) : [one]}::smallint[]`;

/** Condition on channel and state over the alias `r`: both are always named, so that the index has it. */
export const inState = ({ channel, status }: Pick<RecordsWanted, 'channel' | 'status'>): RawBuilder<boolean> =>
  sql`r.channel = any(${wanted(channel, codes.PushChannel)}) and r.status = any(${wanted(status, codes.PushStatus)})`;

/**
 * SQL of the keys of a page of push records, `inbox_id` and `channel`, in the order of the inboxes. Each channel and state is read along its
 * index as far as the page goes: records in other states are never read through, however many lie between.
 */
export function keysOfPage(
  { which, channel, status, newestFirst }: RecordsWanted,
  { page, pageSize }: Paged,
): RawBuilder<unknown> {
  const order = sql.raw(newestFirst ? 'desc' : 'asc');
  return sql`(
    select k.inbox_id, c.channel from unnest(${wanted(channel, codes.PushChannel)}) c (channel), unnest(${wanted(status, codes.PushStatus)}) s (status),
      lateral (select r.inbox_id from msg_push_record r where ${which} and r.channel = c.channel and r.status = s.status
        order by r.inbox_id ${order} limit ${page * pageSize}) k
    order by k.inbox_id ${order}, c.channel limit ${pageSize} offset ${(page - 1) * pageSize})`;
}
