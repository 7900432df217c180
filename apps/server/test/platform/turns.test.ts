import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from '../../src/limiter.ts';

const full = new Error('full');
const limits = { most: 5, patience: 60_000, refusal: () => full };

/** Work that ends when the test ends it. */
function work(
  queue: FairQueue,
  key: string,
  begun: string[],
): { readonly end: () => void; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = queue.run(key, () => {
    begun.push(key);
    return promise;
  });
  return { end: resolve, ended };
}

async function end(...some: readonly (ReturnType<typeof work> | undefined)[]): Promise<void> {
  for (const one of some) one?.end();
  await Promise.all(some.flatMap((one) => (one ? [one.ended] : [])));
  await setImmediate();
}

test('one key alone has all there is; it loses nothing of it to keys without work', async () => {
  const queue = new FairQueue({ ...limits, share: 1, inAll: 3, idleBelow: () => 3 });
  const begun: string[] = [];
  const alone = Array.from({ length: 8 }, () => work(queue, 'alone', begun));
  await setImmediate();
  expect(begun).toHaveLength(3);
  await expect(queue.run('alone', () => Promise.resolve())).rejects.toBe(full);
  for (const [at, one] of alone.entries()) {
    await end(one);
    expect(begun).toHaveLength(Math.min(8, 4 + at));
  }
});

test('what a key has beyond its share is not held against others, and is not given to it again while they wait', async () => {
  const queue = new FairQueue({ ...limits, share: 1, inAll: 2, idleBelow: () => 2 });
  const begun: string[] = [];
  const many = Array.from({ length: 6 }, () => work(queue, 'many', begun));
  const [a, b, c] = ['a', 'b', 'c'].map((key) => work(queue, key, begun));
  await setImmediate();
  // It runs two, of which one counts: another key has its share at once.
  expect(begun).toEqual(['many', 'many', 'a']);
  await end(many[0]);
  expect(begun).toEqual(['many', 'many', 'a']);
  await end(a);
  expect(begun).toEqual(['many', 'many', 'a', 'b']);
  await end(many[1]);
  // The key that had a turn last goes behind the others.
  expect(begun).toEqual(['many', 'many', 'a', 'b', 'c']);
  await end(b, c);
  await end(...many);
  expect(begun.filter((key) => key === 'many')).toHaveLength(6);
});

test('what fails ends its turn', async () => {
  const queue = new FairQueue({ ...limits, share: 1, inAll: 1, idleBelow: () => 1 });
  await expect(queue.run('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(queue.run('one', () => Promise.resolve('next'))).resolves.toBe('next');
});

test('who waits too long is refused, and leaves the others their places', async () => {
  const queue = new FairQueue({ ...limits, patience: 1, share: 1, inAll: 1, idleBelow: () => 1 });
  const begun: string[] = [];
  const first = work(queue, 'one', begun);
  await expect(queue.run('one', () => Promise.resolve())).rejects.toBe(full);
  await expect(queue.run('other', () => Promise.resolve())).rejects.toBe(full);
  await end(first);
  await end(work(queue, 'other', begun));
  expect(begun).toEqual(['one', 'other']);
});

test('who keeps more waiting goes on with what is idle, and with a share that grows with time', async () => {
  let share = 0;
  const queue = new FairQueue({
    ...limits,
    share: 2,
    shareOfWaiting: (key) => (key === 'many' ? share : 2),
    idleBelow: () => 1,
    lookEvery: 1,
  });
  const begun: string[] = [];
  const many = Array.from({ length: 5 }, () => work(queue, 'many', begun));
  const few = work(queue, 'few', begun);
  await setImmediate();
  expect(begun).toEqual(['many', 'many', 'few']);
  // Something else runs: nothing is idle.
  await end(many[0], many[1]);
  expect(begun).toHaveLength(3);
  await end(few);
  expect(begun).toHaveLength(4);
  await end(many[2]);
  expect(begun).toHaveLength(5);
  // Without a call that ends.
  share = 2;
  await expect.poll(() => begun).toHaveLength(6);
  await end(...many);
});
