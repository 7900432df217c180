import { withTransaction } from '../db/pool.ts';
import type { App } from '../http/context.ts';
import type { Leased, Outcome, WorkDefinition, WorkTable } from './define.ts';
import { failureOf, NotDone } from './failure.ts';
import { workCounters } from './metrics.ts';
import { statementsOf, type Ending, type Held, type Statements } from './statements.ts';

/** A work, whatever its rows are. */
export interface Work extends WorkTable {
  readonly promise: 'once' | 'atLeastOnce';
  readonly statements: Statements;
  /** Leases what is due and does its step, once. @returns how many rows were leased */
  round(app: App, isStopping?: () => boolean): Promise<number>;
}

function endingOf(how: Outcome | NotDone): Ending {
  if (how === 'done') return { seconds: null, added: null, error: null };
  if (how instanceof NotDone) return { seconds: how.afterSec, added: how.tried ? 1 : 0, error: how.stored };
  return { seconds: how.againSec, added: null, error: null };
}

const givenBack: Ending = { seconds: 0, added: 0, error: null };

/** One round of a work: its rows, and how they end. */
class Turn<Row> {
  readonly #app: App;
  readonly #work: WorkDefinition<Row>;
  readonly #statements: Work['statements'];
  /** Of rows that are not ended yet. */
  readonly #held = new Map<Leased<Row>, Held>();
  readonly #until: number;
  readonly #isStopping: () => boolean;

  constructor(app: App, work: WorkDefinition<Row>, statements: Work['statements'], isStopping: () => boolean) {
    this.#app = app;
    this.#work = work;
    this.#statements = statements;
    this.#isStopping = isStopping;
    this.#until = performance.now() + work.lease * 500;
  }

  readonly #mayBegin = (): boolean => !this.#isStopping() && performance.now() < this.#until;

  async run(): Promise<number> {
    const rows = await this.#statements.take<Leased<Row>>(this.#app.db, this.#work.atOnce);
    for (const row of rows) this.#held.set(row, row);
    try {
      if (this.#work.promise === 'once') for (const row of rows) await this.#doOnce(this.#work, row);
      else if (rows.length > 0)
        await this.#work.step({
          app: this.#app,
          rows,
          mayBegin: this.#mayBegin,
          end: (some, how) => this.#end(some, how),
        });
    } catch (error) {
      await this.#end([...this.#held.keys()], failureOf(error));
    }
    await this.#statements.end(this.#app.db, [...this.#held.values()], givenBack);
    return rows.length;
  }

  async #doOnce({ step }: Extract<WorkDefinition<Row>, { promise: 'once' }>, row: Leased<Row> & Held): Promise<void> {
    if (!this.#mayBegin()) return;
    try {
      const how = await withTransaction(this.#app.db, async (tx) => {
        const locked = await this.#statements.lock<Leased<Row>>(tx, row);
        if (locked === undefined) return undefined;
        const outcome = await step(tx, locked, this.#app);
        await this.#statements.end(tx, [row], endingOf(outcome));
        return outcome;
      });
      this.#held.delete(row);
      if (how !== undefined) this.#count(1, how);
    } catch (error) {
      await this.#end([row], failureOf(error));
    }
  }

  async #end(rows: readonly Leased<Row>[], how: Outcome | NotDone): Promise<void> {
    const held = rows.flatMap((row) => this.#held.get(row) ?? []);
    await this.#statements.end(this.#app.db, held, endingOf(how));
    for (const row of rows) this.#held.delete(row);
    this.#count(held.length, how);
  }

  #count(n: number, how: Outcome | NotDone): void {
    if (how instanceof NotDone && how.cause !== undefined)
      this.#app.log.warn({ err: how.cause, work: this.#work.name }, 'work was not done, again later');
    const counters = workCounters(this.#app.metrics);
    const counter = how instanceof NotDone ? (how.tried ? counters.failed : undefined) : counters.done;
    counter?.inc({ work: this.#work.name }, n);
  }
}

/**
 * Makes a work of its definition: what is due is leased in a short transaction, its step runs, and the result ends the lease. A row that fails waits
 * longer each time and keeps no other from its turn.
 * @for what is done later or elsewhere: a table with a row for each, `defineWork`, and `works` of the module: `bluetooth/setup-sync.ts` (once, in a
 * transaction)
 */
export function defineWork<Row>(definition: WorkDefinition<Row>): Work {
  const statements = statementsOf(definition);
  return {
    ...definition,
    statements,
    round: (app, isStopping = () => false) => new Turn(app, definition, statements, isStopping).run(),
  };
}
