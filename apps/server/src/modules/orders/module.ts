import { moveDue } from '../../entity/due.ts';
import type { Job, ServerModule } from '../module.ts';
import { trackCalls } from '../prizes/express/service.ts';
import { boxCalls } from './boxes/calls.ts';
import { boxesOwed } from './boxes/grant.ts';
import { boxJob, boxOrderHooks } from './boxes/hooks.ts';
import { orderAppCalls } from './goods/app-calls.ts';
import { orderCalls } from './goods/calls.ts';
import { orderCargo } from './goods/cargo.ts';
import { grantsOwed } from './goods/grant.ts';
import { orderHooks, receivedWhen } from './goods/hooks.ts';
import { payCallback } from './pay/callback.ts';
import { noticesKept } from './pay/notices.ts';
import { paymentsAwaited } from './pay/work.ts';
import { reconCalls } from './recon/calls.ts';
import { reconDays } from './recon/days.ts';
import { reconHooks, reconItemHooks } from './recon/hooks.ts';
import { billsAwaited } from './recon/work.ts';
import { refundCalls } from './refunds/calls.ts';
import { refundHooks } from './refunds/hooks.ts';
import { refundReview } from './refunds/review.ts';
import { trailCalls } from './trail/calls.ts';
import { refundsAsked } from './refunds/work.ts';
import { revenueCalls } from './revenue/calls.ts';
import { revenueHooks } from './revenue/hooks.ts';
import { settlementCalls } from './settlement/calls.ts';
import { settlementHooks } from './settlement/hooks.ts';
import { settleMonth } from './settlement/job.ts';
import { orderProofs } from './proofs.ts';
import { sumsFolded } from './summary.ts';

const received: Job = {
  name: 'orders.received',
  cron: '20 * * * *',
  async run(app) {
    await moveDue(app, { ...orderCargo.arrival, when: receivedWhen });
  },
};

export const ordersModule: ServerModule = {
  calls: [
    ...orderCalls,
    ...orderAppCalls,
    ...trackCalls(orderCargo),
    ...boxCalls,
    ...refundCalls,
    ...revenueCalls,
    ...settlementCalls,
    ...reconCalls,
    ...trailCalls,
    payCallback,
  ],
  reviews: { refund: refundReview, boxRefund: refundReview },
  hooks: {
    goodsOrder: orderHooks,
    blindBoxOrder: boxOrderHooks,
    refund: refundHooks,
    boxRefund: refundHooks,
    settlement: settlementHooks,
    themeRevenue: revenueHooks,
    recon: reconHooks,
    reconItem: reconItemHooks,
  },
  jobs: [received, boxJob, settleMonth, reconDays, noticesKept, sumsFolded],
  works: [paymentsAwaited, refundsAsked, grantsOwed, boxesOwed, billsAwaited],
  proofs: orderProofs,
};
