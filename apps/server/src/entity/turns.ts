import { availableParallelism } from 'node:os';
import type { App, SessionUser } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { FairQueue } from '../limiter.ts';

/** Longest wait for a turn, milliseconds. */
const patience = 10_000;

/** Statements by which many rows are read: half the cores, at least two, leave processors and connections to what is done in milliseconds. */
export const heavyInAll = Math.max(2, Math.floor(availableParallelism() / 2));

const newQueue = (inAll: number, most: number, idleBelow: number): FairQueue =>
  new FairQueue({
    share: 1,
    inAll,
    idleBelow: () => idleBelow,
    most,
    patience,
    refusal: () => new AppError(1019),
  });

const newQueues = () => ({
  /** What is estimated to read many rows, of all users; and the numbers that the users of a data scope share. */
  heavy: newQueue(heavyInAll, 60, heavyInAll),
  /** Each holds a connection for some seconds, so that a user has one, though nobody else waits. */
  export: newQueue(2, 4, 1),
});
const queuesOf = new WeakMap<App, ReturnType<typeof newQueues>>();

function queuesFor(app: App): ReturnType<typeof newQueues> {
  const known = queuesOf.get(app) ?? newQueues();
  queuesOf.set(app, known);
  return known;
}

type Who = { readonly app: App; readonly user: Pick<SessionUser, 'id'> };

/** How much a statement reads, by estimate. */
export type Weight = 'light' | 'heavy';

/**
 * Runs a statement of a user's; one that reads many rows when it is its turn. Of those a few run at a time for all users: one of each who waits,
 * and all of one user as long as nobody else waits. Not to be nested.
 * @throws AppError 1019 other statements keep the turn too long
 */
export function inTurn<Result>(
  { app, user }: Who,
  work: () => Promise<Result>,
  weight: Weight = 'heavy',
): Promise<Result> {
  return weight === 'heavy' ? queuesFor(app).heavy.run(user.id, work) : work();
}

/** Runs a statement whose answer several users share, under their common key: none of them waits for another's own statements. @throws AppError 1019 */
export function inSharedTurn<Result>(app: App, key: string, work: () => Promise<Result>): Promise<Result> {
  return queuesFor(app).heavy.run(`shared ${key}`, work);
}

/** Runs an export when it is its user's turn. @throws AppError 1019 */
export function inExportTurn<Result>({ app, user }: Who, work: () => Promise<Result>): Promise<Result> {
  return queuesFor(app).export.run(user.id, work);
}
