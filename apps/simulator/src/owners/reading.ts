import { keysOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { dayOf, type Memory, type Session } from './session.ts';
import { versionOf } from './updates.ts';
import { remarks } from './words.ts';

const { splash, home, vehicle, popup } = codes.AdPosition;
const mostSeen = 50;
const clickShare = 0.07;

/** Once a day: the phone belongs to whoever opened the app on it last. */
export async function register(session: Session): Promise<void> {
  const { ask, now, spec, phone, memory } = session;
  const { clientOs } = spec;
  const { versionName: appVersion } = versionOf(session);
  const { deviceToken } = phone;
  await ask('POST /app/v1/push/register', { clientOs, vendor: 'fcm', deviceToken, appVersion, lang: 'zh' });
  memory.registeredOn = dayOf(now);
}

/** Unread messages of one kind, some of them opened from their push. */
export async function readMessages({ ask, random }: Session): Promise<void> {
  const unread = await ask('GET /app/v1/message/unreadCount', {});
  const kinds = keysOf(unread).filter((kind) => unread[kind] > 0);
  if (kinds.length === 0 || !random.chance(0.7)) return;
  const { list } = await ask('GET /app/v1/message/list', { kind: random.pick(kinds), page: 1, pageSize: 10 });
  const fresh = list.filter(({ read }) => read === 0).slice(0, random.int(1, 4));
  const [first] = fresh;
  if (first === undefined) return;
  if (random.chance(0.3)) await ask('POST /app/v1/message/click', { pushId: first.id });
  await ask('POST /app/v1/message/read', { ids: fresh.map(({ id }) => id) });
}

interface Ad {
  readonly id: string;
  /** D:AdFrequency. */
  readonly frequency: number;
}

/** Whether an advertisement is shown again to somebody who has seen it: the app keeps to its frequency. */
function isDue({ id, frequency }: Ad, { seen }: Memory, today: number): boolean {
  if (frequency === codes.AdFrequency.once) return !seen.has(id);
  return frequency !== codes.AdFrequency.daily || seen.get(id) !== today;
}

function remember({ seen }: Memory, id: string, today: number): void {
  seen.delete(id);
  seen.set(id, today);
  const [oldest] = seen.keys();
  if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest);
}

/** Advertisements of one place of the app; the first two that are due are seen. */
export async function seeAds(session: Session): Promise<void> {
  const { ask, now, spec, memory, random } = session;
  const today = dayOf(now);
  const position = String(random.pick([splash, home, home, vehicle, popup]));
  const ads = await ask('GET /app/v1/ad/list', {
    position,
    clientOs: String(spec.clientOs),
    version: versionOf(session).versionName,
  });
  for (const ad of ads.filter((one) => isDue(one, memory, today)).slice(0, 2)) {
    await ask('POST /app/v1/ad/event', { id: ad.id, event: 'show' });
    remember(memory, ad.id, today);
    if (ad.jumpType !== codes.JumpType.none && random.chance(clickShare))
      await ask('POST /app/v1/ad/event', { id: ad.id, event: 'click' });
  }
}

const ofModel = ({ spec: { vehicleTypeId } }: Session): { readonly vehicleTypeId?: string } =>
  vehicleTypeId === null ? {} : { vehicleTypeId };

/** A function introduction, and sometimes the video to it. */
export async function readIntroduction(session: Session): Promise<void> {
  const { ask, random } = session;
  const functions = await ask('GET /app/v1/guide/functions', ofModel(session));
  if (functions.length === 0) return;
  const { id, videoId } = random.pick(functions);
  await ask('POST /app/v1/guide/functionView', { id });
  if (videoId !== null && random.chance(0.4)) await ask('POST /app/v1/guide/videoPlay', { id: videoId });
}

export async function watchVideo(session: Session): Promise<void> {
  const { ask, random } = session;
  const videos = await ask('GET /app/v1/guide/videos', ofModel(session));
  if (videos.length > 0) await ask('POST /app/v1/guide/videoPlay', { id: random.pick(videos).id });
}

/** An article from the list: it is read, sometimes liked or passed on, and now and then commented on. */
export async function readArticle({ ask, random }: Session): Promise<void> {
  const articles = await ask('GET /app/v1/article/list', { page: 1, pageSize: 20 });
  if (articles.length === 0) return;
  const { id, liked, commented } = random.pick(articles);
  const { allowComment, allowShare } = await ask('GET /app/v1/article/detail', { id });
  await ask('POST /app/v1/article/event', { id, event: 'view' });
  if (liked === 0 ? random.chance(0.12) : random.chance(0.01))
    await ask('POST /app/v1/article/event', { id, event: liked === 0 ? 'like' : 'unlike' });
  if (allowShare === 1 && random.chance(0.02)) await ask('POST /app/v1/article/event', { id, event: 'share' });
  if (allowComment === 0 || commented === 1 || !random.chance(0.15)) return;
  await ask('GET /app/v1/article/comments', { id });
  if (random.chance(0.3)) await ask('POST /app/v1/article/comment', { id, text: random.pick(remarks) });
}

/** The code of a poster; some go on to the download page. */
export async function scanPoster({ open, random, promoCodes }: Session): Promise<void> {
  const address = `/p/${random.pick(promoCodes)}`;
  await open(address);
  if (random.chance(0.3)) await open(`${address}?to=download`);
}
