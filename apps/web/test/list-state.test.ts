import { describe, expect, test } from 'vitest';
import { entityNamed } from '@wheelhouse/entities/registry';
import { activeFilters, listStateParams, parseListState, wireQuery } from '../src/entity-ui/query-state.ts';

const vehicle = entityNamed('vehicle');
const parse = (text: string) => parseListState(vehicle, new URLSearchParams(text));

describe('the state of a list in its address', () => {
  test('an empty address is the defaults, and the defaults are an empty address', () => {
    const state = parse('');
    expect(state).toMatchObject({ page: 1, size: 20, sort: undefined, keyword: '', query: {} });
    expect(Object.values(listStateParams(state)).every((value) => value === undefined)).toBe(true);
  });

  test('what was written is read back', () => {
    const text =
      'keyword=LZX&activationStatus.eq=1&soc.ge=20&vehicleTypeId.in=4%2C5&sort=createTime.asc&page=3&size=50';
    const params = Object.entries(listStateParams(parse(text))).filter(([, value]) => value !== undefined);
    const again = new URLSearchParams(params.map(([key, value]) => [key, String(value)]));
    expect(Object.fromEntries(again)).toEqual(Object.fromEntries(new URLSearchParams(text)));
  });

  test.each([
    ['page=0', { page: 1 }],
    ['page=-2', { page: 1 }],
    ['page=1e3', { page: 1 }],
    ['size=33', { size: 20 }],
    ['sort=vin.asc', { sort: undefined }],
    ['sort=createTime.sideways', { sort: undefined }],
    ['sort=createTime;drop.asc', { sort: undefined }],
    ['password.eq=1', { query: {} }],
    ['activationStatus.like=1', { query: {} }],
    ['vin.like=%20%20', { query: {} }],
  ])('%s: what means nothing here is dropped', (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test('numbers go out as numbers, several values as a list', () => {
    expect(wireQuery(vehicle, parse('soc.ge=20&vehicleTypeId.in=4%2C5&vin.like=0012&keyword=ab'))).toEqual({
      keyword: 'ab',
      'soc.ge': 20,
      'vehicleTypeId.in': ['4', '5'],
      'vin.like': '0012',
    });
  });

  test('both ends of a range are one filter', () => {
    expect(activeFilters(parse('soc.ge=20&soc.le=80&keyword=x'))).toBe(2);
  });
});
