import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '@wheelhouse/contract';
import { f, type StoredField } from '@wheelhouse/entities/fields';
import { entities, entityNamed, plain } from '@wheelhouse/entities/registry';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import type { SessionUser } from '../../src/http/context.ts';
import { cellText, decodeCell, DictIndex, splitList } from '../../src/entity/import/cells.ts';
import { importFields, readHeadings } from '../../src/entity/import/columns.ts';
import { findArea, naturalKeys } from '../../src/entity/import/keys.ts';
import { columnTitle } from '../../src/entity/sheet-columns.ts';
import { isNumericDict } from '../../src/entity/storage.ts';
import { type Cell, serialOf } from '../../src/sheet/write.ts';

const index = (category: string) =>
  new DictIndex(
    category,
    (dictionaries.find((d) => d.category === category)?.entries ?? []).map((entry) => ({ ...entry, enabled: true })),
  );
const how = {
  lang: 'en' as const,
  dicts: new Map(
    ['BatteryType', 'CellChemistry', 'IccidPrefix', 'DealerService'].map((category) => [category, index(category)]),
  ),
};
const read = (field: StoredField, cell: Cell) => {
  const found = decodeCell(field, 'X', cell, how);
  return found === undefined
    ? undefined
    : 'value' in found
      ? found.value
      : 'keys' in found
        ? found.keys
        : `! ${found.error}`;
};
const refused = expect.stringMatching(/^!/);

describe('cells', () => {
  test.each<[string, StoredField, Cell, unknown]>([
    ['empty', f.text(), null, undefined],
    ['blank', f.text(), '  ', undefined],
    ['text', f.text(), ' a ', 'a'],
    ['long text keeps its inner spaces', f.longText(), ' a\n  b ', 'a\n  b'],
    ['number in a text column', f.text(), 861234056123451, '861234056123451'],
    ['number with lost digits', f.text(), 8.9860420123456e19, refused],
    ['number in exponent notation', f.text(), 1e-9, refused],
    ['date in a text column', f.text(), new Date(Date.UTC(2025, 0, 2)), '2025-01-02'],
    ['int', f.int(), '1,234', 1234],
    ['not an int', f.int(), '12a', refused],
    ['boolean is no number', f.int(), true, refused],
    ['decimal', f.decimal(), 20.5, 20.5],
    ['money', f.money(), '¥1,299.90', 129_990],
    ['money of a float', f.money(), 0.1 + 0.2, 30],
    ['money with a third decimal', f.money(), '1.005', refused],
    ['date text', f.date(), '2025/3/4', '2025-03-04'],
    ['date in Chinese', f.date(), '2025年3月4日', '2025-03-04'],
    ['date without separators', f.date(), 20250304, '2025-03-04'],
    ['date as unformatted number', f.date(), 45_720, '2025-03-04'],
    ['date with time', f.date(), new Date(Date.UTC(2025, 2, 4, 9, 30)), '2025-03-04'],
    ['no such day', f.date(), '2025-02-30', refused],
    ['instant', f.instant(), '2025-3-4 8:05', '2025-03-04 08:05:00'],
    ['instant cell a hair early', f.instant(), new Date(Date.UTC(2025, 2, 4, 8, 4, 59, 999)), '2025-03-04 08:05:00'],
    ['flag', f.flag(), '是', 1],
    ['flag', f.flag(), 'No', 0],
    ['flag of a boolean', f.flag(), true, 1],
    ['no flag', f.flag(), 'constructor', refused],
    ['code', f.dict('BatteryType'), 4, 4],
    ['zh name', f.dict('BatteryType'), '磷酸铁锂', 4],
    ['en name', f.dict('CellChemistry'), 'sodium-ION', 'NA'],
    ['no entry', f.dict('BatteryType'), '__proto__', refused],
    ['name of several', f.dict('IccidPrefix'), '中国移动', refused],
    ['tags', f.tags(), 'a、b;c|d', ['a', 'b', 'c', 'd']],
    ['references', f.refMany('battery'), 'A， B', ['A', 'B']],
    ['reference', f.ref('dealer'), 12, ['12']],
  ])('%s', (_name, field, cell, expected) => expect(read(field, cell)).toEqual(expected));

  test('money, days and times survive a workbook', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (fen) => {
        expect(read(f.money(), fen / 100)).toBe(fen);
      }),
    );
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('1900-03-02'), max: new Date('2199-12-31') }),
        (date) => {
          const text = formatInstant(date);
          const utc = Date.parse(`${text.replace(' ', 'T')}Z`);
          const back = new Date(Math.floor(((serialOf(utc) ?? 0) - 25_569) * 86_400_000));
          expect(read(f.instant(), back)).toBe(text);
        },
      ),
    );
  });

  test('any cell in any kind of column is a value, keys or a message', () => {
    const kinds: StoredField[] = [
      f.text(),
      f.longText(),
      f.int(),
      f.decimal(),
      f.money(),
      f.date(),
      f.instant(),
      f.flag(),
      f.dict('BatteryType'),
      f.dictMany('DealerService'),
      f.tags(),
      f.ref('dealer'),
      f.refMany('battery'),
      f.area(1),
      f.private('mobile'),
    ];
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.date(), fc.constant(null));
    fc.assert(
      fc.property(fc.constantFrom(...kinds), cell, (field, value) => {
        const found = decodeCell(field, 'X', value, how);
        expect(
          found === undefined || 'value' in found || 'keys' in found || ('error' in found && found.error.includes('X')),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('texts of cells and lists', () => {
    expect([cellText(true), cellText(1.5), cellText(Number.NaN), cellText(new Date(Number.NaN))]).toEqual([
      'TRUE',
      '1.5',
      undefined,
      undefined,
    ]);
    expect(splitList(' a,,b ;')).toEqual(['a', 'b']);
  });
});

test('areas by code, name or the start of it, below what is above them', () => {
  expect(findArea(1, '上海', undefined)).toBe('310000');
  expect(findArea(2, '310100', '310000')).toBe('310100');
  expect(findArea(3, '浦东新区', '310100')).toBe('310115');
  expect(findArea(3, '朝阳区', '310100')).toBeUndefined();
  expect(findArea(3, '朝阳区', undefined)).toBeNull();
  expect(findArea(1, '', undefined)).toBeUndefined();
});

describe.each(
  Object.values(entities)
    .map(plain)
    .filter((entity) => entity.calls.includes('import')),
)('headings of $name', (entity) => {
  const user = { isAdmin: true } as SessionUser;
  const fields = importFields(entity, user, 'zh');

  test('are distinguished however they are written', () => {
    for (const row of [
      fields.map(({ name }) => name),
      ...(['zh', 'en'] as const).map((lang) => fields.map(({ name }) => `${columnTitle(entity, name, lang)} *`)),
    ]) {
      const { columns, errors, ignored } = readHeadings(entity, fields, row, 'zh');
      expect(errors).toEqual([]);
      expect(ignored).toEqual([]);
      expect(columns.map((column) => column.name)).toEqual(fields.map(({ name }) => name));
    }
  });

  test('can fill every field the form demands', () => {
    const filled = new Set(fields.map(({ name }) => name));
    const missing = Object.entries(entity.fields).filter(
      ([name, field]) =>
        'required' in field && field.required && !field.readonly && field.default === undefined && !filled.has(name),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  test('refer to records that have a name or code to write', () => {
    const targets = fields.flatMap(({ field }) => (field.kind === 'ref' || field.kind === 'refMany' ? [field.to] : []));
    expect(targets.filter((name) => naturalKeys(entityNamed(name)).length === 0)).toEqual([]);
  });
});

test('numeric dictionaries are sent as numbers, others as text', () => {
  const wrong = dictionaries.filter(({ category, entries }) => {
    const found = index(category).find(entries[0]?.code ?? '');
    return found !== undefined && typeof found !== (isNumericDict(category) ? 'number' : 'string');
  });
  expect(wrong).toEqual([]);
});
