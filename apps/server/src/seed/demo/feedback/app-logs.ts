import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { storageOf } from '../../../adapters/storage/index.ts';
import type { App } from '../../../http/context.ts';
import { newFileId } from '../../../modules/files/service.ts';
import { after, day, earlier, hour, minute } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Random } from '../random.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { ownedVehicles, type Owned } from '../theft/theft.ts';
import type { World } from '../world.ts';

interface AppLogOptions {
  readonly app: Pick<App, 'config'>;
  readonly service: string | null;
}

const { requested, agreed, uploaded, refused, expired, cleaned } = machines['SM-AppLog'].states;
const { AppLogSource: sources } = codes;

interface Story {
  readonly status: number;
  readonly source: number;
  /** D:AppLogType. */
  readonly type: number;
  readonly reason: string;
  /** Hours since it was asked for. */
  readonly ago: number;
  readonly lines: number;
}

// prettier-ignore
const stories: readonly Story[] = [
  { status: uploaded, source: sources.requested, type: 2, reason: '感应解锁失败，排查蓝牙连接', ago: 20, lines: 4200 },
  { status: uploaded, source: sources.crash, type: 4, reason: '崩溃上报', ago: 31, lines: 380 },
  { status: uploaded, source: sources.user, type: 1, reason: '用户上传', ago: 52, lines: 1500 },
  { status: requested, source: sources.requested, type: 3, reason: '首页加载缓慢', ago: 3, lines: 0 },
  { status: agreed, source: sources.requested, type: 1, reason: '骑行轨迹缺失', ago: 9, lines: 0 },
  { status: refused, source: sources.requested, type: 2, reason: '配对失败', ago: 70, lines: 0 },
  { status: expired, source: sources.requested, type: 1, reason: '推送未送达', ago: 120, lines: 0 },
  { status: cleaned, source: sources.requested, type: 3, reason: '登录超时', ago: 42 * 24, lines: 0 },
];

/** Phone and version of its system, by D:ClientOs. */
export const phones = { 1: ['Xiaomi 15', '15'], 2: ['iPhone 16', '18.5'], 3: ['Mate 70', '5.0'] } as const;

// prettier-ignore
const messages = [
  ['D', 'BleScanner: advertisement rssi=-71'], ['D', 'Http: GET /app/v1/vehicle/status 200 184ms'], ['I', 'BleSession: connected in 812 ms'],
  ['I', 'Auth: Authorization: Bearer ***'], ['I', 'Location: lat=***, lng=***'], ['D', 'Cache: hit home'], ['I', 'Push: received ALM_DEFAULT'],
  ['W', 'BleSession: no answer in 3000 ms, retry 1'], ['W', 'Http: slow answer 2410 ms'], ['E', 'BleSession: authentication failed, code=2'],
] as const;

/** What an app writes, the newest line last. */
function logText(random: Random, count: number, from: Date, spanMs: number): string {
  const lines = ['I\t──── runtime.log'];
  for (let at = 0; at < count; at++) {
    const [level, text] = random.pick(random.chance(0.05) ? messages.slice(7) : messages.slice(0, 8));
    const time = formatInstant(after(from, (at / count) * spanMs));
    lines.push(`${level}\t${time} ${level}/${text}`);
  }
  return `${lines.join('\n')}\n`;
}

interface Placed extends Story {
  id: string;
  readonly owned: Owned;
  readonly made: Date;
  readonly from: Date;
}

const isSent = ({ status }: Story): boolean => status === uploaded || status === cleaned;
const isAnswered = ({ status }: Story): boolean => status !== requested && status !== expired;

function rowOf({ now }: World, { service }: AppLogOptions, one: Placed, bytes: number, at: number): CopyRow {
  const { user, vehicle } = one.owned;
  const [model, version] = phones[user.os];
  const answered = isAnswered(one) ? earlier(after(one.made, 40 * minute), now) : null;
  const sent = isSent(one) ? earlier(after(one.made, 70 * minute), now) : null;
  return {
    id: one.id,
    log_no: `LG${formatDay(one.made).replaceAll('-', '')}${String(at + 1).padStart(6, '0')}`,
    user_id: user.id,
    log_type: one.type,
    from_time: one.from,
    to_time: one.made,
    reason: one.reason,
    source: one.source,
    status: one.status,
    vehicle_id: sent === null ? null : vehicle.id,
    client_os: sent === null ? null : user.os,
    os_version: sent === null ? null : version,
    phone_model: sent === null ? null : model,
    app_version: sent === null ? null : user.appVersion,
    size_kb: sent === null ? null : Math.ceil(bytes / 1024),
    consent_time: answered,
    upload_time: sent,
    feedback_id: null,
    ...marks(now, one.source === sources.requested ? service : null, one.made, sent ?? answered ?? one.made),
  };
}

/** Keeps a text where the app's logs are. */
async function store({ app }: AppLogOptions, text: string): Promise<string> {
  const dir = join(app.config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, randomUUID());
  await writeFile(path, text, { mode: 0o600 });
  const key = `applogs/${newFileId()}`;
  await storageOf(app.config).put(key, path);
  return key;
}

/** Logs of app users in all states; those that were sent can be read. */
export async function makeAppLogs(client: PoolClient, world: World, options: AppLogOptions): Promise<void> {
  const random = world.random.fork('appLogs');
  const { others } = ownedVehicles(world);
  const placed = stories
    .flatMap((story, at): Placed[] => {
      const owned = others[9 + at * 7];
      const made = after(world.now, -story.ago * hour);
      return owned === undefined ? [] : [{ ...story, id: '', owned, made, from: after(made, -day) }];
    })
    .toSorted((a, b) => a.made.getTime() - b.made.getTime());
  await giveIds(client, 'usr_app_log', placed);
  const texts = placed.map((one) => (one.lines === 0 ? '' : logText(random, one.lines, one.from, day)));
  await copyRows(
    client,
    'usr_app_log',
    placed.map((one, at) => rowOf(world, options, one, Buffer.byteLength(texts[at] ?? ''), at)),
  );
  for (const [at, one] of placed.entries()) {
    const text = texts[at] ?? '';
    if (text === '') continue;
    await client.query(
      'insert into usr_app_log_content (log_id, storage_key, bytes, lines, blanked) values ($1, $2, $3, $4, 0)',
      [one.id, await store(options, text), Buffer.byteLength(text), one.lines + 1],
    );
  }
  // A feedback that says it came with a log has one.
  await client.query(`
    with of as (select distinct on (l.id) l.id, f.id as feedback_id, f.user_id, f.vehicle_id from usr_app_log l, cs_feedback f
      where l.source = 1 and l.status = 2 and f.with_log = 1 and f.create_time > now() - interval '60 days' order by l.id, f.create_time desc)
    update usr_app_log l set feedback_id = of.feedback_id, user_id = of.user_id, vehicle_id = of.vehicle_id from of where of.id = l.id`);
  await client.query(`select setval('seq_app_log', greatest((select count(*) from usr_app_log), 1))`);
}
