import { afterAll } from 'vitest';
import { watchRows } from './watch.ts';

const watch = watchRows();

afterAll(() => {
  const found = watch.take();
  if (found.length > 0) throw new Error(`rows are not of the type that their statement states:\n${found.join('\n')}`);
});
