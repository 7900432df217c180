import { codes } from '@wheelhouse/entities/codes';
import type { Session } from './session.ts';
import { wishes } from './words.ts';

/** Makes a wish. */
export async function makeWish({ ask, now, memory, random }: Session): Promise<void> {
  const [category, content] = random.pick(wishes);
  await ask('POST /app/v1/wish/submit', { category, content });
  memory.wroteAt = now;
}

/** Reads the wall, and likes what is wished for there. */
export async function likeWishes({ ask, random }: Session): Promise<void> {
  const wall = await ask('GET /app/v1/wish/list', { page: 1, pageSize: 20 });
  for (const { id, liked } of wall) if (liked === 0 && random.chance(0.15)) await ask('POST /app/v1/wish/like', { id });
}

/** Shares an article, or the app itself; whoever gets the link may open it. */
export async function share({ ask, open, random }: Session): Promise<void> {
  const { article, app } = codes.ShareObject;
  const articles = random.chance(0.7) ? await ask('GET /app/v1/article/list', { page: 1, pageSize: 20 }) : [];
  const one = articles.length === 0 ? undefined : random.pick(articles);
  const isOpen = one !== undefined && (await ask('GET /app/v1/article/detail', { id: one.id })).allowShare === 1;
  const channel = random.pick([1, 1, 1, 2, 2, 4, 5]);
  const { shareCode } = await ask(
    'POST /app/v1/share/report',
    isOpen ? { object: article, objectId: one.id, channel } : { object: app, channel },
  );
  if (random.chance(0.6)) await open(`/s/${shareCode}`);
}
