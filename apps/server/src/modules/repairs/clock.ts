import { codes } from '@wheelhouse/entities/codes';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Asia/Shanghai has no summer time. */
const zoneMs = 8 * hourMs;
/** Hours in which customer service accepts orders, from midnight. */
const [opens, closes] = [8 * hourMs, 20 * hourMs];

/** Minutes in which an order is accepted, hours in which a dealer answers, days of the repair and of the owner's confirmation. */
const limits = { accept: 30, answer: 4, rescueAnswer: 15, repair: 3, confirm: 7 } as const;

/** Days after the end in which an owner may rate. */
export const ratingDays = 15;

/**
 * End of the time to accept: 30 minutes between 08:00 and 20:00.
 * @for the time that each step of a record has: a field with the end of the present step, which every handler sets by one file of rules; `slaLeft`
 * and `overdue` are computed from it, `moveDue` takes what is over
 */
export function acceptBy(now: Date): Date {
  const local = now.getTime() + zoneMs;
  const midnight = local - (local % dayMs);
  const [start, end] = [midnight + opens, midnight + closes];
  const limit = limits.accept * minuteMs;
  const due =
    local < start
      ? start + limit
      : local >= end
        ? start + dayMs + limit
        : local + limit <= end
          ? local + limit
          : start + dayMs + (local + limit - end);
  return new Date(due - zoneMs);
}

/** End of the time in which a dealer answers: 4 hours, on the road 15 minutes. */
export const answerBy = (now: Date, serviceType: unknown): Date =>
  new Date(
    now.getTime() +
      (Number(serviceType) === codes.RepairServiceType.rescue
        ? limits.rescueAnswer * minuteMs
        : limits.answer * hourMs),
  );

export const repairBy = (now: Date): Date => new Date(now.getTime() + limits.repair * dayMs);
export const confirmBy = (now: Date): Date => new Date(now.getTime() + limits.confirm * dayMs);

interface Hours {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Whether a dealer is open at an instant; days are 1 (Monday) to 7. */
export function isOpenAt(hours: readonly Hours[], at: Date): boolean {
  const local = new Date(at.getTime() + zoneMs);
  const day = local.getUTCDay() === 0 ? 7 : local.getUTCDay();
  const time = local.toISOString().slice(11, 16);
  return hours.some(({ days, from, to }) => days.includes(day) && from <= time && time <= to);
}
