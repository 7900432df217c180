import { sql } from 'kysely';
import { cleanCode } from '@wheelhouse/contract/text';
import { wallClockText } from '../../db/wall-clock.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { flagCondition } from '../../entity/flag.ts';
import type { ActionHandlers, HooksOf } from '../../entity/hooks.ts';
import { parseInstant } from '@wheelhouse/contract';
import { machines } from '@wheelhouse/entities/machines';
import { column } from '../../entity/scope.ts';
import { refuseField } from '../../http/field-texts.ts';
import { sensitiveWordsIn } from '../reference/service.ts';
import { tagUsers } from './tags/by-hand.ts';
import { isTagged, tagIdsOf } from './tags/of-user.ts';
import { graceDays } from './deletion.ts';
import { mobileActions, signOut } from './mobile-change.ts';
import { endSignIns } from './sign-in.ts';

/** The reason of an account's status, shown on its page. */
const because = ({ input }: { readonly input: { readonly reason: string } }) => ({ statusReason: input.reason });

const addedAndRemoved = { zh: '同一标签不能既添加又移除', en: 'A tag cannot be added and removed at once' } as const;

const appUserActions: ActionHandlers<'appUser'> = {
  async freeze(action) {
    const { until } = action.input;
    const frozenUntil = typeof until === 'string' ? (parseInstant(until) ?? null) : null;
    if (frozenUntil && frozenUntil.getTime() <= Date.now()) throw refuseField(action.ctx, 'until', 'ahead');
    action.store({ frozenUntil, ...because(action) });
    await endSignIns(
      action.tx,
      action.rows.map(({ id }) => id),
    );
  },
  async unfreeze(action) {
    action.store({ frozenUntil: null, ...because(action) });
  },
  ...mobileActions,
  kick: ({ tx, rows }) => signOut(tx, rows),
  async tag({ tx, ctx, rows, input }) {
    const [add, remove] = [input.addTagIds ?? [], input.removeTagIds ?? []];
    if (add.length + remove.length === 0) throw refuseField(ctx, 'addTagIds', 'required');
    if (add.some((id) => remove.includes(id))) throw refuseField(ctx, 'removeTagIds', addedAndRemoved);
    await tagUsers(
      ctx,
      tx,
      rows.map(({ id }) => id),
      { add, remove },
    );
  },
  async testAccount({ input, store }) {
    store({ testAccount: input.testAccount });
  },
  async cancelDeletion(action) {
    action.store({ deletionTime: null, ...because(action) });
  },
};

/** Vehicles that the user of an alias owns. */
const owned = (t: string): string => `from veh_vehicle v where v.owner_user_id = ${t}.id and not v.deleted`;
const hasVehicle = (t: string): string => `exists (select ${owned(t)})`;

export const appUserHooks: HooksOf<'appUser'> = {
  computed: {
    vin: (t) => `(select string_agg(coalesce(v.vin, v.frame_no), ', ' order by v.id) ${owned(t)})`,
    hasVehicle: (t) => `${hasVehicle(t)}::int`,
    eraseTime: (t) =>
      `case when ${t}.status = ${machines['SM-AppUser'].states.deleting} then ${wallClockText(`(${t}.deletion_time + interval '${graceDays} days')`)} end`,
    userTags: (t) => tagIdsOf(`${t}.id`),
  },
  conditions: {
    vin: (t, values) => {
      const names = values.map((value) => cleanCode(value).toUpperCase());
      return sql`${column(t, 'id')} in (
        select v.owner_user_id from veh_vehicle v where (v.vin = any(${names}::text[]) or v.frame_no = any(${names}::text[])) and not v.deleted)`;
    },
    hasVehicle: flagCondition(hasVehicle),
    userTags: (t, values) => isTagged(column(t, 'id'), values),
  },
  async beforeSave({ ctx, tx, old, values }) {
    const { nickname } = values;
    // A name from before its word was blocked keeps nobody from changing something else.
    if (typeof nickname !== 'string' || nickname === old?.nickname) return;
    if ((await sensitiveWordsIn(tx, nickname)).length > 0) throw fieldRefusal(ctx, 'nickname', 5131);
  },
  actions: appUserActions,
};
