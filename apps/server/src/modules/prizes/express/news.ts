import { codes, type Code } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract/time';
import { routeNamed } from '@wheelhouse/entities/routes';
import { sql } from 'kysely';
import type { Parcel, Track } from '../../../adapters/express/index.ts';
import type { Tx } from '../../../db/pool.ts';
import { moveNow, type Mover } from '../../../entity/due.ts';
import { notifyStaff } from '../../messages/service.ts';
import { type Carried, carriedBy } from './cargo.ts';

const { signed, returned, refused } = codes.ExpressState;
/** Nothing follows them. */
const lastStates: ReadonlySet<number | null> = new Set([signed, returned]);
/** Seconds without a question after the service has said something by itself, or when asked: then its pushes do not come. */
export const quietSec = { pushed: 12 * 3600, asked: 2 * 3600 } as const;

/** What news were: new, older than what is known, the same, or of a parcel that nobody follows. */
export type Told = 'taken' | 'old' | 'same' | 'unknown';

interface Known {
  readonly id: string;
  readonly state: Code<'ExpressState'> | null;
  readonly stateTime: Date | null;
  readonly count: number;
}

const notices = new Map<number | null, { readonly zh: string; readonly en: string }>([
  [refused, { zh: '收件人拒收', en: 'was refused by its receiver' }],
  [returned, { zh: '已退回寄件方', en: 'has gone back to the sender' }],
]);

/** The parcel does not reach its receiver: somebody has to decide what becomes of what is in it. */
async function notice(tx: Tx, state: number | null, carried: readonly Carried[]): Promise<void> {
  const what = notices.get(state);
  if (what === undefined) return;
  for (const { cargo, no, name } of carried)
    await notifyStaff(tx, {
      functionCode: `${cargo.page}.ship`,
      level: 3,
      title: { zh: `${cargo.called.zh}快件${what.zh}`, en: `${cargo.called.en} ${what.en}` },
      body: {
        zh: `「${name}」（${no}）的快件${what.zh}，请跟进。`,
        en: `The parcel of “${name}” (${no}) ${what.en}.`,
      },
      path: `${routeNamed(cargo.page).path}?${cargo.arrival.entity.title[0]}=${no}`,
    });
}

/** Completes what is signed for. Again, it does nothing. */
export async function completeSigned(tx: Tx, app: Mover, parcelId: string): Promise<void> {
  for (const { cargo, id } of await carriedBy(tx, parcelId)) await moveNow(tx, app, id, cargo.arrival);
}

/** News by their newest step: an older push, or one with less, says nothing new. */
function judge({ stateTime, count }: Known, newest: Date, steps: number): 'taken' | 'old' | 'same' {
  if (stateTime === null || newest > stateTime) return 'taken';
  if (newest < stateTime || steps < count) return 'old';
  return steps > count ? 'taken' : 'same';
}

/**
 * Takes what the service says of a parcel, by itself or asked, with what follows from it: what is signed for is completed, in the same transaction. The
 * parcel is locked first, then its records.
 */
export async function takeNews(
  tx: Tx,
  app: Mover,
  { company, number }: Parcel,
  track: Track,
  how: keyof typeof quietSec,
): Promise<Told> {
  const { rows } = await sql<Known>`
    select id::text as id, state, state_time as "stateTime", jsonb_array_length(steps) as count from exp_parcel
    where company = ${company} and number = ${number} for update`.execute(tx);
  const [known] = rows;
  const newest = parseInstant(track.steps[0]?.time ?? '');
  if (known === undefined) return 'unknown';
  if (newest === undefined) return 'same';
  const told = judge(known, newest, track.steps.length);
  if (told === 'old') return told;
  // Signed for is the end, whatever is written below it later.
  const state = known.state === signed ? signed : (track.state ?? known.state);
  if (told === 'taken' || state !== known.state)
    await sql`
      update exp_parcel set state = ${state}, state_time = ${newest}, steps = ${JSON.stringify(track.steps)}::jsonb, news_time = now(), trouble = null,
        attempts = 0, last_error = null,
        next_time = case when ${lastStates.has(state)} then null else greatest(next_time, now() + make_interval(secs => ${quietSec[how]})) end
      where id = ${known.id}`.execute(tx);
  if (state === signed) await completeSigned(tx, app, known.id);
  else if (state !== known.state) await notice(tx, state, await carriedBy(tx, known.id));
  return told;
}
