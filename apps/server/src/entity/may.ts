import type { MayAnswer, Refused } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import { answersMay, deleteKey, mayPath, switchesOf, switchKey } from '@wheelhouse/entities/may';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { withTransaction, type Tx } from '../db/pool.ts';
import type { Call } from '../http/call.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { ids } from '../http/kit.ts';
import { ownRefusals, stateRefusals, switchRefusal, type NamedAction } from './actions.ts';
import { reviewRefusals } from './approval/steps.ts';
import { HeldChange } from './held.ts';
import type { Judged, Refusals } from './hooks.ts';
import { holds, type WireRow } from './read.ts';
import { each, refusalOf } from './refusals.ts';
import { shaped } from './shaped.ts';
import { batchRows, deletionRefusal } from './write.ts';

/** Records that one call asks about. */
const most = 50;

/** Thrown to end the transaction of a question: what its answer locked is free again, and nothing is kept. */
class Answered extends Error {
  readonly answer: MayAnswer;
  constructor(answer: MayAnswer) {
    super('answered');
    this.answer = answer;
  }
}

/** What a caller reads of a refusal; of wrong values, what is wrong with them. */
const refusedOf = (refusal: AppError, { lang }: CallContext): Refused => ({
  code: refusal.code,
  message: refusal.errors?.map(({ message }) => message).join(' ') || refusal.textIn(lang),
});

/** What somebody else has to approve is possible. */
async function unlessHeld(refused: () => Promise<AppError | undefined>): Promise<AppError | undefined> {
  try {
    return await refused();
  } catch (error) {
    if (error instanceof HeldChange) return undefined;
    throw error;
  }
}

/** In the order in which the action itself looks: state, review, its own rule. */
async function actionRefusals(judged: Judged<WireRow>, entity: EntityDef, named: NamedAction): Promise<Refusals> {
  const { ctx, tx } = judged;
  const wrong = await stateRefusals(judged, entity, named);
  const able = judged.rows.filter(({ id }) => !wrong.has(id));
  const { refusals: unreviewed } = await reviewRefusals(tx, entity, named.action, able, ctx.user.id);
  const ready = able.filter(({ id }) => !unreviewed.has(id));
  let own: Refusals = new Map();
  const whole = await refusalOf(async () => {
    own = await ownRefusals({ ctx, tx, rows: ready }, entity, named.name);
  });
  if (whole !== undefined) own = new Map(ready.map(({ id }) => [id, whole]));
  return new Map([...wrong, ...unreviewed, ...own]);
}

interface Question {
  readonly key: string;
  /** Function that allows it. */
  readonly code: string;
  readonly refusals: (judged: Judged<WireRow>) => Promise<Refusals>;
}

/** All that may be done to the entity's records, in the order of the console. */
function questionsOf(entity: EntityDef, all: readonly EntityDef[]): readonly Question[] {
  return [
    ...Object.entries(entity.actions ?? {}).map(([name, action]): Question => ({
      key: name,
      code: action.button,
      refusals: (judged) => actionRefusals(judged, entity, { name, action }),
    })),
    ...switchesOf(entity).flatMap(({ call, field, moves }) =>
      moves.map(({ to }): Question => ({
        key: switchKey(call, to),
        code: codeOfCall(entity, call),
        refusals: each((row, { ctx, tx }) => unlessHeld(() => switchRefusal({ ctx, tx, row }, entity, field, to))),
      })),
    ),
    ...(entity.calls.includes('batchDelete')
      ? [
          {
            key: deleteKey,
            code: codeOfCall(entity, 'batchDelete'),
            refusals: each<WireRow>((row, { ctx, tx }) =>
              unlessHeld(() => deletionRefusal({ ctx, tx, row }, entity, all)),
            ),
          },
        ]
      : []),
  ];
}

const maySend = ({ user }: CallContext, code: string): boolean => code === 'login' || holds(user, code);

async function answerIn(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  asked: readonly string[],
  questions: readonly Question[],
): Promise<MayAnswer> {
  const { rows, skipped } = await batchRows(ctx, tx, entity, asked, false, false);
  const unseen = new Map(skipped.map(({ id, code, message }): [string, Refused] => [id, { code, message }]));
  const refused = new Map(asked.map((id): [string, Record<string, Refused>] => [id, {}]));
  for (const { key, code, refusals } of questions) {
    const may = maySend(ctx, code);
    const found = may ? await refusals({ ctx, tx, rows }) : undefined;
    for (const [id, of] of refused) {
      const refusal = may ? found?.get(id) : new AppError(1003);
      const why = (may ? unseen.get(id) : undefined) ?? (refusal && refusedOf(refusal, ctx));
      if (why !== undefined) of[key] = why;
    }
  }
  return { list: [...refused].map(([id, of]) => ({ id, refused: of })) };
}

/**
 * What may not be done to records now, and why: what an action, a switch or the deletion would answer before it looks at its input. Hooks are asked as
 * they are when it is done, in a transaction that is rolled back.
 */
async function may(
  ctx: CallContext,
  entity: EntityDef,
  asked: readonly string[],
  all: readonly EntityDef[],
): Promise<MayAnswer> {
  const questions = questionsOf(entity, all);
  try {
    return await withTransaction<never>(ctx.app.db, async (tx) => {
      throw new Answered(await answerIn(ctx, tx, entity, asked, questions));
    });
  } catch (error) {
    if (error instanceof Answered) return error.answer;
    throw error;
  }
}

/** `POST <base>/may {ids}`, of every entity whose records can be acted on; guarded as its list. */
export function mayCall(entity: EntityDef, all: readonly EntityDef[]): Call[] {
  if (!answersMay(entity)) return [];
  const body = z.strictObject({ ids: ids(most) });
  return [
    {
      ...shaped(body, (ctx, input) => may(ctx, entity, input.ids, all)),
      path: mayPath(entity),
      access: codeOfCall(entity, 'list'),
      effect: 'reads',
      summary: { zh: `${entity.label.zh}可做的操作`, en: `${entity.label.en}: what may be done` },
    },
  ];
}
