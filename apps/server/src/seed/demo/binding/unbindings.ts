import { codes } from '@wheelhouse/entities/codes';
import type { PoolClient } from 'pg';
import { formatDay } from '@wheelhouse/contract/time';
import { after, day, earlier, hour, offBeat, workingTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { idNumberOf, mobileOf } from '../identifiers.ts';
import { personOf } from '../names.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { ownedVehicles, type Owned, type TheftOptions } from '../theft/theft.ts';
import { unbindStories, type UnbindStory } from '../theft/theft-stories.ts';
import type { World } from '../world.ts';

const { owner: byOwner, buyer: byBuyer } = codes.UnbindApplyType;
const noticeHours = 48;

function picturesOf({ pictures }: TheftOptions, { type }: UnbindStory, { vehicle }: Owned): CopyRow {
  const names = type === byBuyer ? ['invoice', 'contract'] : ['invoice'];
  const proofs = [
    ...names.map((name) => pictures.evidence(name)),
    pictures.vehicle(vehicle.model.silhouette, vehicle.color),
  ];
  const card = pictures.evidence('id');
  return {
    proof_images: proofs.filter((one) => one !== null),
    id_images: type === byBuyer && card !== null ? [card] : null,
  };
}

function whoOf(world: World, { secrets }: TheftOptions, { type }: UnbindStory, owned: Owned, at: number): CopyRow {
  const random = world.random.fork(`unbinding ${at}`);
  const person = personOf(random);
  const own = type === byOwner;
  const idNumber = idNumberOf(random, '310115', '1990-05-12', person.gender);
  return {
    ...sealed(secrets, 'applicant_name', 'name', own ? (owned.user.realName ?? person.name) : person.name),
    ...sealed(secrets, 'applicant_mobile', 'mobile', own ? owned.user.mobile : mobileOf(random)),
    ...sealed(secrets, 'id_number', 'idNumber', type === byBuyer ? idNumber : null),
  };
}

interface Scenario {
  readonly story: UnbindStory;
  readonly made: Date;
  readonly salt: number;
}

/** The stories in the order of their submission: by owners at any hour of the day, by colleagues in working hours; none on the hour. */
function scenariosOf(now: Date): Scenario[] {
  return unbindStories
    .map((story, salt): Scenario => {
      const about = after(now, -story.ago - offBeat(salt));
      const fits = story.ago < day || (story.byApp ?? false);
      return { story, salt, made: fits ? about : after(workingTime(after(about, -day), salt), 0) };
    })
    .toSorted((a, b) => a.made.getTime() - b.made.getTime());
}

/** When and by whom it was judged, as far as it was. */
function reviewOf(world: World, { service, second }: TheftOptions, { story, made, salt }: Scenario): CopyRow {
  const reviewed = story.status !== 0 && story.status !== 4;
  const at = earlier(
    workingTime(after(made, (1 + ((salt * 37) % 21)) * hour + offBeat(salt)), salt),
    // Not as long before now as it was made before: what waits would wait for whole hours.
    after(world.now, -offBeat(salt * 7 + 3)),
  );
  const objected =
    story.objection === undefined
      ? null
      : earlier(after(at, 9 * hour + offBeat(salt + 5)), after(world.now, -offBeat(salt)));
  const decided =
    story.second === undefined || !objected
      ? null
      : workingTime(after(objected, 16 * hour + offBeat(salt + 9)), salt + 9);
  const viaNotice = story.type === byBuyer && story.status === 2;
  return {
    reviewer_id: reviewed ? service : null,
    review_time: reviewed ? at : null,
    review_remark: story.remark ?? null,
    reject_reason_code: story.reject ?? null,
    notice_end_time: story.status === 1 || viaNotice || objected ? after(at, noticeHours * hour) : null,
    object_reason: story.objection ?? null,
    object_time: objected,
    second_reviewer_id: decided ? second : null,
    second_review_time: decided,
    second_remark: story.second ?? null,
    unbind_time: story.status === 2 ? earlier(viaNotice ? after(at, noticeHours * hour) : at, world.now) : null,
  };
}

/** Applications in every state. What was granted concerns vehicles that have lost their owner since. */
export async function makeUnbindings(client: PoolClient, world: World, options: TheftOptions): Promise<void> {
  const { others } = ownedVehicles(world);
  const gone = world.bindings
    .filter(({ type, until, vehicle }) => type === 1 && until !== null && vehicle.vin !== null)
    .map(({ vehicle, user }): Owned => ({ vehicle, user }));
  let [bound, lost] = [6, 2];
  const rows = scenariosOf(world.now).flatMap((scenario, at): CopyRow[] => {
    const { story, made, salt } = scenario;
    const owned = story.status === 2 ? gone[(lost += 5)] : others[(bound += 13)];
    if (!owned) return [];
    const by = story.byApp ? null : options.service;
    return [
      {
        application_no: `UB${formatDay(made).replaceAll('-', '')}${String(at + 1).padStart(6, '0')}`,
        vehicle_id: owned.vehicle.id,
        apply_type: story.type,
        ...whoOf(world, options, story, owned, salt),
        applicant_user_id: story.type === byOwner && story.byApp ? owned.user.id : null,
        current_owner_id: owned.user.id,
        reason: story.reason,
        ...picturesOf(options, story, owned),
        status: story.status,
        submit_time: made,
        submit_dealer_id: null,
        ...reviewOf(world, options, scenario),
        ...marks(world.now, by, made, after(made, Math.min(story.ago, day))),
      },
    ];
  });
  await copyRows(client, 'veh_unbind_application', rows);
  await client.query("select setval('seq_unbind_application', $1)", [unbindStories.length]);
}
