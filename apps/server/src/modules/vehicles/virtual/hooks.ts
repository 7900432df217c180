import { machines } from '@wheelhouse/entities/machines';
import { parseInstant } from '@wheelhouse/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { ActionOf, HooksOf } from '../../../entity/hooks.ts';
import type { CallContext } from '../../../http/context.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { refuseField } from '../../../http/field-texts.ts';

const { inUse, released } = machines['SM-VirtualVin'].states;
const dayMs = 86_400_000;
const zoneMs = 8 * 3_600_000;
const mostDays = 365;

/** An end between tomorrow's beginning and 365 days ahead, in Asia/Shanghai. @throws AppError 1001 under `expireTime` */
export function readExpiry(ctx: Pick<CallContext, 'lang'>, input: unknown, now = Date.now()): Date {
  const time = parseInstant(String(input));
  const tomorrow = Math.floor((now + zoneMs) / dayMs + 1) * dayMs - zoneMs;
  if (!time || time.getTime() < tomorrow || time.getTime() > tomorrow + mostDays * dayMs)
    throw refuseField(ctx, 'expireTime', 'expiry', { n: mostDays });
  return time;
}

const free = { boundUserId: null, bindTime: null };

/** Notifies the users of virtual vehicles that these were released. */
export async function notifyReleased(
  tx: Tx,
  released: readonly { readonly id: string; readonly vin: string; readonly userId: string | null }[],
): Promise<void> {
  for (const { id, vin, userId } of released) {
    if (userId === null) continue;
    await notifyOwner(tx, {
      userId,
      kind: 'system',
      ...(await builtInText(tx, 'TRIAL_ENDED', { vin6: vin.slice(-6) })),
      dedupeKey: `virtualVin.release.${id}.${Date.now()}`,
    });
  }
}

const usersOf = ({ rows }: Pick<ActionOf<'virtualVin'>, 'rows'>) =>
  rows.map(({ id, virtualVin, boundUserId }) => ({ id, vin: virtualVin, userId: boundUserId }));

export const virtualHooks: HooksOf<'virtualVin'> = {
  actions: {
    extend: async ({ ctx, input, store }) => store({ expireTime: readExpiry(ctx, input.expireTime) }),
    recycle: async ({ store }) => store(free),
    release: async (action) => {
      await notifyReleased(action.tx, usersOf(action));
      action.store(free);
    },
    void: async (action) => {
      await notifyReleased(action.tx, usersOf(action));
      action.store({ ...free, voidReason: action.input.reason });
    },
  },
};

/** Virtual vehicles in use whose time is over are released, at most some hundreds at once. @returns how many */
export async function releaseExpired(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string; vin: string; userId: string | null }>`
    select id::text as id, virtual_vin as vin, bound_user_id::text as "userId" from veh_virtual_vin
    where status = ${sql.lit(inUse)} and expire_time <= now() and not deleted order by id limit 500 for update skip locked`.execute(
    tx,
  );
  if (rows.length === 0) return 0;
  await notifyReleased(tx, rows);
  await sql`update veh_virtual_vin set status = ${released}, bound_user_id = null, bind_time = null, rev = rev + 1, update_time = now(), update_by = null
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  return rows.length;
}
