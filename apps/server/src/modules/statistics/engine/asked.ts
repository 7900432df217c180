import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { refusalOf } from '../../../entity/admit.ts';
import { BadCondition } from '../../../entity/compare.ts';
import type { CallContext } from '../../../http/context.ts';
import type { Ask } from './answer.ts';
import { readQuestion } from './question.ts';

/** A question, refused where its filters have values that are none. @throws AppError as `readQuestion`, 1001 */
export async function answer<Answer>(
  ctx: CallContext,
  statistic: Statistic,
  given: unknown,
  work: (asked: Ask) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work({ who: ctx, statistic, question: readQuestion(ctx, statistic, given) });
  } catch (error) {
    throw error instanceof BadCondition ? refusalOf(error, ctx.lang) : error;
  }
}
