import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id, rev, sixDigits } from '../../../http/kit.ts';
import { countAttempt, takeBack } from '../../access/service.ts';
import { recordOfCode } from './pick-code.ts';

const entity = entityNamed('winningRecord');

/** Codes are short, so that an account that guesses has to wait. Accounts of a dealer hand over what waits there, and nothing else. */
const verify = defineCall('POST /act/crm/winningRecord/verify', {
  access: 'winningRecord.verify',
  body: z.object({ id: id.optional(), rev: rev.optional(), code: sixDigits, dealerId: id.optional() }),
  summary: { zh: '到店自提核销', en: 'Hand over a prize by its code' },
  effect: 'irreversible',
  async run(ctx, { id: named, rev: given, code, dealerId }) {
    const { app, user } = ctx;
    const { allowed } = await countAttempt(app.db, 'pick-up-code', user.id);
    if (!allowed) throw new AppError(1104);
    const dealer = user.dealerId ?? dealerId;
    if (named === undefined && dealer === undefined) throw refuseField(ctx, 'dealerId', 'required');
    const recordId = named ?? (await recordOfCode(ctx, code, dealer ?? ''));
    const answer = await runAction(ctx, entity, 'verify', {
      id: recordId,
      code,
      ...(given !== undefined && { rev: given }),
    });
    await takeBack(app.db, 'pick-up-code', user.id);
    return answer as never;
  },
});

export const winningCalls: readonly Call[] = [verify];
