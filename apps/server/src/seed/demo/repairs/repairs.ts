import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { about, after, day, dayStart, hour, minute } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { repairStories, type RepairStory } from './repair-stories.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { ownedVehicles, type Owned, type TheftOptions } from '../theft/theft.ts';
import type { World } from '../world.ts';

const { unhandled, dispatched, accepted, inRepair, toConfirm, done } = machines['SM-Repair'].states;
const salesOnly = 1;

interface Entry {
  id: string;
  readonly story: RepairStory;
  readonly owned: Owned;
  readonly dealerId: string | null;
  readonly made: Date;
  /** Place in the order of time, from which its number follows. */
  no: number;
}

/** Steps of an order that has come as far as its state, with their times. */
function stepsOf({ story, made, no }: Entry) {
  const isMoved = story.status !== unhandled && story.status <= done;
  const at = (least: number, ms: number): Date | null =>
    isMoved && story.status >= least ? after(made, about(ms, no)) : null;
  return {
    dispatched: at(dispatched, 20 * minute),
    accepted: at(accepted, 90 * minute),
    started: at(inRepair, 22 * hour),
    completed: at(toConfirm, 30 * hour),
    ended:
      story.status === done
        ? after(made, about(40 * hour, no))
        : story.status > done
          ? after(made, about(2 * hour, no))
          : null,
  };
}

/** End of the time for the present step. */
function dueOf(entry: Entry): Date | null {
  const { story, made } = entry;
  const { dispatched: handed, accepted: taken, completed } = stepsOf(entry);
  if (story.status === unhandled) return after(made, 30 * minute);
  if (story.status === dispatched && handed) return after(handed, 4 * hour);
  if (story.status === toConfirm && completed) return after(completed, 7 * day);
  return story.status <= inRepair && taken ? after(taken, 3 * day) : null;
}

const partsOf = ({ part, warranty }: RepairStory): number => (part && warranty !== 1 ? part.fen : 0);

function rowOf({ now }: World, { secrets }: TheftOptions, entry: Entry): CopyRow {
  const { story, owned, made } = entry;
  const { vehicle, user } = owned;
  const steps = stepsOf(entry);
  const isRescue = story.service === 4;
  const isSheet = story.diagnosis !== undefined;
  return {
    id: entry.id,
    order_no: `RP${formatDay(made).replaceAll('-', '')}${String(entry.no).padStart(6, '0')}`,
    source: story.source ?? 1,
    vehicle_id: vehicle.id,
    user_id: user.id,
    ...sealed(secrets, 'contact_name', 'name', user.realName ?? user.nickname),
    ...sealed(secrets, 'contact_mobile', 'mobile', user.mobile),
    fault_category: story.category,
    fault_sub: story.sub,
    fault_desc: story.text,
    service_type: story.service ?? 1,
    city_id: vehicle.dealer?.city.id ?? null,
    appointment_time: isRescue ? null : after(dayStart(after(made, day)), 10 * hour),
    dealer_id: entry.dealerId,
    priority: story.priority ?? 2,
    status: story.status,
    due_time: dueOf(entry),
    escalated: story.escalated ? 1 : 0,
    dispatch_time: steps.dispatched,
    accept_time: steps.accepted,
    start_time: steps.started,
    complete_time: steps.completed,
    finish_time: steps.ended,
    diagnosis: story.diagnosis ?? null,
    cause_code: story.cause ?? null,
    measures: isSheet ? [story.part ? '1' : '3'] : null,
    warranty_result: story.warranty ?? null,
    labor_fen: isSheet ? (story.laborFen ?? 0) : null,
    parts_fen: isSheet ? partsOf(story) : null,
    other_fen: isSheet ? 0 : null,
    audit_requested: story.review ? 1 : 0,
    end_reason: story.reason ?? null,
    rating: story.rating ?? null,
    rating_text: story.comment ?? null,
    rating_time: story.rating !== undefined && steps.ended ? after(steps.ended, 3 * hour) : null,
    ...marks(now, null, made, steps.ended ?? steps.completed ?? steps.accepted ?? made),
  };
}

function linesOf({ now }: World, { service }: TheftOptions, entry: Entry): CopyRow[] {
  const { id, story, made } = entry;
  const { dispatched: handed, accepted: taken, started, completed, ended } = stepsOf(entry);
  const line = (action: string, to: number | null, time: Date | null, by: string, content: string | null = null) =>
    time === null
      ? []
      : [
          {
            order_id: id,
            action,
            to_status: to,
            operator_type: by,
            operator_id: by === 'staff' ? service : null,
            content,
            visible_to_owner: 1,
            ...marks(now, by === 'staff' ? service : null, time),
          },
        ];
  const isDone = story.status === done;
  return [
    ...line('add', unhandled, made, 'app'),
    ...line('dispatch', dispatched, handed, 'staff'),
    ...line('accept', accepted, taken, 'dealer'),
    ...line('start', inRepair, started, 'dealer'),
    ...line('complete', toConfirm, completed, 'dealer', story.diagnosis ?? null),
    ...(isDone ? line('confirm', done, ended, 'app') : []),
    ...(!isDone && story.reason
      ? line(
          story.status === machines['SM-Repair'].states.closed ? 'close' : 'cancel',
          story.status,
          ended,
          'staff',
          story.reason,
        )
      : []),
  ];
}

/** Repair orders in every state: new ones, one that waits for its warranty review, one overdue, and some that were rated. */
export async function makeRepairs(client: PoolClient, world: World, options: TheftOptions): Promise<void> {
  const { others } = ownedVehicles(world);
  const repairers = world.dealers.filter(({ type }) => type !== salesOnly);
  const entries = repairStories.flatMap((story, at): Entry[] => {
    const owned = others[7 + at * 13];
    if (owned === undefined) return [];
    const own = owned.vehicle.dealer;
    const dealer = repairers.find(({ id }) => id === own?.id) ?? repairers[at % repairers.length];
    const dealerId = story.status === unhandled || story.status > done ? null : (dealer?.id ?? null);
    return [{ id: '', story, owned, dealerId, made: after(world.now, -about(story.ago, at)), no: 0 }];
  });
  for (const [at, entry] of entries.toSorted((a, b) => a.made.getTime() - b.made.getTime()).entries())
    entry.no = at + 1;
  await giveIds(client, 'cs_repair_order', entries);
  await copyRows(
    client,
    'cs_repair_order',
    entries.map((one) => rowOf(world, options, one)),
  );
  await copyRows(
    client,
    'cs_repair_log',
    entries.flatMap((one) => linesOf(world, options, one)),
  );
  const parts = entries.flatMap(({ id, story, made }): CopyRow[] =>
    story.part
      ? [
          {
            order_id: id,
            device_type: story.part.type,
            part_name: story.part.name,
            qty: 1,
            price_fen: story.part.fen,
            warranty_result: story.warranty ?? null,
            ...marks(world.now, null, after(made, day)),
          },
        ]
      : [],
  );
  await copyRows(client, 'cs_repair_part', parts);
  await client.query("select setval('seq_repair_order', $1)", [entries.length]);
}
