import type { App, SessionUser } from '../http/context.ts';
import { AppError } from '../http/errors.ts';

/** What a user does at a time: his lists and searches, and apart from them his exports. */
const lanes = {
  read: { atOnce: 1, waiting: 60 },
  export: { atOnce: 1, waiting: 4 },
} as const;
type Lane = keyof typeof lanes;

/** Longest wait for a turn, milliseconds. */
const patience = 10_000;

interface Queue {
  running: number;
  readonly waiting: { readonly go: () => void; readonly giveUp: NodeJS.Timeout }[];
}
const queues = new WeakMap<App, Map<string, Queue>>();

/** @throws AppError 1019 too many wait already, or the wait was too long */
async function enter(queue: Queue, lane: Lane): Promise<void> {
  if (queue.running < lanes[lane].atOnce) {
    queue.running++;
    return;
  }
  if (queue.waiting.length >= lanes[lane].waiting) throw new AppError(1019);
  await new Promise<void>((go, refuse) => {
    const giveUp = setTimeout(() => {
      queue.waiting.splice(
        queue.waiting.findIndex((one) => one.go === go),
        1,
      );
      refuse(new AppError(1019));
    }, patience);
    queue.waiting.push({ go, giveUp });
  });
}

/** The place is handed on without becoming free, so that nobody overtakes. */
function leave(queue: Queue): boolean {
  const next = queue.waiting.shift();
  if (!next) return --queue.running === 0;
  clearTimeout(next.giveUp);
  next.go();
  return false;
}

/**
 * Runs a statement of a user's when it is his turn: however many calls he makes, he takes a small part of the database, and nobody else
 * waits for him. Not to be nested.
 * @throws AppError 1019 his other calls keep the turn too long
 */
export async function inTurn<Result>(
  { app, user }: { readonly app: App; readonly user: Pick<SessionUser, 'id'> },
  work: () => Promise<Result>,
  lane: Lane = 'read',
): Promise<Result> {
  const ofApp = queues.get(app) ?? new Map<string, Queue>();
  queues.set(app, ofApp);
  const key = `${lane} ${user.id}`;
  const queue = ofApp.get(key) ?? { running: 0, waiting: [] };
  ofApp.set(key, queue);
  await enter(queue, lane);
  try {
    return await work();
  } finally {
    if (leave(queue)) ofApp.delete(key);
  }
}
