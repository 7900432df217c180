import { expect, test, vi } from 'vitest';
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

test('a flood of one error is one line in ten seconds that counts the others; a different error is logged at once', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) });
    const written = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
    const full = (n: number) => Object.assign(new Error(`could not extend file "${n}"`), { code: '53100' });
    for (let n = 0; n < 10_000; n++) log.error({ err: full(n), requestId: n }, 'request failed');
    log.error({ err: new Error('another reason') }, 'request failed');
    log.warn('another message');
    expect(written()).toMatchObject([{ requestId: 0 }, { err: { message: 'another reason' } }, { level: 'warn' }]);
    vi.advanceTimersByTime(10_000);
    expect(written()).toMatchObject([{ requestId: 9_999, leftOut: 9_998, err: { code: '53100' } }]);
    log.error({ err: full(1) }, 'request failed');
    expect(written()).toEqual([]);
    vi.advanceTimersByTime(20_000);
    expect(written()).toMatchObject([{ msg: 'request failed' }]);
    log.error({ err: full(1) }, 'request failed');
    expect(written()).toHaveLength(1);
    for (let n = 0; n < 3; n++) log.info('as many as there are');
    expect(written()).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
