import type { Text } from '@wheelhouse/contract/lang';
import type { Tx } from '../db/pool.ts';
import type { App } from '../http/context.ts';
import { failureOf, type NotDone } from './failure.ts';

/** What becomes of a row whose step went well: its work is over, or goes on after so many seconds. */
export type Outcome = 'done' | { readonly againSec: number };

/** A row of a work as its step gets it, and how often in a row its step has failed. */
export type Leased<Row> = Row & { readonly attempts: number };

/** Rows that were leased together. Those that are not ended when the step returns are given back. */
export interface Batch<Row> {
  readonly app: App;
  readonly rows: readonly Leased<Row>[];
  /** False when the process stops or half of the lease is over: what is not begun is left to other processes. */
  readonly mayBegin: () => boolean;
  readonly end: (rows: readonly Leased<Row>[], how: Outcome | NotDone) => Promise<void>;
}

/**
 * A table of rows that are done later or elsewhere, over the alias `t`. It has four columns of the kit: `next_time` (when a row is due; null: it is
 * not), `leased_until`, `attempts` (failures in a row) and `last_error`.
 */
export interface WorkTable {
  /** `domain.what`: in metrics, traces and addresses. */
  readonly name: string;
  readonly label: Text;
  readonly table: string;
  /** Columns of its key, with their types. */
  readonly key: Readonly<Record<string, string>>;
  /** Rows that may be due; an index by `next_time` is limited to them. */
  readonly only?: string;
  /** What the step is given: expressions over `t` and what is joined to it. */
  readonly select: string;
  readonly join?: string;
  /** A process that dies in a step gives the row back after this, in seconds. */
  readonly lease: number;
  /** Seconds after the first failure in a row, the second, and so on; the last one holds for all that follow. */
  readonly backoff: readonly number[];
  /** Rows leased at a time. */
  readonly atOnce: number;
  /** What is done is deleted, or rests until it is due again. */
  readonly done: 'delete' | 'rest';
  /** A topic of `live` at whose messages what is due is looked for at once. */
  readonly topic?: string;
}

/** The step takes effect with the end of its lease, in one transaction: exactly once. It may run more than once, and asks nobody else. */
interface Once<Row> extends WorkTable {
  readonly promise: 'once';
  readonly step: (tx: Tx, row: Leased<Row>, app: App) => Promise<Outcome>;
}

/** The step runs outside of a transaction and may ask other systems. After a crash it runs again: what it asks for bears a key. */
interface AtLeastOnce<Row> extends WorkTable {
  readonly promise: 'atLeastOnce';
  readonly step: (batch: Batch<Row>) => Promise<void>;
}

export type WorkDefinition<Row> = Once<Row> | AtLeastOnce<Row>;

/** A step that does its rows one by one, so many side by side. */
export const each =
  <Row>(parallel: number, one: (app: App, row: Leased<Row>) => Promise<Outcome>): AtLeastOnce<Row>['step'] =>
  async ({ app, rows, mayBegin, end }) => {
    const left = [...rows];
    const doNext = async (): Promise<void> => {
      for (let row = left.shift(); row !== undefined; row = left.shift()) {
        if (!mayBegin()) return;
        await end([row], await one(app, row).catch(failureOf));
      }
    };
    await Promise.all(Array.from({ length: parallel }, doNext));
  };
