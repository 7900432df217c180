import { expect, test } from 'vitest';
import {
  cellKey,
  cellsOf,
  changesOf,
  conflictsOf,
  off,
  on,
  parseValue,
  resolve,
  valueText,
  unsaved,
  withEdits,
  type Draft,
} from '../src/domains/content/features/model.ts';

const feature = { id: '1', featureCode: 'TRIP', name: '骑行记录', groupName: '3', defaultOn: 0, enabled: 1 } as const;
const model = { id: '7', name: 'E3', code: 'E3', seriesId: '1', seriesName: '逐风', vehicleCount: 2 } as const;
const from = (minEcuVersion: string) => ({ state: 2, minEcuVersion });
const stored = (state: number, rev: number, minEcuVersion: string | null = null) =>
  cellsOf([{ featureCode: 'TRIP', vehicleTypeId: '7', state, minEcuVersion, rev }]);
const none = cellsOf([]);
const empty: Draft = new Map();

test.each([
  ['1', on],
  ['开', on],
  [' ON ', on],
  ['', off],
  ['0', off],
  ['关闭', off],
  ['3.2.0', from('3.2.0')],
  ['≥3.2.0', from('3.2.0')],
  ['>= 3', from('3')],
  ['V3.2', from('3.2')],
])('%j is read', (text, value) => {
  expect(parseValue(text)).toEqual(value);
});

test.each(['3', 'maybe', '3.x', '1.2.3.4.5'])('%j is neither word nor version', (text) => {
  expect(parseValue(text)).toBeUndefined();
});

test.each([on, off, from('3.2.0'), from('3')])('what is copied is pasted as it was', (value) => {
  expect(parseValue(valueText(value))).toEqual(value);
});

test('an edit back to what is stored is none', () => {
  const draft = withEdits(empty, none, [{ feature, model, value: on }]);
  expect(changesOf(draft, none)).toEqual([{ featureCode: 'TRIP', vehicleTypeId: '7', state: 1, rev: 0 }]);
  expect(withEdits(draft, none, [{ feature, model, value: off }]).size).toBe(0);
});

test('a cell that somebody else has saved is a conflict, unless they saved the same', () => {
  const draft = withEdits(empty, none, [{ feature, model, value: on }]);
  const theirs = stored(2, 1, '2.0');
  expect(conflictsOf(draft, theirs)).toEqual([cellKey('TRIP', '7')]);
  expect(conflictsOf(draft, stored(1, 1))).toEqual([]);
  expect(changesOf(draft, stored(1, 1))).toEqual([]);

  const mine = resolve(draft, theirs, 'mine');
  expect(conflictsOf(mine, theirs)).toEqual([]);
  expect(changesOf(mine, theirs)).toMatchObject([{ state: 1, rev: 1 }]);
  expect(resolve(draft, theirs, 'theirs').size).toBe(0);
});

test('what was edited before somebody else saved stays based on what was seen', () => {
  const draft = withEdits(empty, none, [{ feature, model, value: on }]);
  const again = withEdits(draft, stored(0, 1), [{ feature, model, value: from('3.0') }]);
  expect(again.get(cellKey('TRIP', '7'))).toMatchObject({ state: 2, rev: 0 });
});

test('what is stored, or is of a feature or model that is gone, is not unsaved', () => {
  const draft = withEdits(empty, none, [{ feature, model, value: on }]);
  const all = { features: [feature], models: [model], cells: [] };
  expect(unsaved(draft, all).size).toBe(1);
  expect(unsaved(draft, { ...all, cells: [...stored(1, 1).values()] }).size).toBe(0);
  expect(unsaved(draft, { ...all, features: [] }).size).toBe(0);
  expect(unsaved(draft, { ...all, models: [] }).size).toBe(0);
});
