import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { formatDay } from '@wheelhouse/contract/time';
import { after, day, earlier, hour, minute, offBeat } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import type { StoredPictures } from '../pictures.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { theftStories, type TheftStory } from './theft-stories.ts';
import type { User } from '../users/users.ts';
import type { World } from '../world.ts';

export interface TheftOptions {
  readonly secrets: Secrets;
  readonly pictures: StoredPictures;
  /** Who works on cases, and who judges a colleague's requests. */
  readonly service: string | null;
  readonly second: string | null;
}

/** A vehicle with its owner, for a story. */
export interface Owned {
  readonly vehicle: Vehicle;
  readonly user: User;
}

/** Vehicles with an owner of theirs for two months, in the order of their numbers; those that ride about first. */
export function ownedVehicles({ bindings, statuses, now }: World): {
  readonly riding: Owned[];
  readonly others: Owned[];
} {
  const busy = new Set(statuses.filter((status) => status.samples.length > 0).map((status) => status.vehicle));
  const owned = bindings
    .filter(
      ({ type, until, vehicle, from }) =>
        type === 1 &&
        until === null &&
        vehicle.stopReason === null &&
        vehicle.vin !== null &&
        from < after(now, -60 * day),
    )
    .map(({ vehicle, user }): Owned => ({ vehicle, user }))
    .toSorted((a, b) => Number(a.vehicle.id) - Number(b.vehicle.id));
  return {
    riding: owned.filter((one) => busy.has(one.vehicle)),
    others: owned.filter((one) => !busy.has(one.vehicle)),
  };
}

interface Scenario {
  id: string;
  readonly story: TheftStory;
  readonly owned: Owned;
  readonly stolen: Date;
  readonly made: Date;
  readonly verified: Date | null;
  readonly ended: Date | null;
  readonly caseNo: string;
}

const { monitoring, notFound } = machines['SM-Stolen'].states;

function scenariosOf(world: World, stories: readonly TheftStory[]): Scenario[] {
  const { riding, others } = ownedVehicles(world);
  const perDay = new Map<string, number>();
  const taken = { riding: 3, others: 11 };
  return stories
    .map((story, salt) => ({ story, salt, stolen: after(world.now, -story.ago - offBeat(salt + 40)) }))
    .toSorted((a, b) => a.stolen.getTime() - b.stolen.getTime())
    .flatMap(({ story, salt, stolen }): Scenario[] => {
      const owned =
        story.status === notFound
          ? others.find(({ vehicle }) => vehicle === world.lost)
          : story.status === monitoring
            ? riding[taken.riding++]
            : others[(taken.others += 17)];
      if (!owned) return [];
      const made = after(stolen, 12 * minute + offBeat(salt + 60) / 2);
      const key = formatDay(made).replaceAll('-', '');
      const n = (perDay.get(key) ?? 0) + 1;
      perDay.set(key, n);
      const dismissed = story.status === 4 && story.found === undefined;
      return [
        {
          id: '',
          story,
          owned,
          stolen,
          made,
          verified: story.status === 0 || dismissed ? null : after(made, 9 * minute + offBeat(salt + 80) / 2),
          ended:
            story.status >= 2
              ? earlier(
                  after(made, story.found === undefined ? 92 * day : 2 * day),
                  after(world.now, -hour - offBeat(salt + 90)),
                )
              : null,
          caseNo: `ST${key}${String(n).padStart(3, '0')}`,
        },
      ];
    });
}

const lockState = ({ lockAsked }: TheftStory): number => (lockAsked === undefined ? 0 : 1);

function caseRow(world: World, { secrets, pictures, service }: TheftOptions, scenario: Scenario): CopyRow {
  const { story, owned, stolen, made, verified, ended } = scenario;
  const { vehicle, user } = owned;
  const { home } = vehicle;
  const receipt = pictures.evidence('receipt');
  const photo = pictures.vehicle(vehicle.model.silhouette, vehicle.color);
  return {
    id: scenario.id,
    case_no: scenario.caseNo,
    vehicle_id: vehicle.id,
    owner_user_id: user.id,
    stolen_time: stolen,
    city_id: user.city.id,
    stolen_address: story.place,
    police_report_no: story.police ?? null,
    police_station: story.police === undefined ? null : `${user.city.name}公安局派出所`,
    police_receipt: story.receipt && receipt !== null ? [receipt] : null,
    ...sealed(secrets, 'contact_name', 'name', user.realName ?? user.nickname),
    ...sealed(secrets, 'contact_mobile', 'mobile', user.mobile),
    description: story.description,
    images: photo === null ? null : [photo],
    guard_radius_m: 300,
    guard_lng: verified === null ? null : home.lng,
    guard_lat: verified === null ? null : home.lat,
    guard_left: 0,
    status: story.status,
    lock_status: lockState(story),
    lock_request_by: story.lockAsked === undefined ? null : service,
    lock_request_time: story.lockAsked === undefined ? null : after(world.now, -35 * minute),
    lock_reason: story.lockAsked ?? null,
    source: story.byApp ? 2 : 1,
    handler_id: story.byApp && verified === null ? null : service,
    verify_time: verified,
    recover_time: story.found === undefined ? null : ended,
    recover_place: story.found ?? null,
    close_time: story.status === 4 ? ended : null,
    close_reason: story.closed ?? null,
    ...marks(world.now, story.byApp ? null : service, made, ended ?? verified ?? made),
  };
}

interface Line {
  readonly at: Date;
  readonly kind: number;
  readonly zh: string;
  readonly en: string | null;
  readonly by: string | null;
  readonly images?: readonly string[];
  readonly place?: { readonly lng: number; readonly lat: number };
}

/** What was written down while the vehicle was looked for. */
function searchLines({ story, owned }: Scenario, verified: Date, { pictures, service }: TheftOptions): Line[] {
  const receipt = pictures.evidence('receipt');
  const { lng, lat } = owned.vehicle.home;
  const said = (story.notes ?? []).map((zh, at): Line => ({
    at: after(verified, (at + 1) * 70 * minute),
    kind: 1,
    zh,
    en: null,
    by: service,
  }));
  const police: Line[] =
    story.receipt && receipt !== null
      ? [
          {
            at: after(verified, 40 * minute),
            kind: 7,
            zh: `报警回执${story.police ?? ''}`,
            en: `Police receipt ${story.police ?? ''}`,
            by: service,
            images: [receipt],
          },
        ]
      : [];
  const start = { zh: '核实立案，开始监控', en: 'Verified, monitoring started' };
  return [{ ...start, at: verified, kind: 2, by: service, place: { lng, lat } }, ...said, ...police];
}

/** How it ended, as far as it has. */
function endLines({ story, ended }: Scenario, service: string | null): Line[] {
  const lines: Line[] = [];
  if (!ended) return lines;
  const { found, closed, status } = story;
  const end = { at: ended, kind: 2 };
  if (found !== undefined)
    lines.push({ ...end, zh: `车辆已找回（${found}）`, en: `Recovered (${found})`, by: service });
  if (status === 3) lines.push({ ...end, zh: '90天无信号，未找回', en: 'No signal for 90 days: not found', by: null });
  if (closed !== undefined) {
    const [zh, en] = found === undefined ? ['不予立案', 'Dismissed'] : ['结案', 'Closed'];
    lines.push({ at: after(ended, hour / 2), kind: 2, zh: `${zh}：${closed}`, en: `${en}: ${closed}`, by: service });
  }
  return lines;
}

function linesOf(scenario: Scenario, options: TheftOptions, now: Date): Line[] {
  const { story, made, verified } = scenario;
  const { service } = options;
  const first: Line = story.byApp
    ? { at: made, kind: 2, zh: '车主通过APP报案', en: 'Reported by the owner in the app', by: null }
    : { at: made, kind: 2, zh: '登记案件', en: 'Case recorded', by: service };
  const lines = [first, ...(verified ? searchLines(scenario, verified, options) : []), ...endLines(scenario, service)];
  const { lockAsked } = story;
  if (lockAsked !== undefined)
    lines.push({
      at: after(now, -35 * minute),
      kind: 3,
      zh: `申请远程锁车：${lockAsked}`,
      en: `Power cut requested: ${lockAsked}`,
      by: service,
    });
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function noteRows(scenario: Scenario, options: TheftOptions, now: Date): CopyRow[] {
  return linesOf(scenario, options, now).map((line) => ({
    stolen_case_id: scenario.id,
    kind: line.kind,
    content: line.zh,
    content_en: line.en,
    images: line.images ?? null,
    lng: line.place?.lng ?? null,
    lat: line.place?.lat ?? null,
    operator_id: line.by,
    command_id: null,
    ...marks(now, line.by, line.at),
  }));
}

/** Stolen vehicles in every state, with their evidence. Needs vehicles, owners and files in place. */
export async function makeTheft(client: PoolClient, world: World, options: TheftOptions): Promise<void> {
  const scenarios = scenariosOf(world, theftStories);
  await giveIds(client, 'veh_stolen_case', scenarios);
  await copyRows(
    client,
    'veh_stolen_case',
    scenarios.map((one) => caseRow(world, options, one)),
  );
  await copyRows(
    client,
    'veh_stolen_note',
    scenarios.flatMap((one) => noteRows(one, options, world.now)),
  );
  const settings = JSON.stringify({ reportMovingS: 10, reportParkedS: 10, guardRadiusM: 300 });
  await copyRows(
    client,
    'veh_device_config',
    scenarios
      .filter(({ story }) => story.status === monitoring)
      .map(({ owned }) => ({ vehicle_id: owned.vehicle.id, ver: 1, desired: settings, ble_key_version: 1 })),
  );
}
