import { entityNamed } from '@wheelhouse/entities/registry';
import { runAction } from '../../../entity/actions.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { actionBody, id, sixDigits } from '../../../http/kit.ts';
import { countAttempt, takeBack } from '../../access/service.ts';
import { recordOfCode } from './pick-code.ts';

const entity = entityNamed('winningRecord');

/** Codes are short, so that an account that guesses has to wait. Accounts of a dealer hand over what waits there, and nothing else. */
const verify = defineCall('POST /act/crm/winningRecord/verify', {
  access: 'winningRecord.verify',
  body: actionBody.extend({ code: sixDigits, dealerId: id.optional() }),
  summary: { zh: '到店自提核销', en: 'Hand over a prize by its code' },
  effect: 'irreversible',
  async run(ctx, { code, dealerId, ...body }) {
    const { app, user } = ctx;
    const { allowed } = await countAttempt(app.db, 'pick-up-code', user.id);
    if (!allowed) throw new AppError(1104);
    const dealer = user.dealerId ?? dealerId;
    if (body.id === undefined && dealer === undefined) throw refuseField(ctx, 'dealerId', 'required');
    const named = body.id ?? (await recordOfCode(ctx, code, dealer ?? ''));
    const answer = await runAction(ctx, entity, 'verify', { ...body, id: named, code });
    await takeBack(app.db, 'pick-up-code', user.id);
    return answer;
  },
});

export const winningCalls: readonly Call[] = [verify];
