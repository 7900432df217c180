import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, root } from './imports.ts';

/** What reaches an element by script, so that it works where no click and no key would. */
const byScript = /\.(?:fill|focus|pressSequentially)\(|(?<!\bkeyboard|\bkeys)\.press\(/;

describe('browser tests', () => {
  test('use the console by mouse and keys (`e2e/hands.ts`), or say above the line why not', () => {
    const wrong = filesIn('e2e').flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.flatMap((line, at) => {
        const isCode = !/^\s*(?:\/\/|\/?\*)/.test(line);
        const hasReason = /^\s*\/\/ By script: \S/.test(lines[at - 1] ?? '');
        return isCode && byScript.test(line) && !hasReason ? [`${file}:${at + 1} ${line.trim()}`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});
