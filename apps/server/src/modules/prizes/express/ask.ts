import { sql } from 'kysely';
import {
  expressOf,
  ExpressRefused,
  type AskedParcel,
  type Parcel,
  type Track,
} from '../../../adapters/express/index.ts';
import { withTransaction, type Db } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { takeNews, type Told } from './news.ts';

/** Seconds between two questions about a number: what the service allows. */
export const betweenSec = 30 * 60;
/** The service has not answered: the question does not count. */
const unasked: ReadonlySet<string> = new Set(['rate', 'unavailable']);

const isNumber = ({ company, number }: Parcel) => sql`company = ${company} and number = ${number}`;

/** Takes the turn to ask about a number. @returns false where it was asked about within half an hour, by whomever */
async function takeQuestion(db: Db, parcel: Parcel): Promise<boolean> {
  const { rows } = await sql`
    update exp_parcel set asked_time = now()
    where ${isNumber(parcel)} and coalesce(asked_time <= now() - make_interval(secs => ${betweenSec}), true) returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Seconds until a number may be asked about again; 0: now. */
export async function askedWait(db: Db, parcel: Parcel): Promise<number> {
  const { rows } = await sql<{ sec: number }>`
    select greatest(0, extract(epoch from asked_time - now())::float8 + ${betweenSec}::float8) as sec from exp_parcel
    where ${isNumber(parcel)} and asked_time is not null`.execute(db);
  return rows[0]?.sec ?? 0;
}

/** What a question has brought, or that it is too early for one. */
export type Asked = { readonly track: Track | undefined; readonly told: Told } | 'early';

/** Asks the service about a parcel, and takes its answer. @throws ExpressRefused */
export async function askAbout(app: App, parcel: AskedParcel): Promise<Asked> {
  const service = await expressOf(app);
  if (!(await takeQuestion(app.db, parcel))) return 'early';
  let track: Track | undefined;
  try {
    track = await service.query(parcel);
  } catch (error) {
    if (error instanceof ExpressRefused && unasked.has(error.code))
      await sql`update exp_parcel set asked_time = null where ${isNumber(parcel)}`.execute(app.db);
    throw error;
  }
  const told = track && (await withTransaction(app.db, (tx) => takeNews(tx, app, parcel, track, 'asked')));
  return { track, told: told ?? 'same' };
}
