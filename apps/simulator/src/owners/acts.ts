import { likeWishes, makeWish, share } from './events.ts';
import { buyBoxes, openBoxes } from './boxes.ts';
import { fileFeedback, followUp } from './feedback.ts';
import { readArticle, readIntroduction, readMessages, register, scanPoster, seeAds, watchVideo } from './reading.ts';
import { askForRefund, buyTheme } from './orders.ts';
import { claimPrizes, drawPrizes } from './raffles.ts';
import { fileRepair, followRepairs } from './repairs.ts';
import { checkVersion } from './updates.ts';
import { dayOf, type Act } from './session.ts';

const threeDaysMs = 3 * 86_400_000;

/**
 * What owners do in the app, in this order, each with its chance. An owner opens it some eight times a day (`openings.ts`): a fleet of
 * 200 does a handful of things a minute by day; in an hour two of them write feedback, in two hours one reports a repair.
 */
export const acts: readonly Act[] = [
  {
    name: 'register',
    chance: 1,
    can: ({ memory, now }) => memory.registeredOn !== dayOf(now),
    run: register,
  },
  {
    name: 'update',
    chance: 1,
    can: ({ memory, now }) => memory.checkedOn !== dayOf(now),
    run: checkVersion,
  },
  { name: 'messages', chance: 1, short: true, run: readMessages },
  { name: 'followUp', chance: 1, short: true, can: ({ memory }) => memory.waits, run: followUp },
  { name: 'followRepairs', chance: 1, short: true, can: ({ memory }) => memory.hasRepairs, run: followRepairs },
  { name: 'ads', chance: 0.6, run: seeAds },
  { name: 'introduction', chance: 0.06, run: readIntroduction },
  { name: 'article', chance: 0.08, run: readArticle },
  { name: 'video', chance: 0.05, run: watchVideo },
  { name: 'poster', chance: 0.03, can: ({ promoCodes }) => promoCodes.length > 0, run: scanPoster },
  { name: 'likes', chance: 0.05, run: likeWishes },
  { name: 'share', chance: 0.03, run: share },
  { name: 'draw', chance: 0.05, run: drawPrizes },
  { name: 'claim', chance: 0.04, run: claimPrizes },
  { name: 'buy', chance: 0.02, run: buyTheme },
  { name: 'buyBoxes', chance: 0.01, run: buyBoxes },
  { name: 'openBoxes', chance: 0.04, run: openBoxes },
  { name: 'refund', chance: 0.002, run: askForRefund },
  {
    name: 'wish',
    chance: 0.01,
    can: ({ memory, now }) => now - memory.wroteAt > threeDaysMs,
    run: makeWish,
  },
  {
    name: 'feedback',
    chance: 0.02,
    // One thing at a time, and not every day.
    can: ({ memory, now }) => !memory.waits && now - memory.wroteAt > threeDaysMs,
    run: fileFeedback,
  },
  {
    name: 'repair',
    chance: 0.006,
    can: ({ spec, memory, now }) => spec.vin !== null && !memory.hasRepairs && now - memory.wroteAt > threeDaysMs,
    run: fileRepair,
  },
];
