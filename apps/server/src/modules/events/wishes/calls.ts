import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { runAction } from '../../../entity/actions.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { actionBody, digit } from '../../../http/kit.ts';

const entity = entityNamed('wish');

/** Fields of the form by kind of prize; other kinds are no prize of a wish. */
const fieldOf = new Map<number, string>([
  [codes.PrizeKind.physical, 'prizeId'],
  [codes.PrizeKind.coupon, 'couponId'],
  [codes.PrizeKind.theme, 'themeId'],
]);

/** Takes the prize as the form names it, or by its kind. */
const grant = defineCall('POST /act/crm/wish/grant', {
  access: 'wish.grant',
  body: actionBody.extend({ prizeKind: digit.optional() }),
  summary: { zh: '实现心愿', en: 'Grant a wish' },
  effect: 'irreversible',
  run(ctx, { prizeKind, ...body }) {
    if (prizeKind === undefined) return runAction(ctx, entity, 'grant', body);
    const field = fieldOf.get(Number(prizeKind));
    if (field === undefined) throw refuseField(ctx, 'prizeKind', 'invalid');
    const { prizeId, ...rest } = body;
    return runAction(ctx, entity, 'grant', { ...rest, [field]: prizeId });
  },
});

export const wishCalls: readonly Call[] = [grant];
