import { codes } from '@wheelhouse/entities/codes';
import { call } from '../../../api/client.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { BoxesNav } from '../goods/OrderNav.tsx';
import { trailOf } from '../trail/trail-of.ts';
import { orderTexts } from '../goods/texts.ts';

const BoxesInput = part(() => import('./BoxesInput.tsx'));
const BoxRefunds = part(() => import('./BoxRefunds.tsx'));
const Lead = part(async () => ({ default: (await import('./BoxOrderParts.tsx')).Lead }));
const Log = part(async () => ({ default: (await import('./BoxOrderParts.tsx')).Log }));

/** Begins with the boxes that are not opened, and what was paid for them. */
async function unopened(orderId: string) {
  const { list } = await call('/order/crm/blindBox/list', { query: { blindBoxOrderId: orderId } });
  const boxes = list.filter(({ boxState }) => boxState === codes.BoxState.unopened);
  return {
    boxNos: boxes.map(({ boxNo }) => String(boxNo)),
    amountFen: boxes.reduce((sum, { amountFen = 0 }) => sum + amountFen, 0),
  };
}

/** Orders of blind boxes: their sums, the way to the refunds, and the boxes that money goes back for. */
export const blindBoxOrderOverride = defineOverride('blindBoxOrder', {
  nav: BoxesNav,
  links: ({ orderNo = '' }) => [trailOf(orderNo)],
  starts: { refund: ({ id }) => unopened(id) },
  lead: Lead,
  tabs: [
    { key: 'refunds', label: orderTexts.refunds, component: BoxRefunds },
    { key: 'log', label: orderTexts.log, component: Log },
  ],
  actionInputs: { refund: { boxNos: BoxesInput } },
});

export { blindBoxOrderOverride as default };
