import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { DrawResult } from '@wheelhouse/contract/calls/events/raffles';
import { ownJson } from '@wheelhouse/contract/object';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import type pg from 'pg';
import { createDb, type Db, withTransaction } from '../../../apps/server/src/db/pool.ts';
import { signAppToken } from '../../../apps/server/src/http/app-token.ts';
import { openDraws } from '../../../apps/server/src/modules/events/draws/service.ts';
import { postgresCpuMs, type Process } from '../process.ts';
import { startServer } from '../server.ts';

const tokenSec = 86_400;

/** A campaign of so many users, and of one prize with so many pieces. */
export interface Campaign {
  readonly users: number;
  readonly quantity: number;
  /** Percent. */
  readonly probability: number;
}

/** An API in a process of its own with a campaign that runs, and its users. */
export interface DrawRig {
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly secrets: { readonly sealKey: Buffer };
  readonly activityId: string;
  readonly prizeId: string;
  readonly api: Process;
  killDatabase(): void;
  /** Milliseconds of processor time that server and PostgreSQL have used. */
  cpuMs(): { readonly server: number; readonly postgres: number };
  /** Draws as a user by number; undefined where the server did not answer. */
  draw(user: number, requestId: string): Promise<DrawResult | undefined>;
  stop(): Promise<void>;
}

/** Personal data is noise here: nothing unseals it. */
async function addUsers(pool: pg.Pool, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, gender, real_name_status, register_channel, client_os, app_version, register_time,
       last_active_time, status)
     select '车主' || g, e, substr(e, 1, 16), '139****' || lpad((g % 10000)::text, 4, '0'), 1, 0, 'official', 1, '5.2.0', now(), now(), 1
     from generate_series(1, $1::int) g cross join lateral (select sha256(('owner ' || g)::bytea) as e) s returning id::text as id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Of the prize and the campaign. */
const picture = 'trialpicture0001';

async function addPrize(pool: pg.Pool, stock: number): Promise<string> {
  await pool.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type)
     values ($1, 'image', 'trial.png', 'image/png', 100, repeat('0', 64), 'files/trial', 'system')`,
    [picture],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into act_prize (prize_no, name, category, images, cost_fen, market_price_fen, stock, delivery_mode, enabled)
     values ('PZ0001', '骑行头盔', '1', array[$2], 5000, 9900, $1, 1, 1) returning id::text as id`,
    [stock, picture],
  );
  return rows[0]?.id ?? '';
}

async function addCampaign(pool: pg.Pool, prizeId: string, { quantity, probability }: Campaign): Promise<string> {
  const prizes = [
    {
      prizeKind: 1,
      prizeId,
      levelName: '一等奖',
      quantity,
      probability,
      dailyLimit: quantity,
      minIntervalSec: null,
      validDays: 15,
      displayImage: null,
    },
  ];
  const { rows } = await pool.query<{ id: string }>(
    `insert into act_raffle_activity (activity_no, name, activity_type, start_time, end_time, cover, bg_image, rule_content, rules_complete, audience_type, need_vehicle,
       need_real_name, free_times_per_day, max_times_per_user, share_extra_times, max_wins_per_user, same_device_limit, draw_mode, budget_limit_fen, prizes, status)
     values ('AR20260101001', '压测抽奖', 3, now() - interval '1 hour', now() + interval '10 days', $3, $3, '规则', 1, 1, 0, 0, 20, 200, 1, 1, 2, 1, $1, $2, 2)
     returning id::text as id`,
    [quantity * 5_000, JSON.stringify(prizes), picture],
  );
  return rows[0]?.id ?? '';
}

function caller(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const post = (token: string, body: object): Promise<DrawResult | undefined> =>
    new Promise((resolve) => {
      const payload = JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      };
      const sent = request(
        { agent, host: '127.0.0.1', port, path: '/app/v1/raffle/draw', method: 'POST', headers, timeout: 30_000 },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', () => resolve(undefined));
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString();
            if (answer.statusCode !== 200) return resolve(undefined);
            const { code, data } = ownJson<{ code: number; data: DrawResult }>(text);
            resolve(code === 0 ? data : undefined);
          });
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(undefined));
      sent.end(payload);
    });
  return { post, end: () => agent.destroy() };
}

export async function startDrawRig(campaign: Campaign, connections: number): Promise<DrawRig> {
  const keys = { sealKey: randomBytes(32), appTokenKey: randomBytes(32) };
  const { pool, api, port, postgresDir, killDatabase, stop } = await startServer('draws', () => ({
    SECRET_KEY: keys.sealKey.toString('hex'),
    APP_TOKEN_KEY: keys.appTokenKey.toString('hex'),
  }));
  const users = await addUsers(pool, campaign.users);
  const prizeId = await addPrize(pool, campaign.quantity);
  const activityId = await addCampaign(pool, prizeId, campaign);
  const { rows } = await pool.query<StoredRowOf<'raffleActivity'>>(
    `select id::text as id, activity_no as "activityNo", prizes, budget_limit_fen::int as "budgetLimitFen" from act_raffle_activity`,
  );
  const [activity] = rows;
  if (activity === undefined) throw new Error('no campaign');
  const secrets = { sealKey: keys.sealKey, simulatorKey: '' };
  const db = createDb(pool);
  await withTransaction(db, (tx) => openDraws(tx, { secrets }, activity));
  // Not the tables that are empty as yet: plans would be made for no rows at all.
  await pool.query('vacuum analyze usr_app_user');
  const http = caller(port, connections);
  // Made before the first draw: the callers share the processor with what is measured.
  const tokens = users.map((sub) => signAppToken({ config: keys, secrets }, { sub, ver: 1 }, tokenSec, Date.now()));
  return {
    pool,
    db,
    secrets,
    activityId,
    prizeId,
    api,
    killDatabase,
    cpuMs: () => ({ server: api.cpuMs, postgres: postgresCpuMs(postgresDir) }),
    draw: (user, requestId) =>
      http.post(tokens[user] ?? '', { activityId, requestId, nonce: `n${user}`, deviceId: `phone ${user}` }),
    async stop() {
      http.end();
      await stop();
    },
  };
}
