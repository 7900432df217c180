import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';

test('a log line has neither secrets nor what a database error carries', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (mobile)=(13800000000) exists',
  });
  log.info({ password: 'hunter2', body: { newPassword: 'hunter2', mobile: '13800000000' } }, 'one');
  log.error({ err: new Error('outer', { cause: error }) }, 'two');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/hunter2|13800000000/);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    level: 'error',
    err: { message: 'outer', cause: { code: '23505', message: 'duplicate key' } },
  });
});
