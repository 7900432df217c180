import type { EntityDef } from '@wheelhouse/entities/define';
import type { Tx } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';

/** What moves an order on in whatever transaction learnt of it. */
export type Keeper = Pick<App, 'secrets' | 'config'>;

/** A refund that has gone through. */
export interface Returned {
  readonly orderId: string;
  readonly refundNo: string;
  /** All of the order is paid back. */
  readonly isWhole: boolean;
  /** What was granted is taken back. */
  readonly revokes: boolean;
}

/** What differs between kinds of orders; their money is the same. Each works in the transaction of its caller, with the order locked. */
export interface OrderKind {
  readonly entity: EntityDef;
  /** It is paid: what it bought is owed. */
  readonly paid: (tx: Tx, app: Keeper, orderId: string) => Promise<void>;
  /** It is closed unpaid: what was held for it is free. Last in its transaction. */
  readonly released: (tx: Tx, orderId: string) => Promise<void>;
  /** Money has gone back: so does what it was for. Last in its transaction. */
  readonly returned: (tx: Tx, app: Pick<App, 'secrets'>, returned: Returned) => Promise<void>;
  /** A refund does not happen: what it was for is as before. */
  readonly kept: (tx: Tx, refundId: string) => Promise<void>;
}
