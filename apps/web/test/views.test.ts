import { describe, expect, test } from 'vitest';
import { columnsKey, differs, keptSearch, type SavedView } from '../src/entity-ui/views/model.ts';

const search = (text: string) => new URLSearchParams(text);
const view: SavedView = {
  id: '1',
  rev: 1,
  name: 'A',
  pageName: 'vehicleManage',
  ownerId: '1',
  ownerName: null,
  search: 'online.eq=1&pageSize=50',
  columnOrder: ['vin'],
  hiddenColumns: ['imei', 'iccid'],
  shared: 0,
  isDefault: 0,
};
const columns = { order: ['vin'], hidden: ['iccid', 'imei'] };

describe('what a view keeps of an address', () => {
  test.each([
    ['', ''],
    ['page=3&saved=A', ''],
    ['pageSize=50&online.eq=1&page=2', 'online.eq=1&pageSize=50'],
    ['sort=createTime.asc&keyword=LZ X&view=map', 'keyword=LZ+X&sort=createTime.asc&view=map'],
  ])('%s → %s', (from, kept) => expect(keptSearch(search(from))).toBe(kept));
});

describe('a list differs from its view', () => {
  test.each([
    ['the same in another order, on another page', 'pageSize=50&page=4&saved=A&online.eq=1', columns, false],
    ['another filter', 'pageSize=50&online.eq=0', columns, true],
    ['one filter less', 'pageSize=50', columns, true],
    ['another hidden column', 'pageSize=50&online.eq=1', { ...columns, hidden: ['imei'] }, true],
    ['another order of columns', 'pageSize=50&online.eq=1', { ...columns, order: [] }, true],
  ])('%s', (_name, address, shown, expected) => expect(differs(view, search(address), shown)).toBe(expected));
});

test('columns of a view are kept apart from the list’s own', () => {
  expect(columnsKey('vehicle', null)).toBe('vehicle');
  expect(columnsKey('vehicle', 'A')).not.toBe(columnsKey('vehicle', 'B'));
});
