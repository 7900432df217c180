import { createServer } from 'node:http';
import type { ExpressTrack } from '@wheelhouse/contract/calls/prizes/express';
import { recordOf } from '@wheelhouse/contract/object';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expressSandbox } from '../../src/adapters/express/index.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { parcelsToFollow } from '../../src/modules/prizes/express/work.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp } from '../support/app.ts';
import { awardSample } from '../support/winnings.ts';

/** What the control of the sandbox takes. */
interface Wish {
  readonly steps?: number | null;
  readonly fault?: 'down' | 'refused' | null;
  readonly push?: {
    readonly at?: number;
    readonly times?: number;
    readonly forged?: boolean;
    readonly delayMs?: number;
  };
}

interface Pushed {
  readonly status: number;
  readonly body: string;
}

export interface Sent {
  readonly id: string;
  readonly userId: string;
  readonly recordNo: string;
}

/** Names of companies at the service. */
const names: Readonly<Record<string, string>> = { SF: 'shunfeng', ZTO: 'zhongtong', YTO: 'yuantong', JD: 'jd' };

/** An installation that the sandbox reaches over HTTP, with what it takes to send prizes. */
export async function expressWorld(env: Record<string, string> = {}) {
  const door = createServer();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const app = await createTestApp({ env: { PUBLIC_URL: `http://127.0.0.1:${boundPort(door)}`, ...env } });
  door.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url = '/', headers } = request;
      const payload = Buffer.concat(chunks);
      void app.http
        .inject({ method: method === 'POST' ? 'POST' : 'GET', url, headers, payload })
        .then(({ statusCode, body }) => response.writeHead(statusCode).end(body));
    });
  });
  const prizeId = await addSample(app, entityNamed('prize'));
  let last = 1_000_000_000_000;
  const post = <Data>(path: string, body: object, lang: 'zh' | 'en' = 'zh') =>
    app.call<Data>('POST', `/act/crm/winningRecord/${path}`, body, { as: 'admin', lang });
  /** A number that no other parcel of the test has, with this last digit. */
  const freshNumber = (end = 1): string => `SF${(last += 10) + end}`;

  async function toShip(): Promise<Sent> {
    const won = await awardSample(app, prizeId);
    await app.app.pool.query(
      `update act_winning_record set status = $2, receiver_mobile_mask = '137****0002' where id = $1`,
      [won.id, machines['SM-Winning'].states.toShip],
    );
    return won;
  }

  return {
    t: app,
    post,
    freshNumber,
    toShip,
    async ship(number = freshNumber(), won?: Sent): Promise<Sent & { readonly number: string }> {
      const to = won ?? (await toShip());
      const { code } = await post('ship', { id: to.id, expressCompany: 'SF', expressNo: number });
      if (code !== 0) throw new Error(`not shipped: ${code}`);
      return { ...to, number };
    },
    /** Everything that is due, once. */
    round: () => parcelsToFollow.round(app.app),
    /** Time has passed for a parcel: its turn has come. */
    due: (number: string, set = 'next_time = now()') =>
      app.app.pool.query(`update exp_parcel set ${set} where number = $1`, [number]),
    async sandbox(number: string, wish: Wish, company = 'SF'): Promise<readonly Pushed[]> {
      const { url, key } = await expressSandbox(app.app);
      const response = await fetch(`${url}/sandbox/parcel`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ com: names[company], nu: number, ...wish }),
      });
      const { pushed } = recordOf(await response.json());
      if (response.status !== 200) throw new Error(`the sandbox answers ${response.status}`);
      return pushed as readonly Pushed[];
    },
    async status(id: string): Promise<number> {
      const { data } = await post<{ status: number }>('detail', { id });
      return data.status;
    },
    async track(id: string): Promise<ExpressTrack> {
      return (await post<ExpressTrack>('track', { id })).data;
    },
    async callback(number: string): Promise<string> {
      const { rows } = await app.app.pool.query<{ callback: string }>(
        'select callback from sbx_express_parcel where nu = $1',
        [number],
      );
      return rows[0]?.callback ?? '';
    },
    /** Pushes by what they were, as the metrics count them. */
    async pushes(): Promise<Readonly<Record<string, number>>> {
      const values = await app.app.metrics.getSingleMetric('wheelhouse_express_pushes_total')?.get();
      return Object.fromEntries((values?.values ?? []).map(({ labels, value }) => [String(labels['result']), value]));
    },
    async stop(): Promise<void> {
      await app.stop();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
export type ExpressWorld = Awaited<ReturnType<typeof expressWorld>>;
