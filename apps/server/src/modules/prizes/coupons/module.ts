import type { ServerModule } from '../../module.ts';
import { couponAppCalls } from './app-calls.ts';
import { couponCalls } from './calls.ts';
import { couponHooks, userCouponHooks } from './hooks.ts';
import { couponJobs } from './jobs.ts';
import { couponProofs } from './proofs.ts';

export const couponModule: ServerModule = {
  calls: [...couponCalls, ...couponAppCalls],
  hooks: { coupon: couponHooks, userCoupon: userCouponHooks },
  jobs: couponJobs,
  proofs: couponProofs,
};
