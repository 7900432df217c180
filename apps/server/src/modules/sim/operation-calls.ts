import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { simMostCards, simRequestForm } from '@wheelhouse/entities/sim/sim-operation';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { checkedInput } from '../../entity/check.ts';
import { holds } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { format, serial } from '../../http/kit.ts';
import { findCards, targetOf, type JudgedCard, type StateOp } from './judge.ts';
import { judgeRequest, needsApproval, writeOperations } from './submit.ts';

/** Buttons that ask for an operation: that of the requests' page, and the card's own. */
const buttons = {
  [codes.SimOpType.suspend]: 'simIndex.stop',
  [codes.SimOpType.resume]: 'simIndex.resume',
  [codes.SimOpType.activate]: 'simIndex.resume',
  [codes.SimOpType.cancel]: 'simIndex.cancel',
} as const satisfies Readonly<Record<StateOp, string>>;
const access = ['stopResume.add', 'simIndex.stop', 'simIndex.resume', 'simIndex.cancel'] as const;

const opType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const wanted = {
  iccids: z.array(format('iccid')).max(simMostCards).optional(),
  vins: z.array(serial(15, 17)).max(simMostCards).optional(),
  opType,
};

function checkRight({ user }: CallContext, type: StateOp): void {
  if (!holds(user, 'stopResume.add') && !holds(user, buttons[type])) throw new AppError(1003);
}

interface Named {
  readonly iccids?: readonly string[] | undefined;
  readonly vins?: readonly string[] | undefined;
}

/** @throws AppError 1001 when neither cards nor vehicles are named, or more than a request may have */
function checkNamed(ctx: CallContext, { iccids = [], vins = [] }: Named): void {
  const named = iccids.length + vins.length;
  if (named === 0) throw refuseField(ctx, 'iccids', 'required');
  if (named > simMostCards)
    throw refuseField(ctx, 'iccids', { zh: '一次最多{n}张', en: 'At most {n} at once' }, { n: simMostCards });
}

/** Numbers and vehicles that name no card which the caller sees. */
function unknownOf({ iccids = [], vins = [] }: Named, cards: readonly JudgedCard[]): string[] {
  const [found, inVehicles] = [new Set(cards.map(({ iccid }) => iccid)), new Set(cards.map(({ vin }) => vin))];
  return [...iccids.filter((one) => !found.has(one)), ...vins.filter((one) => !inVehicles.has(one))];
}

const manual = ({ user }: CallContext, type: StateOp, planTime: Date | null) => ({
  opType: type,
  source: codes.SimOpSource.manual,
  planTime,
  userId: user.id,
});

const preview = defineCall('POST /veh/crm/simOperation/preview', {
  access,
  effect: 'reads',
  body: z.object(wanted),
  summary: { zh: '停复机申请预览', en: 'What a SIM request would do' },
  async run(ctx, input) {
    checkRight(ctx, input.opType);
    checkNamed(ctx, input);
    return withTransaction(ctx.app.db, async (tx) => {
      const cards = await findCards(tx, { ...input, seenBy: ctx.user });
      const asked = manual(ctx, input.opType, null);
      const refusals = await judgeRequest(tx, cards, asked);
      const known = cards.map(({ id, iccid, simStatus, vin }) => {
        const refusal = refusals.get(id);
        return {
          iccid,
          vin,
          status: simStatus,
          result: refusal === undefined ? targetOf[input.opType] : null,
          reason: refusal?.textIn(ctx.lang) ?? null,
        };
      });
      const missing = unknownOf(input, cards).map((iccid) => ({
        iccid,
        vin: null,
        status: null,
        result: null,
        reason: new AppError(1002).textIn(ctx.lang),
      }));
      const accepted = known.filter(({ reason }) => reason === null).length;
      const approval = await needsApproval(tx, asked, accepted);
      return { rows: [...known, ...missing], accepted, approval: approval ? 1 : 0 };
    });
  },
});

const mostDaysAhead = 90;
/** A time to come. @throws AppError 1001 */
function planOf(ctx: CallContext, text: string | null | undefined): Date | null {
  if (text === undefined || text === null || text === '') return null;
  const time = parseInstant(text);
  if (time === undefined) throw refuseField(ctx, 'planTime', 'instant');
  const ahead = time.getTime() - Date.now();
  if (ahead <= 0 || ahead > mostDaysAhead * 86_400_000)
    throw refuseField(
      ctx,
      'planTime',
      { zh: '须在未来{n}天内', en: 'Within the next {n} {n|day|days}' },
      { n: mostDaysAhead },
    );
  return time;
}

const asked = { reasonCode: simRequestForm.reasonCode, remark: simRequestForm.remark };

const submit = defineCall('POST /veh/crm/simOperation/submit', {
  effect: 'irreversible',
  access,
  body: z.object({
    ...wanted,
    reasonCode: z.string(),
    remark: z.string(),
    planTime: z.string().max(20).nullish(),
  }),
  summary: { zh: '提交停复机申请', en: 'Ask for SIM cards to be changed' },
  async run(ctx, input) {
    checkRight(ctx, input.opType);
    checkNamed(ctx, input);
    const planTime = planOf(ctx, input.planTime);
    return withTransaction(ctx.app.db, async (tx) => {
      const cards = await findCards(tx, { ...input, seenBy: ctx.user }, true);
      const asks = manual(ctx, input.opType, planTime);
      const refusals = await judgeRequest(tx, cards, asks);
      const accepted = cards.filter(({ id }) => !refusals.has(id));
      const [first] = refusals.values();
      if (accepted.length === 0) throw first ?? new AppError(1002);
      const { opType: type } = input;
      const { reasonCode, remark } = await checkedInput(tx, ctx, asked, {
        reasonCode: input.reasonCode,
        remark: input.remark,
      });
      const batchNo = await writeOperations(tx, accepted, { ...asks, reasonCode: String(reasonCode), remark });
      await audit(tx, ctx, {
        action: 'submit',
        entity: 'simOperation',
        entityId: null,
        path: '/veh/crm/simOperation/submit',
        functionCode: holds(ctx.user, 'stopResume.add') ? 'stopResume.add' : buttons[type],
        after: { batchNo, opType: type, reasonCode, remark, cards: accepted.length },
      });
      const refused = cards.flatMap(({ id, iccid }) => {
        const refusal = refusals.get(id);
        return refusal === undefined ? [] : [{ iccid, code: refusal.code, message: refusal.textIn(ctx.lang) }];
      });
      const unknown = new AppError(1002);
      const missing = unknownOf(input, cards).map((iccid) => ({
        iccid,
        code: unknown.code,
        message: unknown.textIn(ctx.lang),
      }));
      return { batchNo, submitted: accepted.length, skipped: [...refused, ...missing] };
    });
  },
});

export const simOperationCalls: readonly Call[] = [preview, submit];
