import { describe, expect, test } from 'vitest';
import { fill } from '@wheelhouse/contract/lang';
import { formatDuration } from '@wheelhouse/contract/time';
import { secondsIn } from '../src/entity-ui/units.ts';
import { formatPercent, withUnit } from '../src/ui/format.ts';

describe('lengths of time', () => {
  test.each([
    [0, '0秒', '0 s'],
    [45, '45秒', '45 s'],
    [60, '1分钟', '1 min'],
    [200, '3分20秒', '3 min 20 s'],
    [2_340, '39分钟', '39 min'],
    [33_060, '9小时11分', '9 h 11 min'],
    [200_000, '2天7小时', '2 d 7 h'],
    [-5, '0秒', '0 s'],
  ])('%d seconds', (seconds, zh, en) => {
    expect(formatDuration(seconds, 'zh')).toBe(zh);
    expect(formatDuration(seconds, 'en')).toBe(en);
  });

  test('values of a minute and more are told in words; parts of a second are not', () => {
    expect(secondsIn('33060', 's')).toBe(33_060);
    expect(secondsIn('12', 'min')).toBe(720);
    expect(secondsIn('45', 's')).toBeUndefined();
    expect(secondsIn('900', 'ms')).toBeUndefined();
    expect(secondsIn('', 's')).toBeUndefined();
  });
});

test('a percent sign follows its number, other units stand apart', () => {
  expect(formatPercent(61)).toBe('61%');
  expect(formatPercent(12.345, 1)).toBe('12.3%');
  expect(formatPercent(null)).toBe('—');
  expect(withUnit(1234.5, 'km', 1)).toBe('1,234.5 km');
  expect(withUnit(36, '°C')).toBe('36 °C');
  expect(withUnit('', 'km')).toBe('—');
});

test.each([
  [0, '0 unread notices'],
  [1, '1 unread notice'],
  ['1', '1 unread notice'],
  ['1,001', '1,001 unread notices'],
])('the word for %s', (n, text) => {
  expect(fill('{n} unread {n|notice|notices}', { n })).toBe(text);
});
