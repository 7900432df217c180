import { parseInstant } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { nextOffset, planLength, sandboxTrack, stepsAfter } from '../../../adapters/express/sandbox-track.ts';
import { companyCode, trackOf } from '../../../adapters/express/wire.ts';
import type { Cargo } from '../../../modules/prizes/express/service.ts';
import { after, day, earlier, hour } from '../clock.ts';
import { copyRows, giveIds } from '../copy.ts';

/** What the sandbox makes of numbers with this last digit. */
const ends = { signed: 3, refused: 7, back: 8 } as const;
type Fate = 'onItsWay' | 'signed' | 'back';

/** A parcel of a demo record, the `at`th of all records that are sent: every sixth that is on its way is refused. */
export function demoNumber(fate: Fate, at: number): string {
  const end = fate === 'back' ? ends.back : fate === 'onItsWay' && at % 6 === 0 ? ends.refused : ends.signed;
  return `SF${100_000_000_000 + at * 7919}${end}`;
}

export interface DemoParcel {
  readonly recordId: string;
  readonly fate: Fate;
  readonly number: string;
  readonly shipped: Date;
  readonly done: Date | null;
}

/** Those on their way arrive after today, one after the other. */
const daysLeft = (at: number): number => 0.5 + (at % 5) * 0.6;

/** When a parcel is at the end of its track. */
function endOf(now: Date, parcel: DemoParcel, at: number): Date {
  if (parcel.fate === 'signed') return parcel.done ?? now;
  if (parcel.fate === 'back' || parcel.number.endsWith(String(ends.refused)))
    return earlier(after(parcel.shipped, 5 * day), after(now, -2 * hour));
  return after(now, daysLeft(at) * day);
}

/** The parcels of what was sent, with their tracks at the sandbox and here. */
export async function makeParcels(
  client: PoolClient,
  now: Date,
  { link }: Pick<Cargo, 'link'>,
  sent: readonly DemoParcel[],
): Promise<void> {
  const company = 'SF';
  const parcels = sent.map((one, at) => {
    const last = nextOffset(one.number, planLength(one.number) - 1) ?? 1;
    const pace = (endOf(now, one, at).getTime() - one.shipped.getTime()) / 1000 / last;
    const steps = stepsAfter(one.number, (now.getTime() - one.shipped.getTime()) / 1000 / pace);
    const track = trackOf(
      sandboxTrack({ com: companyCode(company), nu: one.number, started: one.shipped }, steps, pace),
    );
    return { ...one, id: '', pace, track };
  });
  await giveIds(client, 'exp_parcel', parcels);
  await copyRows(
    client,
    'exp_parcel',
    parcels.map(({ id, fate, number, shipped: time, track }, at) => {
      const newest = parseInstant(track?.steps[0]?.time ?? '') ?? null;
      return {
        id,
        company,
        number,
        follow_time: time,
        subscribed_time: time,
        state: newest === null ? null : (track?.state ?? null),
        state_time: newest,
        steps: JSON.stringify(track?.steps ?? []),
        news_time: newest,
        next_time: fate === 'onItsWay' ? after(now, (6 + (at % 12)) * hour) : null,
      };
    }),
  );
  await copyRows(
    client,
    link.table,
    parcels.map(({ id, recordId, shipped: time }) => ({ [link.column]: recordId, parcel_id: id, create_time: time })),
  );
  await copyRows(
    client,
    'sbx_express_parcel',
    parcels.map(({ number, shipped: started, pace }) => ({ com: companyCode(company), nu: number, started, pace })),
  );
}
