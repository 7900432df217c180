import type { ExpressParcel, ExpressTrack } from '@wheelhouse/contract/calls/prizes/express';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { expressOf, ExpressRefused, type AskedParcel } from '../../../adapters/express/index.ts';
import type { Db } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { askAbout, askedWait, betweenSec } from './ask.ts';
import { type Cargo, comesBy, namesOf } from './cargo.ts';

const ofRecord = z.object({ id });

/** Parcels of a record, the one that it says it came by first. */
async function parcelsOf(db: Db, cargo: Cargo, recordId: string): Promise<readonly ExpressParcel[]> {
  const { records, links, linked } = namesOf(cargo);
  const askAfter = sql`p.asked_time + make_interval(secs => ${betweenSec})`;
  const { rows } = await sql<ExpressParcel>`
    select p.company, p.number, ${comesBy} as "isCurrent", p.state, p.steps,
      ${wallClock('p.news_time')} as "newsTime", case when ${askAfter} > now() then ${wallClock(askAfter)} end as "askAfter",
      case when p.trouble is not null then p.trouble when p.attempts > 0 then 'retried' when p.next_time is null then 'done'
        when p.subscribed_time is null then 'waiting' else 'followed' end as following
    from ${links} u join exp_parcel p on p.id = u.parcel_id join ${records} r on r.id = ${linked}
    where ${linked} = ${recordId} order by 3 desc, u.create_time desc, p.id desc`.execute(db);
  return rows;
}

async function trackOf(app: App, cargo: Cargo, recordId: string): Promise<ExpressTrack> {
  const { source } = await expressOf(app);
  return { source, parcels: await parcelsOf(app.db, cargo, recordId) };
}

/** The parcel that a record came by last. @throws AppError 1002 it has none */
async function currentOf(db: Db, cargo: Cargo, recordId: string): Promise<AskedParcel> {
  const { records, links, linked } = namesOf(cargo);
  const { rows } = await sql<AskedParcel>`
    select p.company, p.number, right(r.receiver_mobile_mask, 4) as "phoneEnd"
    from ${records} r join ${links} u on ${linked} = r.id join exp_parcel p on p.id = u.parcel_id and ${comesBy}
    where r.id = ${recordId}`.execute(db);
  const [parcel] = rows;
  if (parcel === undefined) throw new AppError(1002);
  return parcel;
}

/** Calls about the parcels of a kind of records: where they are, and to ask the service now. */
export function trackCalls(cargo: Cargo): readonly Call[] {
  const { base, page, arrival } = cargo;
  const track = defineCall(`POST ${base}/track`, {
    access: `${page}.query`,
    effect: 'reads',
    body: ofRecord,
    summary: { zh: '快递轨迹', en: 'Where the parcel of a record is' },
    async run(ctx, input) {
      await findInScope(ctx, arrival.entity, input.id);
      return trackOf(ctx.app, cargo, input.id);
    },
  });
  /** Not more often than the service allows: refused with 6033, which says when it may be asked again. */
  const askTrack = defineCall(`POST ${base}/askTrack`, {
    access: `${page}.ship`,
    body: ofRecord,
    summary: { zh: '查询最新快递轨迹', en: 'Ask the express service about a parcel now' },
    async run(ctx, input) {
      const { app } = ctx;
      await findInScope(ctx, arrival.entity, input.id);
      const parcel = await currentOf(app.db, cargo, input.id);
      const asked = await askAbout(app, parcel).catch((error: unknown) => {
        if (error instanceof ExpressRefused) throw new AppError(1020, { system: 'Kuaidi100' }, { cause: error });
        throw error;
      });
      if (asked === 'early') {
        const at = new Date(Date.now() + (await askedWait(app.db, parcel)) * 1000);
        throw new AppError(6033, { time: formatInstant(at).slice(11, 16) });
      }
      return trackOf(app, cargo, input.id);
    },
  });
  return [track, askTrack];
}
