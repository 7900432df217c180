import { describe, expect, test } from 'vitest';
import { entities, entityNamed, plain } from '@wheelhouse/entities/registry';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { partsOf, type Statistic } from '@wheelhouse/entities/statistics/define';
import { drillOf } from '@wheelhouse/entities/statistics/drill';
import {
  activeFilters,
  filtersOf,
  linkFiltersOf,
  keysOf,
  listStateParams,
  parseListState,
  wireQuery,
} from '../src/entity-ui/query-state.ts';

const vehicle = entityNamed('vehicle');
const parse = (text: string) => parseListState(vehicle, new URLSearchParams(text));

describe('the state of a list in its address', () => {
  test('an empty address is the defaults, and the defaults are an empty address', () => {
    const state = parse('');
    expect(state).toMatchObject({ page: 1, size: 10, sort: undefined, keyword: '', query: {} });
    expect(Object.values(listStateParams(state)).every((value) => value === undefined)).toBe(true);
  });

  test('what was written is read back', () => {
    const text =
      'keyword=LZX&activationStatus.eq=1&soc.ge=20&vehicleTypeId.in=4%2C5&sort=createTime.asc&page=3&pageSize=50';
    const params = Object.entries(listStateParams(parse(text))).filter(([, value]) => value !== undefined);
    const again = new URLSearchParams(params.map(([key, value]) => [key, String(value)]));
    expect(Object.fromEntries(again)).toEqual(Object.fromEntries(new URLSearchParams(text)));
  });

  test.each([
    ['page=0', { page: 1 }],
    ['page=-2', { page: 1 }],
    ['page=1e3', { page: 1 }],
    ['pageSize=33', { size: 10, sized: false }],
    ['pageSize=100', { size: 100, sized: true }],
    ['size=50', { size: 50, sized: true }],
    ['sort=vin.asc', { sort: undefined }],
    ['sort=createTime.sideways', { sort: undefined }],
    ['sort=createTime;drop.asc', { sort: undefined }],
    ['password.eq=1', { query: {} }],
    ['activationStatus.like=1', { query: {} }],
    ['vin.like=%20%20', { query: {} }],
  ])('%s: what means nothing here is dropped', (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test('a list has as many rows as there is room for, until a size is chosen', () => {
    const read = (text: string) => parseListState(vehicle, new URLSearchParams(text), { ownSize: 17 });
    const rowsOf = (text: string) => listStateParams(read(text))['rows'];
    expect(read('')).toMatchObject({ size: 17, sized: false });
    expect(read('pageSize=10')).toMatchObject({ size: 10, sized: true });
    // A later page says what it counts by: in another window it is the same page.
    expect(listStateParams({ ...read(''), page: 3 })).toMatchObject({ page: 3, rows: 17, pageSize: undefined });
    expect(read('page=3&rows=14')).toMatchObject({ page: 3, size: 14, sized: false });
    expect(rowsOf('page=3&rows=14')).toBe(14);
    expect(rowsOf('page=3&rows=14&pageSize=20')).toBeUndefined();
    // The first page follows the window.
    expect(read('rows=14')).toMatchObject({ size: 17 });
    expect(read('page=2&rows=5000')).toMatchObject({ size: 50 });
    expect(read('page=2&rows=1')).toMatchObject({ size: 10 });
  });

  test('numbers go out as numbers, several values as a list', () => {
    expect(wireQuery(vehicle, parse('soc.ge=20&vehicleTypeId.in=4%2C5&vin.like=0012&keyword=ab'))).toEqual({
      keyword: 'ab',
      'soc.ge': 20,
      'vehicleTypeId.in': ['4', '5'],
      'vin.like': '%0012%',
    });
  });

  test('parts of a text go out between percent signs and without spaces, days with their first and last second', () => {
    expect(
      wireQuery(vehicle, parse('vin.like=00%2012%20&productionDate.ge=2026-01-02&createTime.le=2026-02-03')),
    ).toEqual({
      'vin.like': '%0012%',
      'productionDate.ge': '2026-01-02 00:00:00',
      'createTime.le': '2026-02-03 23:59:59',
    });
    expect(wireQuery(vehicle, parse('createTime.ge=2026-02-03%2011:12:13'))).toEqual({
      'createTime.ge': '2026-02-03 11:12:13',
    });
  });

  test.each([
    ['online.eq=banana', ['online.eq=banana']],
    ['online=banana&soc.ge=20', ['online=banana']],
    ['soc.ge=much', ['soc.ge=much']],
    ['createTime.ge=yesterday', ['createTime.ge=yesterday']],
    ['productionDate.le=2026-02-30', ['productionDate.le=2026-02-30']],
    ['dealerId.eq=Pudong', ['dealerId.eq=Pudong']],
    ['vehicleTypeId.in=4,x', ['vehicleTypeId.in=4,x']],
    ['provinceId.eq=31', ['provinceId.eq=31']],
    ['nothing.eq=1', ['nothing.eq=1']],
    ['color.null=1', ['color.null=1']],
    ['id=7&view=map&saved=a&tab=x&keyword=b', []],
  ])('%s: what cannot be asked is left out and named', (text, ignored) => {
    const isKnown = (_category: string, code: string): boolean => code === '0' || code === '1';
    const state = parseListState(vehicle, new URLSearchParams(text), { isKnown });
    expect(state.ignored).toEqual(ignored);
    expect(Object.keys(state.query)).toEqual(text.includes('soc.ge=20') ? ['soc.ge'] : []);
  });

  test('a bare field is asked for equality', () => {
    expect(parse('online=1').query).toEqual({ 'online.eq': '1' });
  });

  test('both ends of a range are one filter', () => {
    expect(activeFilters(parse('soc.ge=20&soc.le=80&keyword=x'))).toBe(2);
  });

  test('start and end of a period are one filter: periods that overlap the chosen days', () => {
    const promotion = entityNamed('promotion');
    const named = filtersOf(promotion).filter(({ name }) => name === 'startTime' || name === 'endTime');
    expect(named.flatMap(keysOf)).toEqual(['endTime.ge', 'startTime.le']);
    const state = parseListState(
      promotion,
      new URLSearchParams('endTime.ge=2026-03-01&startTime.le=2026-03-31&startTime.ge=2026-03-01'),
    );
    expect(state.ignored).toEqual(['startTime.ge=2026-03-01']);
    expect(wireQuery(promotion, state)).toEqual({
      'endTime.ge': '2026-03-01 00:00:00',
      'startTime.le': '2026-03-31 23:59:59',
    });
  });
});

describe('conditions of links', () => {
  test('a link may set filters that have no control: of one value, some, a range, or of whether there is one', () => {
    const alarm = entityNamed('alarm');
    const state = parseListState(
      alarm,
      new URLSearchParams('vehicleId.eq=7&handleStatus.in=0,1&level.ge=2&level.ne=3'),
    );
    expect(state.query).toEqual({ 'vehicleId.eq': '7', 'handleStatus.in': '0,1', 'level.ge': '2' });
    expect(state.ignored).toEqual(['level.ne=3']);
    const days = 'shipDate.ge=2026-11-01&shipDate.le=2026-11-30&vin.null=0';
    expect(parseListState(entityNamed('vehicle'), new URLSearchParams(`${days}&vin.null=2`)).ignored).toEqual([
      'vin.null=2',
    ]);
    expect(parseListState(entityNamed('vehicle'), new URLSearchParams(days))).toMatchObject({
      query: { 'shipDate.ge': '2026-11-01', 'shipDate.le': '2026-11-30', 'vin.null': '0' },
      ignored: [],
    });
    const linked = linkFiltersOf(alarm).map(({ name }) => name);
    expect(linked).toContain('vehicleId');
    expect(filtersOf(alarm).map(({ name }) => name)).not.toContain('vehicleId');
  });

  test('every condition that a link may set has one place in the address', () => {
    for (const entity of Object.values(entities).map(plain)) {
      const keys = [...filtersOf(entity), ...linkFiltersOf(entity)].flatMap(keysOf);
      expect(
        keys.filter((key, at) => keys.indexOf(key) !== at),
        entity.name,
      ).toEqual([]);
    }
  });

  test('what a number of a statistic counts is asked by the address that it leads to', () => {
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const lost = Object.values<Statistic>(statistics).flatMap((statistic) =>
      partsOf(statistic).flatMap(({ part }) =>
        part.measures.flatMap((measure) => {
          const cell = Object.fromEntries(
            part.by.map((name) => [name, name === 'day' ? days.from : /[cC]ity/.test(name) ? '310100' : '1']),
          );
          const drill = drillOf(statistic, measure, { days, cell });
          if (drill?.list === undefined) return [];
          const { ignored } = parseListState(entityNamed(drill.entity), new URLSearchParams(drill.query));
          return ignored.map((key) => `${statistic.name}.${measure}: ${drill.entity} ${key}`);
        }),
      ),
    );
    expect([...new Set(lost)]).toEqual([]);
  });
});
