import { lunarMonths } from '@wheelhouse/contract/lunar';
import { dateFault, nextOccurrences, occurrencesBetween, overlaps } from '@wheelhouse/entities/content/holiday-dates';
import { LunarMonth, LunarYear } from 'tyme4ts';
import { describe, expect, test } from 'vitest';

const [solar, lunar, explicit] = [1, 2, 3];
/** The periods that begin in a year, without remarks. */
const inYear = (dateMode: number, date: string, year: number): string[] =>
  occurrencesBetween({ dateMode, dates: [date] }, `${year}-01-01`, `${year}-12-31`)
    .filter(({ from }) => from.startsWith(String(year)))
    .map(({ from, to }) => (from === to ? from : `${from}..${to}`));

test('the table is that of the library, month by month', () => {
  for (let year = 2020; year <= 2099; year++) {
    const leap = LunarYear.fromYear(year).getLeapMonth();
    const known = lunarMonths(year);
    expect(known.length).toBe(leap === 0 ? 12 : 13);
    for (const { month, isLeap, begins, days } of known) {
      const other = LunarMonth.fromYm(year, isLeap ? -month : month);
      const first = other.getFirstDay().getSolarDay();
      expect([month, isLeap, begins, days], `${year}`).toEqual([
        month,
        month === leap && isLeap,
        Date.UTC(first.getYear(), first.getMonth() - 1, first.getDay()) / 86_400_000,
        other.getDayCount(),
      ]);
    }
  }
  expect(lunarMonths(2019)).toEqual([]);
});

describe('known days', () => {
  test.each([
    [2026, '2026-02-17', '2026-03-03', '2026-06-19', '2026-09-25'],
    [2027, '2027-02-06', '2027-02-20', '2027-06-09', '2027-09-15'],
    [2028, '2028-01-26', '2028-02-09', '2028-05-28', '2028-10-03'],
    [2029, '2029-02-13', '2029-02-27', '2029-06-16', '2029-09-22'],
    [2030, '2030-02-03', '2030-02-17', '2030-06-05', '2030-09-12'],
  ])('of %d', (year, ...days) => {
    expect(['01-01', '01-15', '05-05', '08-15'].flatMap((date) => inYear(lunar, date, year))).toEqual(days);
  });

  test('the eve is the last day of the year, whether that has 29 or 30', () => {
    const eves = [2026, 2027, 2028, 2029, 2030].flatMap((year) => inYear(lunar, '12-30..01-07', year));
    expect(eves).toEqual([
      '2026-02-16..2026-02-23',
      '2027-02-05..2027-02-12',
      '2028-01-25..2028-02-01',
      '2029-02-12..2029-02-19',
      '2030-02-02..2030-02-09',
    ]);
    const [short] = occurrencesBetween({ dateMode: lunar, dates: ['12-30'] }, '2027-02-01', '2027-02-28');
    expect(short).toEqual({ from: '2027-02-05', to: '2027-02-05', remarks: ['shortMonth'] });
  });
});

test('a holiday is not in the leap month; a period that runs on through it begins in it', () => {
  // 2028 has a leap fifth month, from 23 June on.
  const of = (date: string) => occurrencesBetween({ dateMode: lunar, dates: [date] }, '2028-05-01', '2028-08-31');
  expect(of('05-05')).toEqual([{ from: '2028-05-28', to: '2028-05-28', remarks: ['leapMonth'] }]);
  expect(of('05-25..06-03')).toEqual([{ from: '2028-07-17', to: '2028-07-24', remarks: ['leapMonth'] }]);
});

test('29 February is the 28th in a common year, and periods cross the end of the year', () => {
  expect(inYear(solar, '02-29', 2027)).toEqual(['2027-02-28']);
  expect(inYear(solar, '02-29', 2028)).toEqual(['2028-02-29']);
  expect(inYear(solar, '12-30..01-02', 2027)).toEqual(['2027-12-30..2028-01-02']);
  const [running] = occurrencesBetween({ dateMode: solar, dates: ['12-30..01-02'] }, '2028-01-01', '2028-01-31');
  expect(running?.from).toBe('2027-12-30');
});

test.each([
  [solar, '01-01', undefined],
  [solar, '12-25..01-08', undefined],
  [solar, '12-25..01-09', 'tooLong'],
  [solar, '02-30', 'format'],
  [solar, '1-1', 'format'],
  [solar, '2027-01-01', 'format'],
  [solar, '01-05..01-01', 'tooLong'],
  [lunar, '12-30..01-14', undefined],
  [lunar, '12-30..01-15', 'tooLong'],
  [lunar, '01-31', 'format'],
  [explicit, '2027-02-05..2027-02-12', undefined],
  [explicit, '2027-12-30..2028-01-13', undefined],
  [explicit, '2027-02-05..2027-02-20', 'tooLong'],
  [explicit, '2027-02-29', 'format'],
  [explicit, '2027-02-12..2027-02-05', 'format'],
  [explicit, '02-05', 'format'],
  [explicit, '2027-02-05..2027-02-12..2027-02-20', 'format'],
])('mode %d, %s: %s', (mode, date, fault) => {
  expect(dateFault(mode, date)).toBe(fault);
});

test('the next three years, and overlaps across modes', () => {
  const spring = { dateMode: lunar, dates: ['12-30..01-07'] };
  expect(nextOccurrences(spring, '2027-02-08').map(({ from }) => from)).toEqual([
    '2027-02-05',
    '2028-01-25',
    '2029-02-12',
    '2030-02-02',
  ]);
  const at = (dateMode: number, ...dates: string[]) => overlaps(spring, { dateMode, dates }, '2026-11-29');
  expect([at(solar, '02-01..02-04'), at(solar, '02-04..02-05'), at(explicit, '2028-02-01')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([at(solar, '03-01'), at(explicit, '2028-02-02'), at(lunar, '01-15')]).toEqual([false, false, false]);
});
