import { describe, expect, test } from 'vitest';
import { entities, plain } from '@wheelhouse/entities/registry';
import { actionsOf } from '../src/entity-ui/actions/record-actions.ts';
import { areaPath } from '../src/entity-ui/areas.ts';
import { limitsOf, refusedBy } from '../src/entity-ui/files/limits.ts';
import { columnsOf } from '../src/entity-ui/list/columns.ts';
import { pageNumbers } from '../src/entity-ui/list/page-numbers.ts';

const all = Object.values(entities).map(plain);

describe.each(all.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  test.each(['zh', 'en'] as const)('every column is shown once, with a label in %s and bounds of its width', (lang) => {
    const columns = columnsOf(entity, lang, () => true);
    expect(columns.flatMap((column) => column.fields).toSorted()).toEqual(entity.list.columns.toSorted());
    expect(columns.every(({ label, least, most }) => label !== '' && least > 40 && most >= least)).toBe(true);
  });

  test('what names a row is one column, made of columns of the list', () => {
    const identity = entity.list.identity ?? [];
    expect(identity.filter((name) => !entity.list.columns.includes(name))).toEqual([]);
    const shown = columnsOf(entity, 'en', () => true).filter(({ fields }) =>
      fields.some((name) => entity.title.includes(name)),
    );
    expect(shown.length).toBeLessThan(2);
  });

  test('actions are distinguished by their keys', () => {
    const keys = actionsOf(entity).map((action) => action.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('without a right its columns are not shown', () => {
  const columns = columnsOf(plain(entities.vehicle), 'zh', () => true, ['vin']);
  expect(columns.some((column) => column.name === 'vin')).toBe(false);
});

test('an action says why it is not possible, and nothing where the state is unknown', () => {
  const activate = actionsOf(plain(entities.vehicle)).find((action) => action.key === 'activate');
  expect(activate?.refusal({ activationStatus: 1 })).toEqual({ code: 1004, field: 'activationStatus' });
  expect(activate?.refusal({ activationStatus: '0' })).toBeUndefined();
  expect(activate?.refusal({})).toBeUndefined();
});

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 120, [1, 2, null, 120]],
  [3, 5, [1, 2, 3, 4, 5]],
  [50, 100, [1, null, 49, 50, 51, null, 100]],
  [100, 100, [1, null, 99, 100]],
])('page %i of %i', (page, last, expected) => {
  expect(pageNumbers(page, last)).toEqual(expected);
});

test('the way down to an area', () => {
  const options = [
    { value: '310000', label: '', initials: '', children: [{ value: '310100', label: '', initials: '' }] },
  ];
  expect(areaPath(options, '310100')).toEqual(['310000', '310100']);
  expect(areaPath(options, '999999')).toEqual([]);
});

test('a file is refused by its name or size before it is sent', () => {
  const limits = limitsOf({ kind: 'image', maxMb: 1 });
  expect(refusedBy(limits, new File(['x'], 'a.svg'))).toBe('type');
  expect(refusedBy(limits, new File([new Uint8Array(1_100_000)], 'a.png'))).toBe('size');
  expect(refusedBy(limits, new File(['x'], 'A.JPG'))).toBeUndefined();
});
