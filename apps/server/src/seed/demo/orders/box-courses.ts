import { machines } from '@wheelhouse/entities/machines';
import type { User } from '../users/users.ts';

const { paid, opened, done, refunded, closed } = machines['SM-BlindOrder'].states;
const refunds = machines['SM-Refund'].states;

/** How far orders have come: how many of their boxes are opened, and what is given back. */
export const courses = [
  { status: done, boxes: 1, open: 1, back: 0, refund: refunds.none },
  { status: paid, boxes: 3, open: 1, back: 0, refund: refunds.none },
  { status: opened, boxes: 2, open: 2, back: 0, refund: refunds.none },
  { status: done, boxes: 3, open: 3, back: 0, refund: refunds.none },
  { status: paid, boxes: 3, open: 0, back: 1, refund: refunds.inReview },
  { status: closed, boxes: 2, open: 0, back: 0, refund: refunds.none },
  { status: paid, boxes: 5, open: 0, back: 0, refund: refunds.none },
  { status: refunded, boxes: 2, open: 0, back: 2, refund: refunds.refunded },
  { status: done, boxes: 2, open: 2, back: 0, refund: refunds.none },
  { status: paid, boxes: 3, open: 1, back: 1, refund: refunds.partlyRefunded },
] as const;

/** An order of the sample data. */
export interface BoxSale {
  id: string;
  readonly no: string;
  readonly user: User;
  readonly time: Date;
  readonly course: (typeof courses)[number];
  readonly channel: number;
  readonly priceFen: number;
}
