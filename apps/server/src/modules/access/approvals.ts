import type { ApprovalChange, ApprovalStep, RecordApprovals } from '@wheelhouse/contract/calls/access/logs';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql } from 'kysely';
import { z } from 'zod';
import { inTime } from '../../db/in-time.ts';
import { withTransaction } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { type Change, compare } from '../../entity/approval/compare.ts';
import { machineReview, reviewRules } from '../../entity/approval/rules.ts';
import { isHidden, nameFor } from '../../entity/hidden.ts';
import { findInScope, rowsById, type WireRow } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import { rawFields } from '../../entity/write-fields.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { key } from '../../http/kit.ts';
import { readableEntity } from './privacy.ts';

const most = 20;
/** Finding whom a record reaches may take long; a page does not wait for it. */
const mostMs = 3_000;

interface StepRow extends Omit<ApprovalStep, 'userName'> {
  readonly userId: string | null;
  readonly dealerId: string | null;
  readonly realName: string | null;
}

async function stepsOf(ctx: CallContext, { name }: EntityDef, id: string): Promise<readonly ApprovalStep[]> {
  const rows = await run<StepRow & Record<string, unknown>>(
    ctx.app.db,
    sql`select a.round, a.step, ${wallClock(sql`a.time`)} as time, a.content is not null as kept,
        coalesce((select sum(cardinality(l.ids))::int from sys_approval_list l where l.approval_id = a.id), (a.numbers ->> 'list')::int) as reached,
        u.id::text as "userId", u.dealer_id::text as "dealerId", u.real_name as "realName"
      from sys_approval a left join sys_user u on u.id = a.user_id
      where a.entity = ${name} and a.entity_id = ${id}::bigint order by a.round desc, a.id desc limit ${most}`,
  );
  return rows.map(({ userId, dealerId, realName, ...step }) => ({
    ...step,
    userName: userId === null ? null : nameFor(ctx, { id: userId, dealerId, name: realName }),
  }));
}

/** Steps that the record stands on in its present state: those handed in while somebody decides, those approved before they take effect. */
function standsOn(entity: EntityDef, row: WireRow): readonly ApprovalStep['step'][] {
  const found = machineReview(entity);
  const state = (names: readonly string[] = []): boolean =>
    found?.machine.transitions.some(
      ({ action, from }) => names.includes(action) && from.includes(String(row[found.field])),
    ) === true;
  if (state(found?.review.execute)) return ['approved', 'waived'];
  return state(found?.review.approve) ? ['submitted'] : [];
}

async function changesOf(ctx: CallContext, entity: EntityDef, id: string): Promise<readonly Change[]> {
  const late = (): AppError => new AppError(1021);
  return withTransaction(ctx.app.db, (tx) =>
    inTime(tx, mostMs, late, async () => {
      const [row] = await rowsById(tx, entity, [id], rawFields(entity));
      if (row === undefined) return [];
      const steps = standsOn(entity, row);
      if (steps.length === 0) return [];
      return (await compare(tx, entity, [row], steps)).get(id)?.changes ?? [];
    }),
  );
}

const shown = (entity: EntityDef, { name, label, was, now }: Change): ApprovalChange => {
  const own = Object.hasOwn(entity.fields, name);
  return { field: name, own, label: label.zh, labelEn: label.en, before: was, after: now };
};

const ofRecord = defineCall('POST /system/crm/approval/ofRecord', {
  access: 'login',
  effect: 'reads',
  body: z.object({ entity: z.string().max(40), id: key, rev: z.number().optional() }),
  summary: { zh: '一条记录的审批', en: 'Approvals of one record' },
  async run(ctx, input): Promise<RecordApprovals> {
    const entity = readableEntity(ctx, input.entity);
    const { id } = await findInScope(ctx, entity, input.id);
    if (reviewRules(entity.name) === undefined) return { steps: [], changes: [] };
    const steps = await stepsOf(ctx, entity, id);
    try {
      const changes = await changesOf(ctx, entity, id);
      const seen = changes.filter(
        ({ name }) => !Object.hasOwn(entity.fields, name) || !isHidden(entity, name, ctx.user),
      );
      return { steps, changes: seen.map((change) => shown(entity, change)) };
    } catch (error) {
      // What cannot be compared now, or takes too long, is compared when it takes effect.
      if (!(error instanceof AppError)) throw error;
      return { steps, changes: [] };
    }
  },
});

export const approvalCalls: readonly Call[] = [ofRecord];
