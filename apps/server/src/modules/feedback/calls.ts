import { runAction } from '../../entity/actions.ts';
import { findInScope } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { actionBody } from '../../http/kit.ts';
import { feedbackEntity } from './records.ts';

const deal = defineCall('POST /cs/crm/feedback/deal', {
  access: 'appFeedbackManage.deal',
  body: actionBody,
  summary: { zh: '回复反馈或转部门跟进', en: 'Reply to feedback, or reassign it' },
  async run(ctx, body) {
    // An outdated version is refused as such, not by the state that the other user's change has led to.
    if ((body.rev ?? undefined) !== undefined) {
      const { rev } = await findInScope(ctx, feedbackEntity, body.id ?? '');
      if (rev !== body.rev) throw new AppError(1005);
    }
    return runAction(ctx, feedbackEntity, 'deal', body);
  },
});

/** Calls of feedback that are not standard ones. */
export const feedbackCalls: readonly Call[] = [deal];
