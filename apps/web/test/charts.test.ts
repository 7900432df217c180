import { describe, expect, test } from 'vitest';
import { countsOverTime } from '../src/ui/chart/counts.ts';
import { panelsOf } from '../src/ui/chart/panels.ts';
import { sharesOf } from '../src/ui/chart/shares.ts';
import { sayRange } from '../src/ui/chart/says.ts';

const days = [
  { day: '2026-03-01', scan: 3, bind: 0 },
  { day: '2026-03-02', scan: 1200, bind: 1 },
  { day: '2026-03-03', scan: 7, bind: 2 },
];
const shape = { time: ({ day }: (typeof days)[number]) => day, title: '日期', name: (key: string) => key };

describe('a chart says what it shows', () => {
  test('counts: how many, and when most', () => {
    const { says, option, table } = countsOverTime(days, { ...shape, keys: ['scan', 'bind'] });
    expect(says).toBe('scan共1,210，最多的是03-02（1,200）；bind共3');
    expect(JSON.stringify(option)).toContain('"position":"top"');
    expect(table.rows[0]).toEqual({ time: '2026-03-03', scan: '7', bind: '2' });
  });

  test('nothing: that there is nothing', () => {
    const none = days.map((one) => ({ ...one, scan: 0 }));
    expect(countsOverTime(none, { ...shape, keys: ['scan'] }).says).toBe('此期间没有数据');
  });

  test('numbers that grow: what they have come to, as steps over the true time', () => {
    const rows = [
      { time: '2026-03-01 08:00:00', done: 1 },
      { time: '2026-03-01 20:00:00', done: 5 },
    ];
    const { says, option } = countsOverTime(rows, {
      time: ({ time }) => time,
      title: '时间',
      keys: ['done'],
      name: () => '完成',
      growing: true,
    });
    expect(says).toBe('至2026-03-01 20:00：完成5');
    expect(option.xAxis).toMatchObject({ type: 'time' });
    expect(JSON.stringify(option.series)).toContain('"step":"end"');
  });

  test('parts: the largest, and each with its number and share', () => {
    const { says, option, table } = sharesOf(
      [
        { name: 'E3', n: 300 },
        { name: 'C1', n: 100 },
        { name: '其他', n: 600, faint: true },
      ],
      { of: '车型', count: '车辆', share: '占比' },
    );
    expect(says).toBe('E3最多，300，占30.0%');
    expect(JSON.stringify(option)).toContain('300  30.0%');
    expect(table.rows.at(-1)).toEqual({ name: '其他', n: '600', share: '60.0%' });
  });

  test('measured values: between what they lie', () => {
    const volts = (value: number): string => `${value} V`;
    expect(sayRange('电压', [48, null, 52, 50], volts)).toBe('电压在48 V至52 V之间，最近50 V');
    expect(sayRange('电压', [null], volts)).toBe('电压没有数据');
  });
});

test('values of different size have a picture and a scale each', () => {
  const line = (name: string, data: number[]) => ({ title: name, series: [{ name, type: 'line' as const, data }] });
  const option = panelsOf(['a', 'b'], [line('很多', [900, 1000]), line('很少', [1, 2])]);
  expect(option.grid).toHaveLength(2);
  expect(option.series).toMatchObject([
    { yAxisIndex: 0, xAxisIndex: 0 },
    { yAxisIndex: 1, xAxisIndex: 1 },
  ]);
});
