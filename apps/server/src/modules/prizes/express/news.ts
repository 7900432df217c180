import { codes, type Code } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Parcel, Track } from '../../../adapters/express/index.ts';
import type { Tx } from '../../../db/pool.ts';
import { moveNow, type Mover } from '../../../entity/due.ts';
import { notifyStaff } from '../../messages/service.ts';
import { reusedAfterDays } from './follow.ts';

const entity = entityNamed('winningRecord');
const { shipped } = machines['SM-Winning'].states;
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

interface Carried {
  readonly id: string;
  readonly recordNo: string;
  readonly prizeName: string;
}

/** Records that are on their way by this parcel. One that was shipped long after the news has another parcel with the same number. */
async function carriedBy(tx: Tx, parcelId: string): Promise<readonly Carried[]> {
  const { rows } = await sql<Carried>`
    select w.id::text as id, w.record_no as "recordNo", w.prize_name as "prizeName"
    from exp_parcel p join exp_parcel_winning u on u.parcel_id = p.id join act_winning_record w on w.id = u.winning_id
    where p.id = ${parcelId} and w.status = ${shipped} and not w.deleted and w.express_company = p.company and w.express_no = p.number
      and p.state_time > w.ship_time - make_interval(days => ${reusedAfterDays}) order by w.id`.execute(tx);
  return rows;
}

const notices = new Map<number | null, { readonly zh: string; readonly en: string }>([
  [refused, { zh: '收件人拒收', en: 'was refused by its receiver' }],
  [returned, { zh: '已退回寄件方', en: 'has gone back to the sender' }],
]);

/** The parcel does not reach its winner: somebody has to decide what becomes of the prize. */
async function notice(tx: Tx, state: number | null, carried: readonly Carried[]): Promise<void> {
  const what = notices.get(state);
  if (what === undefined) return;
  for (const { recordNo, prizeName } of carried)
    await notifyStaff(tx, {
      functionCode: 'winningRecord.ship',
      level: 3,
      title: { zh: `奖品快件${what.zh}`, en: `A prize ${what.en}` },
      body: {
        zh: `「${prizeName}」（${recordNo}）的快件${what.zh}，请跟进。`,
        en: `The parcel of “${prizeName}” (${recordNo}) ${what.en}.`,
      },
      path: `/prizeManage/winningRecord?recordNo=${recordNo}`,
    });
}

/** Completes what is signed for. Again, it does nothing. */
export async function completeSigned(tx: Tx, app: Mover, parcelId: string): Promise<void> {
  for (const { id } of await carriedBy(tx, parcelId))
    await moveNow(tx, app, id, { entity, action: 'sign', effect: async () => ({ doneTime: new Date() }) });
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
