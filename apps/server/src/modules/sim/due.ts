import { CarrierRefused, type CarrierApp } from '../../adapters/carrier/index.ts';
import type { App } from '../../http/context.ts';
import { NotDone } from '../../work/failure.ts';
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
}

/** A carrier that does not answer about cards is asked again later. @throws NotDone */
export function notNow(error: unknown): never {
  if (!(error instanceof CarrierRefused)) throw error;
  const { code, tried, retryAfterSec = 0 } = error;
  throw new NotDone(code, '', { tried, afterSec: tried ? retryAfterSec : Math.max(1, retryAfterSec) });
}
