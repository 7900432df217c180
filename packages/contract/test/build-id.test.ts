import { expect, test } from 'vitest';
import { buildIdOf } from '../src/build-id.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const reads = (files: Readonly<Record<string, string>>) => (path: string) => files[path];

test('a build is named by BUILD_ID, else by the commit of its checkout', () => {
  const head = { '.git/HEAD': 'ref: refs/heads/main\n' };
  expect(buildIdOf('5.2.0-rc1', reads(head))).toBe('5.2.0-rc1');
  expect(buildIdOf(undefined, reads({ ...head, '.git/refs/heads/main': `${commit}\n` }))).toBe('0123456789ab');
  const packed = `# pack-refs with: peeled\n${commit} refs/heads/main\n`;
  expect(buildIdOf('', reads({ ...head, '.git/packed-refs': packed }))).toBe('0123456789ab');
  expect(buildIdOf(undefined, reads({ '.git/HEAD': commit }))).toBe('0123456789ab');
  expect(buildIdOf(undefined, reads({}))).toBe('unknown');
});
