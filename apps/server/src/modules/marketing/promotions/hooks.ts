import { randomInt } from 'node:crypto';
import { isPast } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { hostOf } from '@wheelhouse/entities/rich-text';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import type { Tx } from '../../../db/pool.ts';
import { type ActionHandlers, type HooksOf, only, type RefusesOf, type SavingOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { hostsOf } from '../../../entity/rich-text.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { downloadLink, landingPage } from './landing.ts';

const { running } = machines['SM-Promotion'].states;
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `P` and seven characters that cannot be guessed from another code. A clash of 78 billion is refused by the database. */
const newCode = (): string => `P${Array.from({ length: 7 }, () => characters[randomInt(characters.length)]).join('')}`;

/** Landing pages are on hosts of D:LinkHost alone. @throws AppError 1001 */
async function checkLanding({ ctx, tx, old, values }: SavingOf<'promotion'>): Promise<void> {
  const { landingUrl } = values;
  if (typeof landingUrl !== 'string' || landingUrl === old?.landingUrl) return;
  const host = hostOf(landingUrl) ?? landingUrl;
  if ((await hostsOf(tx, 'LinkHost')).has(host)) return;
  const label = labelOf(entityNamed('promotion'), 'landingUrl')[ctx.lang];
  throw refuseField(ctx, 'landingUrl', validationTexts.linkHost, { label, value: host });
}

const texts = {
  over: { zh: '结束时间已过', en: 'The end has passed' },
  noLanding: { zh: '域名已不在链接域名白名单内', en: 'Its host is no longer an allowed link host' },
  noDownload: {
    zh: '没有可用的APP下载页，请启用链接{code}或填写落地页',
    en: 'There is no download page. Enable the link {code}, or give a landing page.',
  },
} as const;

const actions: ActionHandlers<'promotion'> = {
  async publish(action) {
    if (isPast(only(action).startTime)) action.store({ status: running });
  },
};

const refuses: RefusesOf<'promotion'> = {
  publish: each(async (row, { ctx, tx }) => {
    if (isPast(row.endTime)) throw refuseField(ctx, 'endTime', texts.over);
    await checkReachable(tx, row, ctx);
  }),
};

/** A code that is printed has to lead somewhere. @throws AppError 1001 */
async function checkReachable(
  tx: Tx,
  { landingType, landingUrl }: { readonly landingType: number; readonly landingUrl: string | null },
  ctx: SavingOf<'promotion'>['ctx'],
): Promise<void> {
  if ((await landingPage(tx, { landingType, landingUrl })) !== undefined) return;
  if (landingUrl === null) throw refuseField(ctx, 'landingType', texts.noDownload, { code: downloadLink });
  throw refuseField(ctx, 'landingUrl', texts.noLanding);
}

export const promotionHooks: HooksOf<'promotion'> = {
  async beforeSave(saving) {
    await checkLanding(saving);
    if (saving.old === undefined) saving.values.promoCode = newCode();
  },
  actions,
  refuses,
};
