import { idPattern } from '@wheelhouse/contract/text';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { inCodes } from '../../../db/in-codes.ts';
import type { Db } from '../../../db/pool.ts';
import { shownArticles } from '../../content/service.ts';

const { activity, article, theme, app, vehicle } = codes.ShareObject;
const { notStarted, running, paused } = machines['SM-Raffle'].states;

/** SQL text of the name of what was shared, over an alias with `share_object` and `object_id`. */
export const objectName = (t: string): string => `case ${t}.share_object
  when ${activity} then (select o.name from act_raffle_activity o where o.id = ${t}.object_id::bigint)
  when ${article} then (select o.title from cnt_article o where o.id = ${t}.object_id::bigint)
  when ${theme} then (select o.name from cnt_app_theme o where o.id = ${t}.object_id::bigint)
  when ${vehicle} then (select m.name || ' ' || right(coalesce(o.vin, o.frame_no), 6) from veh_vehicle o
    join veh_type m on m.id = o.vehicle_type_id where o.id = ${t}.object_id::bigint)
  when ${app} then 'APP' end`;

interface Named {
  readonly object: number;
  readonly objectId: string | null;
  readonly userId: string;
}

/** What a user names, as it is kept; undefined where they cannot share it: what the app does not show, somebody else's vehicle. */
export async function sharedId(
  db: Db,
  { object, objectId, userId }: Named,
): Promise<{ readonly id: string | null } | undefined> {
  if (object === app) return { id: null };
  if (objectId === null) return undefined;
  const found =
    object === article && idPattern.test(objectId)
      ? sql<{ id: string }>`
          select a.id::text as id ${shownArticles} and a.id = ${objectId} and v.allow_share = 1`
      : object === theme && idPattern.test(objectId)
        ? sql<{ id: string }>`
            select id::text as id from cnt_app_theme
            where id = ${objectId} and status = ${machines['SM-Theme'].states.onShelf} and not deleted`
        : object === activity && idPattern.test(objectId)
          ? sql<{ id: string }>`
            select id::text as id from act_raffle_activity
            where id = ${objectId} and status ${inCodes([notStarted, running, paused])} and not deleted`
          : object === vehicle
            ? sql<{ id: string }>`
              select v.id::text as id from veh_vehicle v join veh_binding b on b.vehicle_id = v.id and b.status = ${machines['SM-Binding'].states.bound}
              where b.user_id = ${userId} and (v.vin = ${objectId} or v.frame_no = ${objectId}) and not v.deleted limit 1`
            : undefined;
  return found && (await found.execute(db)).rows[0];
}
