import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, busyMoment, day, dayFrom, dayStart, earlier, hour, later, workingTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';

/** What readers write, and what is answered, by the title of the article. */
// prettier-ignore
const said: Readonly<Record<string, readonly (readonly [text: string, reply?: string])[]>> = {
  新车到手后的五件事: [
    ['刚提车，照着检查了一遍，前轮胎压确实偏低，已经补上了。'],
    ['请问首月紧固检查要预约吗？', '到店前在APP的「服务-网点」中预约即可，请带上车架号。'],
    ['紧急联系人在哪里设置？找了半天没找到。', '在「我的-安全中心」中添加，感谢您的反馈。'],
    ['写得很清楚，转给我爸看了。'],
    ['加我微信，低价解限速'],
  ],
  冬天续航变短怎么办: [
    ['难怪最近只能跑四十多公里，还以为电池坏了。'],
    ['室内充电安全吗？物业不让把电池拿上楼。', '请遵守物业和当地规定，优先使用集中充电柜，切勿在楼道充电。'],
    ['节能模式会限速吗？', '会，最高速度约为标准模式的八成。'],
    ['能不能在APP里提示一下当前温度下的预计续航。'],
    ['零下15度还能骑吗'],
    ['学到了，谢谢。'],
  ],
  骑电动自行车要戴头盔吗: [
    ['夏天戴头盔太热，有没有透气一点的推荐？'],
    ['后座的小孩也要戴吗？', '需要，请给孩子选择合适尺寸的头盔并系好扣带。'],
    ['上次摔了一跤，幸好戴了。'],
  ],
};
/** Advertising below an article is taken out of sight. */
const spam = '加我微信';

interface Article {
  readonly id: string;
  readonly title: string;
  readonly views: number;
  readonly published: Date;
}

const likeShare = 0.35;
const passShare = 0.012;

/** The readers of an article on each day since it came out: many at first, then fewer, and more at weekends. */
function readersByDay({ id, views, published }: Article, now: Date, dice: Random): CopyRow[] {
  const days = 1 + Math.round((dayStart(now).getTime() - dayStart(published).getTime()) / day);
  const weighted = Array.from({ length: days }, (_, age) => {
    const date = dayFrom(published, age);
    const atWeekend = [0, 6].includes(new Date(date).getUTCDay());
    return { date, weight: (1 / (1 + age / 12)) * (atWeekend ? 1.4 : 1) * dice.between(0.8, 1.2) };
  });
  const sum = weighted.reduce((all, { weight }) => all + weight, 0);
  return weighted.map(({ date, weight }) => {
    const read = Math.round((views * weight) / sum);
    return {
      article_id: id,
      stat_date: date,
      views: read,
      shares: Math.round(read * passShare * dice.between(0.5, 1.5)),
    };
  });
}

/** A moment since an article came out, sooner rather than later. */
const momentOf = ({ published }: Article, now: Date, dice: Random): Date => {
  const about = after(published, (now.getTime() - published.getTime()) * dice.next() ** 1.6);
  return earlier(now, later(after(published, hour), busyMoment(dice, about)));
};

function commentRow(
  { id, written, at }: { readonly id: string; readonly written: Date; readonly at: number },
  [text, reply]: readonly [text: string, reply?: string],
  { now, userId, by }: { readonly now: Date; readonly userId: string; readonly by: string | null },
): CopyRow {
  const answered = reply === undefined ? null : earlier(workingTime(after(written, 2 * hour), at), now);
  return {
    article_id: id,
    user_id: userId,
    text,
    hidden: text.startsWith(spam) ? 1 : 0,
    reply: reply ?? null,
    reply_time: answered,
    reply_by: answered === null ? null : by,
    create_time: written,
    update_time: answered ?? written,
  };
}

/** What came before their triggers counted. */
const countInAll = `update cnt_article a set view_count = s.views, like_count = s.likes, share_count = s.shares
  from (select article_id, sum(views)::int as views, sum(likes)::int as likes, sum(shares)::int as shares from cnt_article_day group by article_id) s
  where a.id = s.article_id`;

/** Readers of the articles that are live or were: when they read them, who likes them, and what they wrote. Needs the articles and the owners. */
export async function makeArticleReaders(
  client: PoolClient,
  { now, random }: World,
  { operations: by }: { readonly operations: string | null },
): Promise<void> {
  const dice = random.fork('article readers');
  const { rows: users } = await client.query<{ id: string }>(
    `select id::text as id from usr_app_user where not deleted and status = ${machines['SM-AppUser'].states.normal} order by id`,
  );
  const { rows: articles } = await client.query<Article>(
    `select a.id::text as id, a.title, a.view_count as views, coalesce(v.publish_time, a.create_time) as published
    from cnt_article a left join cnt_article_live v on v.article_id = a.id where a.view_count > 0 or v.article_id is not null order by a.id`,
  );
  const likes = articles.flatMap((article) =>
    users
      .filter(() => dice.chance(likeShare))
      .map((user) => ({ article_id: article.id, user_id: user.id, like_time: momentOf(article, now, dice) })),
  );
  const comments = articles.flatMap((article) =>
    (said[article.title] ?? []).map((one, at) =>
      commentRow({ id: article.id, written: momentOf(article, now, dice), at }, one, {
        now,
        userId: dice.pick(users).id,
        by,
      }),
    ),
  );
  await copyRows(
    client,
    'cnt_article_day',
    articles.flatMap((article) => readersByDay(article, now, dice)),
  );
  await copyRows(client, 'cnt_article_like', likes);
  await copyRows(client, 'cnt_article_comment', comments);
  await client.query(countInAll);
}
