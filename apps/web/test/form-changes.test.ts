import { describe, expect, test } from 'vitest';
import { addInput, conflictsOf, merged, updateInput } from '../src/entity-ui/form/changes.ts';
import { sameValue } from '../src/entity-ui/model.ts';

describe('what a form sends', () => {
  const names = ['name', 'sort', 'tags', 'remark'];

  test('an add sends what was given', () => {
    expect(addInput(names, { name: 'A', sort: 0, tags: [], remark: '  ' })).toEqual({ name: 'A', sort: 0 });
  });

  test('an update sends changed fields, and null for cleared ones', () => {
    const stored = { name: 'A', sort: 1, tags: ['x'], remark: 'old', hiddenOne: 5 };
    expect(updateInput(names, ['hiddenOne'], { name: 'A', sort: 2, tags: ['x'], remark: '' }, stored)).toEqual({
      sort: 2,
      remark: null,
      hiddenOne: null,
    });
  });

  test.each([
    [1, '1', true],
    ['', null, true],
    [undefined, [], true],
    [0, '', false],
    [[1, 2], ['1', '2'], true],
    [['a', 'b'], ['b', 'a'], false],
    [{ from: '09:00' }, { from: '10:00' }, false],
  ])('%j and %j: the same on the wire is %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
  });
});

describe('a stale save', () => {
  const names = ['a', 'b', 'c'];
  const base = { a: 1, b: 1, c: 1 };

  test('only what both sides changed differently is a question', () => {
    expect(conflictsOf(names, { a: 2, b: 2, c: 1 }, base, { a: 3, b: 2, c: 4 })).toEqual([
      { name: 'a', mine: 2, theirs: 3 },
    ]);
  });

  test('mine where I changed something, theirs elsewhere', () => {
    expect(merged(names, { a: 2, b: 1, c: 1 }, base, { a: 3, b: 5, c: 1 })).toEqual({ a: 2, b: 5, c: 1 });
  });
});
