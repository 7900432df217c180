import { formatInstant, parseInstant } from '@wheelhouse/contract/time';
import { expect, test } from 'vitest';
import { codes } from '@wheelhouse/entities/codes';
import { daysOfReport, lastTime, nextTime, type ReportSchedule } from '@wheelhouse/entities/statistics/report-schedule';

const { daily, weekly, monthly } = codes.ReportFrequency;
const { yesterday, lastWeek, lastMonth, last7, last30 } = codes.ReportPeriod;
const at = (text: string): Date => parseInstant(text) ?? new Date(Number.NaN);
const schedule = (more: Partial<ReportSchedule>): ReportSchedule => ({
  frequency: daily,
  weekday: null,
  dayOfMonth: null,
  timeOfDay: '08:00',
  ...more,
});
const next = (of: Partial<ReportSchedule>, after: string): string => formatInstant(nextTime(schedule(of), at(after)));
const last = (of: Partial<ReportSchedule>, before: string): string => formatInstant(lastTime(schedule(of), at(before)));

test('times are those of Shanghai, on both sides of a day of UTC', () => {
  expect(next({}, '2026-03-01 07:59:59')).toBe('2026-03-01 08:00:00');
  expect(next({}, '2026-03-01 08:00:00')).toBe('2026-03-02 08:00:00');
  expect(last({}, '2026-03-01 07:59:59')).toBe('2026-02-28 08:00:00');
  expect(last({}, '2026-03-01 08:00:00')).toBe('2026-03-01 08:00:00');
  expect(next({ timeOfDay: '00:00' }, '2026-12-31 23:59:59')).toBe('2027-01-01 00:00:00');
});

test('a weekly time is on its weekday', () => {
  const monday = { frequency: weekly, weekday: 1 } as const;
  expect(next(monday, '2026-03-01 12:00:00')).toBe('2026-03-02 08:00:00');
  expect(next(monday, '2026-03-02 08:00:00')).toBe('2026-03-09 08:00:00');
  expect(last({ frequency: weekly, weekday: 7 }, '2026-03-02 08:00:00')).toBe('2026-03-01 08:00:00');
});

test('a monthly time is on the last day of a month that has fewer', () => {
  const end = { frequency: monthly, dayOfMonth: 31 } as const;
  expect(next(end, '2028-02-01 00:00:00')).toBe('2028-02-29 08:00:00');
  expect(next(end, '2027-02-01 00:00:00')).toBe('2027-02-28 08:00:00');
  expect(next(end, '2027-02-28 08:00:00')).toBe('2027-03-31 08:00:00');
  expect(last(end, '2028-03-30 08:00:00')).toBe('2028-02-29 08:00:00');
  const leap = { frequency: monthly, dayOfMonth: 29 } as const;
  expect(next(leap, '2028-02-28 09:00:00')).toBe('2028-02-29 08:00:00');
  expect(next(leap, '2027-02-27 09:00:00')).toBe('2027-02-28 08:00:00');
  expect(next({ frequency: monthly, dayOfMonth: 1 }, '2026-01-01 08:00:00')).toBe('2026-02-01 08:00:00');
  expect(() => nextTime(schedule({ frequency: weekly }), at('2026-01-01 08:00:00'))).toThrow(RangeError);
});

test('days of a report are over, and follow from the day it is sent', () => {
  expect(daysOfReport(yesterday, '2028-03-01')).toEqual({ from: '2028-02-29', to: '2028-02-29' });
  expect(daysOfReport(yesterday, '2027-03-01')).toEqual({ from: '2027-02-28', to: '2027-02-28' });
  expect(daysOfReport(lastMonth, '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOfReport(lastMonth, '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOfReport(lastWeek, '2026-03-02')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(daysOfReport(lastWeek, '2026-03-01')).toEqual({ from: '2026-02-16', to: '2026-02-22' });
  expect(daysOfReport(last7, '2026-03-01')).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  expect(daysOfReport(last30, '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-30' });
});
