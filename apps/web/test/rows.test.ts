import { f } from '@wheelhouse/entities';
import { describe, expect, test } from 'vitest';
import { isBlock, moveRow, parseBlock, pasteBlock } from '../src/entity-ui/rows/block.ts';
import { rowChanges } from '../src/entity-ui/rows/changes.ts';
import { recordNames, withValues } from '../src/entity-ui/rows/records.ts';

const field = f.rows({ name: f.text(), value: f.int({ unit: 'dB' }) }, { max: 5, key: 'name' });
const titles = ['型号', '补偿'];
const put = (text: string, row = 0, column = 0) =>
  pasteBlock(field, [{ name: 'A', value: 1 }], { row, column }, parseBlock(text), titles);

test('a column of codes takes names and codes, and shows names', () => {
  const parts = f.rows({ type: f.dict('DeviceType'), name: f.text() }, { max: 5 });
  const codeOf = (_category: string, name: string) => (name === '电机' ? '7' : undefined);
  const entryOf = (_category: string, code: string) => (code === '7' ? { name: '电机' } : undefined);
  const pasted = pasteBlock(
    parts,
    [],
    { row: 0, column: 0 },
    parseBlock('电机\tA\n7\tB\n轮子\tC'),
    ['类型', '名称'],
    codeOf,
  );
  expect(pasted).toEqual([
    { type: '7', name: 'A' },
    { type: '7', name: 'B' },
    { type: '轮子', name: 'C' },
  ]);
  expect(rowChanges(parts, [], pasted, entryOf).map(({ after }) => after)).toEqual(['电机 A', '电机 B', '轮子 C']);
});

describe('a block from a spreadsheet', () => {
  test.each([
    [
      'lines and tabs',
      'B\t2\nC\t3',
      [
        ['B', '2'],
        ['C', '3'],
      ],
    ],
    ['the end of the last line', 'B\t2\r\n', [['B', '2']]],
    ['a cell with tab, line and quote', '"B\t1\n""x"""\t2', [['B\t1\n"x"', '2']]],
    [
      'empty cells',
      '\t2\n\t',
      [
        ['', '2'],
        ['', ''],
      ],
    ],
    ['a quote inside a cell', 'B 6"\t2', [['B 6"', '2']]],
  ])('has %s', (_what, text, cells) => {
    expect(parseBlock(text)).toEqual(cells);
  });

  test('is not a single cell', () => {
    expect(['A', ' A ', 'A\n'].map(isBlock)).toEqual([false, false, false]);
    expect(['A\tB', 'A\nB'].map(isBlock)).toEqual([true, true]);
  });

  test('goes over what is there and on below it; its heading is left out, what has no column as well', () => {
    expect(put('型号\t补偿\nB\t−2\nC\t1,000\tmore')).toEqual([
      { name: 'B', value: -2 },
      { name: 'C', value: 1000 },
    ]);
    expect(put('7\n8', 0, 1)).toEqual([{ name: 'A', value: 7 }, { value: 8 }]);
  });

  test('keeps what is no number as it was typed, and every row, for the check to refuse', () => {
    expect(put('B\tloud')).toEqual([{ name: 'B', value: 'loud' }]);
    expect(put(Array.from({ length: 9 }, (_, at) => `M${at}\t1`).join('\n'))).toHaveLength(9);
  });
});

test('a row moves to a place that is there, and nowhere else', () => {
  const rows = [{ name: 'A' }, { name: 'B' }, { name: 'C' }];
  expect(moveRow(rows, 0, 2).map(({ name }) => name)).toEqual(['B', 'C', 'A']);
  expect(moveRow(rows, 0, 3)).toEqual(rows);
  expect(moveRow(rows, 0, -1)).toEqual(rows);
});

test('changes are listed row by row, by the key', () => {
  const before = [
    { name: 'A', value: 1 },
    { name: 'B', value: 2 },
    { name: 'C', value: 3 },
  ];
  const after = [
    { name: 'C', value: 3 },
    { name: 'a', value: 5 },
    { name: 'D', value: 4 },
  ];
  expect(rowChanges(field, before, after)).toEqual([
    { before: 'A 1 dB', after: 'a 5 dB' },
    { before: 'B 2 dB' },
    { after: 'D 4 dB' },
  ]);
  expect(rowChanges(field, before, before.toReversed())).toEqual([]);
  expect(rowChanges(field, null, before)).toHaveLength(3);
});

const pool = f.rows(
  {
    kind: f.dict('PrizeKind'),
    thing: f.refBy('kind', { 1: 'prize', 2: 'coupon' }),
    level: f.text({ max: 8 }),
  },
  { max: 20, key: 'level' },
);

test('a record of a row goes with the code that says of which entity it is', () => {
  expect(withValues(pool, { kind: '1', thing: '7', level: 'A' }, { kind: '2' })).toEqual({
    kind: '2',
    thing: null,
    level: 'A',
  });
  // The same entity, and the same code in another form.
  expect(withValues(pool, { kind: 1, thing: '7' }, { kind: '1' })).toEqual({ kind: '1', thing: '7' });
  expect(withValues(pool, { kind: '1', thing: '7' }, { level: 'B' })).toMatchObject({ thing: '7' });
});

test('records are chosen, not pasted', () => {
  const codeOf = (_category: string, name: string): string | undefined => ({ 实物: '1', 优惠券: '2' })[name];
  const rows = [{ kind: '1', thing: '7', level: 'A' }];
  const heads = ['种类', '奖品', '奖项'];
  expect(pasteBlock(pool, rows, { row: 0, column: 0 }, [['实物', '头盔', 'B']], heads, codeOf)).toEqual([
    { kind: '1', thing: '7', level: 'B' },
  ]);
  expect(pasteBlock(pool, rows, { row: 0, column: 0 }, [['优惠券', '头盔', 'B']], heads, codeOf)).toEqual([
    { kind: '2', thing: null, level: 'B' },
  ]);
});

test('names of records come with the stored rows, by entity and id', () => {
  const stored = {
    prizes: [
      { kind: 1, thing: '7' },
      { kind: 2, thing: '7' },
    ],
    prizesName: [{ thing: '头盔' }, { thing: '满减券' }],
  };
  const nameOf = recordNames(pool, stored, 'prizes');
  expect([nameOf('prize', '7'), nameOf('coupon', '7'), nameOf('prize', '8')]).toEqual(['头盔', '满减券', undefined]);
});
