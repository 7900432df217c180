import { machines } from '@wheelhouse/entities/machines';
import { formatDay } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { after, day, earlier, hour, offBeat } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { User } from '../users/users.ts';
import type { World } from '../world.ts';
import { wishStories, type WishStory } from './wish-stories.ts';

interface WishOptions {
  readonly marketing: string | null;
}

interface Placed {
  id: string;
  readonly story: WishStory;
  readonly user: User;
  readonly made: Date;
  readonly likers: readonly User[];
}

/** Wishes in all states on the wall, with who likes them, the answers and what waits for review. */
export async function makeWishes(client: PoolClient, world: World, { marketing }: WishOptions): Promise<void> {
  const random = world.random.fork('wishes');
  const { now, users } = world;
  const placed = wishStories
    .map((story, at) => ({ story, made: after(now, -story.ago * day - (story.ago >= 1 ? offBeat(at + 7) : 0)) }))
    .toSorted((a, b) => a.made.getTime() - b.made.getTime())
    .map(({ story, made }): Placed => {
      const known = random.shuffled(
        users.filter(({ registered, status }) => status === machines['SM-AppUser'].states.normal && registered < made),
      );
      const [user = users[0], ...others] = known;
      if (user === undefined) throw new Error('there are no users');
      return { id: '', story, made, user, likers: others.slice(0, story.likes ?? 0) };
    });
  await giveIds(client, 'act_wish', placed);
  const rows = placed.map(({ id, story, user, made, likers }, at): CopyRow => {
    const { status, reply, reason, words } = story;
    const seen = earlier(after(made, 5 * hour + offBeat(at)), now);
    const answered = reply === undefined ? null : earlier(after(made, 2 * day + offBeat(at + 30)), now);
    const changed = status === machines['SM-Wish'].states.inReview ? undefined : (answered ?? seen);
    return {
      id,
      wish_no: `WS${formatDay(made).replaceAll('-', '')}${String(at + 1).padStart(6, '0')}`,
      content: story.text,
      category: story.category,
      user_id: user.id,
      like_count: likers.length,
      status,
      flagged: words === undefined ? 0 : 1,
      flagged_words: words ?? null,
      top: story.top === true ? 1 : 0,
      reply_content: reply ?? null,
      reply_time: answered,
      reply_by: reply === undefined ? null : marketing,
      reject_reason: reason ?? null,
      ...marks(now, null, made, changed ?? made),
    };
  });
  await copyRows(client, 'act_wish', rows);
  const likes = placed.flatMap(({ id, made, likers }) =>
    likers.map((liker): CopyRow => ({
      wish_id: id,
      user_id: liker.id,
      time: new Date(random.between(made.getTime(), now.getTime())),
    })),
  );
  await copyRows(client, 'act_wish_like', likes);
  await client.query("select setval('seq_wish', $1)", [placed.length]);
}
