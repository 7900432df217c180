import { codes, type Code } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { expressOf, ExpressRefused, type AskedParcel, type Parcel } from '../../../adapters/express/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { each, type Leased, type Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { askAbout, askedWait } from './ask.ts';
import { callbackUrl } from './callback.ts';
import { carriedBy } from './cargo.ts';
import { expressTopic } from './follow.ts';
import { completeSigned } from './news.ts';

const { signed, returned } = codes.ExpressState;
const hour = 3600;
/** Days after which nobody follows a parcel any more. */
const mostDays = 30;
/** Seconds until a parcel is asked about that the service has said nothing of: as long again as it has been silent. */
const [soonest, latest] = [2 * hour, 24 * hour];

interface Due extends Parcel {
  readonly id: string;
  readonly state: Code<'ExpressState'> | null;
  readonly subscribed: boolean;
  readonly days: number;
  /** Seconds since the service said something, or was asked to. */
  readonly silent: number;
}

type Followed = Due & AskedParcel;

const nextQuestion = (silent: number): number => Math.min(latest, Math.max(soonest, silent));

/** Takes a parcel out of the work, with the reason that its page shows. */
async function giveUp({ db }: App, { id }: Due, trouble: 'refused' | 'over'): Promise<Outcome> {
  await sql`update exp_parcel set trouble = ${trouble} where id = ${id}`.execute(db);
  return 'done';
}

async function subscribe(app: App, parcel: Followed): Promise<Outcome> {
  const service = await expressOf(app);
  await service.subscribe(parcel, callbackUrl(app, parcel));
  await sql`update exp_parcel set subscribed_time = now() where id = ${parcel.id}`.execute(app.db);
  return { againSec: soonest };
}

/** Asks about a parcel whose pushes do not come. */
async function ask(app: App, parcel: Followed): Promise<Outcome> {
  const asked = await askAbout(app, parcel);
  if (asked === 'early') return { againSec: await askedWait(app.db, parcel) };
  const { state = null } = asked.track ?? {};
  if (state === signed || state === returned) return 'done';
  return { againSec: asked.told === 'taken' ? soonest : nextQuestion(parcel.silent) };
}

async function follow(app: App, due: Leased<Due>): Promise<Outcome> {
  const last = (await carriedBy(app.db, due.id)).at(-1);
  if (last === undefined) return 'done';
  const parcel = { ...due, phoneEnd: last.phoneEnd };
  if (parcel.state === signed) {
    await withTransaction(app.db, (tx) => completeSigned(tx, app, parcel.id));
    return 'done';
  }
  if (parcel.days > mostDays) return giveUp(app, parcel, 'over');
  try {
    return await (parcel.subscribed ? ask(app, parcel) : subscribe(app, parcel));
  } catch (error) {
    if (!(error instanceof ExpressRefused)) throw error;
    const { code, isPermanent, wasTried: tried, retryAfterSec } = error;
    if (isPermanent) return giveUp(app, parcel, 'refused');
    const afterSec = Math.max(retryAfterSec, parcel.subscribed ? await askedWait(app.db, parcel) : 0);
    throw new NotDone(code, '', { tried, afterSec });
  }
}

/** Subscribes to parcels, and asks about those of which nothing is heard. */
export const parcelsToFollow = defineWork<Due>({
  name: 'prizes.express',
  label: { zh: '快递跟踪', en: 'Parcels followed' },
  table: 'exp_parcel',
  key: { id: 'bigint' },
  select: `t.id::text as id, t.company, t.number, t.state::int as state, t.subscribed_time is not null as subscribed,
    extract(epoch from now() - t.follow_time)::float8 / 86400 as days,
    extract(epoch from now() - coalesce(t.news_time, t.subscribed_time, t.follow_time))::float8 as silent`,
  lease: 90,
  backoff: [60, 300, 1800, 2 * hour],
  atOnce: 40,
  done: 'rest',
  topic: expressTopic,
  promise: 'atLeastOnce',
  step: each(4, follow),
});
