import type { PoolClient } from 'pg';
import type { RuleGroup, TagRule } from '@wheelhouse/entities/users/tag-rule';
import { formatDay } from '@wheelhouse/contract/time';
import { textOf } from '../../../entity/run.ts';
import { refreshStatement } from '../../../modules/users/service.ts';
import { after, day, dayFrom, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface Story {
  readonly name: string;
  /** D:TagGroup and D:TagColor. */
  readonly group: string;
  readonly color: string;
  readonly rule?: TagRule;
  /** Of the demo's users one in so many, by hand. */
  readonly oneIn?: number;
  readonly disabled?: true;
  readonly remark?: string;
}

const rule = (...items: RuleGroup['items']): TagRule => ({ op: 'AND', groups: [{ op: 'AND', items }] });

/** Days after which an owner who neither rides nor opens the app is asleep. */
const asleepDays = 14;

const storiesOf = (now: Date): readonly Story[] => [
  {
    name: '高频骑行',
    group: '2',
    color: 'success',
    rule: rule({ field: 'km30d', cmp: 'ge', value: 300 }, { field: 'lastActiveTime', cmp: 'lastDays', value: 30 }),
  },
  {
    name: '沉睡车主',
    group: '1',
    color: 'warning',
    rule: rule(
      { field: 'vehicleCount', cmp: 'ge', value: 1 },
      { field: 'rideDays30d', cmp: 'le', value: 1 },
      { field: 'lastActiveTime', cmp: 'le', value: dayFrom(now, -asleepDays) },
    ),
  },
  {
    name: '多报警车主',
    group: '4',
    color: 'danger',
    rule: {
      op: 'OR',
      groups: [
        { op: 'AND', items: [{ field: 'alarmCount30d', cmp: 'ge', value: 2, of: '3' }] },
        { op: 'AND', items: [{ field: 'alarmCount30d', cmp: 'ge', value: 3 }] },
      ],
    },
  },
  {
    name: '新注册用户',
    group: '1',
    color: 'primary',
    rule: rule({ field: 'registerTime', cmp: 'lastDays', value: 30 }),
  },
  { name: '体验官', group: '5', color: 'primary', oneIn: 60, remark: '新功能优先体验' },
  { name: '车友会骨干', group: '1', color: 'success', oneIn: 90 },
  { name: '内测（已结束）', group: '5', color: 'default', oneIn: 120, disabled: true },
];

const trendDays = 60;

/** A tag's numbers of users, growing to what it has today. */
const countRows = ({ now, random }: World, id: string, name: string, users: number): CopyRow[] => {
  const own = random.fork(`userTags ${name}`);
  return Array.from({ length: trendDays }, (_, at) => {
    const share = 0.7 + (0.3 * (at + 1)) / (trendDays + 1) + own.between(-0.02, 0.02);
    return {
      tag_id: id,
      stat_date: formatDay(after(now, -(trendDays - at) * day)),
      user_count: Math.max(0, Math.round(users * share)),
    };
  });
};

/** Tags of all kinds that need no file; rules have selected their users. */
export async function makeUserTags(
  client: PoolClient,
  world: World,
  { admin }: { readonly admin: string | null },
): Promise<void> {
  const { now, users } = world;
  // Where somebody has begun, the demo stays away.
  const { rowCount } = await client.query('select 1 from usr_tag limit 1');
  if (rowCount !== 0) return;
  const planned = storiesOf(now).map((story) => ({ id: '', story }));
  await giveIds(client, 'usr_tag', planned);
  const { rows: numbers } = await client.query<{ code: string }>(
    `select 'T' || to_char(nextval('seq_usr_tag'), 'FM000000') as code from generate_series(1, $1)`,
    [planned.length],
  );
  await copyRows(
    client,
    'usr_tag',
    planned.map(({ id, story }, at) => ({
      id,
      tag_code: numbers[at]?.code ?? '',
      name: story.name,
      group_name: story.group,
      color: story.color,
      tag_type: story.rule ? 2 : 1,
      rule: story.rule ? JSON.stringify(story.rule) : null,
      refresh_mode: story.rule ? 1 : null,
      enabled: story.disabled ? 0 : 1,
      remark: story.remark ?? null,
      user_count: 0,
      last_refresh_time: story.rule ? now : null,
      ...marks(now, admin, officeTime(now, 70 + at * 9, at)),
    })),
  );
  for (const { id, story } of planned) {
    if (story.rule) await client.query(textOf(refreshStatement(id, story.rule)));
    else
      await client.query(
        `insert into usr_tag_member (tag_id, user_id, source, add_time, create_by, update_by)
         select $1, u.id, 1, $4::timestamptz - make_interval(days => (u.id % 50)::int, secs => (u.id * 7919 % 40000)::int), $5, $5 from usr_app_user u
         where u.id = any($2::bigint[]) and u.status <> 4 and not u.deleted and u.id % $3::bigint = 0`,
        [id, users.map((user) => user.id), story.oneIn ?? 100, now, admin],
      );
    const { rows } = await client.query<{ n: number }>('select user_count as n from usr_tag where id = $1', [id]);
    await copyRows(client, 'usr_tag_count_day', countRows(world, id, story.name, rows[0]?.n ?? 0));
  }
}
