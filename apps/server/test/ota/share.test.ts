import { describe, expect, test } from 'vitest';
import { isAmong } from '../../src/modules/ota/share.ts';

const users = Array.from({ length: 2000 }, (_, n) => String(10_000 + 37 * n));
const percents = Array.from({ length: 101 }, (_, n) => n);
const amongOf = (record: string, percent: number) => users.filter((user) => isAmong(percent, record, user));

describe.each(['1', '2', '900719925474099'])('a share of the users of record %s', (record) => {
  test('that grows takes nobody away', () => {
    for (const user of users.slice(0, 300)) {
      const among = percents.map((percent) => isAmong(percent, record, user));
      const first = among.indexOf(true);
      expect(among.slice(first), user).not.toContain(false);
      expect(first).toBeGreaterThan(0);
    }
  });

  test('is as large as it says, within chance', () => {
    for (const percent of [0, 1, 10, 50, 90, 99, 100]) {
      const wanted = users.length * (percent / 100);
      // Six standard deviations.
      const slack = 6 * Math.sqrt(wanted * (1 - percent / 100));
      expect(Math.abs(amongOf(record, percent).length - wanted), `${percent} %`).toBeLessThanOrEqual(slack);
    }
  });

  test('has nobody who is unknown, unless it is everybody', () => {
    expect(percents.filter((percent) => isAmong(percent, record, undefined))).toEqual([100]);
  });
});

test('records have shares of their own', () => {
  const [one, other] = [new Set(amongOf('1', 10)), amongOf('2', 10)];
  const both = other.filter((user) => one.has(user)).length;
  // A tenth of a tenth, not all of them.
  expect(both).toBeLessThan(other.length / 2);
});
