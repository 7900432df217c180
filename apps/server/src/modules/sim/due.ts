import type { CarrierApp } from '../../adapters/carrier/index.ts';
import type { App } from '../../http/context.ts';
import type { AppError } from '../../http/errors.ts';
import type { OpType } from './judge.ts';

/** What those who ask carriers need. */
export type WorkApp = CarrierApp & Pick<App, 'log'>;

/** An operation whose turn it is. */
export interface Due {
  readonly id: string;
  readonly opNo: string;
  readonly simId: string;
  readonly iccid: string;
  readonly carrier: number;
  readonly opType: OpType;
  /** D:SimOpSource. */
  readonly source: number;
  readonly reasonCode: string;
  /** Of a change of package. */
  readonly packageCode: string | null;
  readonly retryCount: number;
  readonly attempts: number;
  /** Seconds since its order went out; null: it has not. */
  readonly sentFor: number | null;
  /** It was waiting until now. */
  readonly fresh: boolean;
  /** Why it may no longer be done. */
  readonly refusal?: AppError | undefined;
}
