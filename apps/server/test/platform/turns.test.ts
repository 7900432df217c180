import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TurnQueue } from '../../src/entity/turns.ts';

/** Work that ends when the test ends it. */
function work(
  lane: TurnQueue,
  key: string,
  begun: string[],
): { readonly end: () => void; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = lane.run(key, () => {
    begun.push(key);
    return promise;
  });
  return { end: resolve, ended };
}

test('jobs run with a limit per key and in all; keys take turns, however many jobs one of them has waiting', async () => {
  const lane = new TurnQueue({ perKey: 1, waiting: 5, inAll: 2 });
  const begun: string[] = [];
  const many = Array.from({ length: 6 }, () => work(lane, 'many', begun));
  const others = ['a', 'b', 'c'].map((key) => work(lane, key, begun));
  await setImmediate();
  expect(begun).toEqual(['many', 'a']);
  await expect(lane.run('many', () => Promise.resolve())).rejects.toMatchObject({ code: 1019 });

  many[0]?.end();
  await setImmediate();
  expect(begun).toEqual(['many', 'a', 'b']);
  others[1]?.end();
  await setImmediate();
  others[2]?.end();
  await setImmediate();
  expect(begun).toEqual(['many', 'a', 'b', 'c', 'many']);
  for (const one of [...many, ...others]) one.end();
  await Promise.all([...many, ...others].map(({ ended }) => ended));
  expect(begun.filter((key) => key === 'many')).toHaveLength(6);

  await expect(lane.run('many', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(lane.run('many', () => Promise.resolve('next'))).resolves.toBe('next');
});
