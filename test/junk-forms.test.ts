import { entities, plain } from '@wheelhouse/entities/registry';
import { validate, validateInput } from '@wheelhouse/entities/validate';
import { assert, constantFrom, dictionary, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Values that forms are not meant to have: names of JavaScript's own properties, wrong shapes, limits. */
const texts = ['constructor', '__proto__', 'toString', '', ' ', '0', '1', '2', '-1', '1e400', '\0', 'x'.repeat(300)];
const scalars = [0, 1, 2, 3, -1, 1e15, 1.5, true, false, null];
const lists: readonly unknown[] = [[], [[]], [null], [{}], [{ toString: 1 }], ['1'], [1, 2], ['constructor']];
const objects: readonly unknown[] = [
  {},
  { op: 'AND' },
  { op: 'AND', groups: [null] },
  { length: -1 },
  { constructor: 1 },
  { toString: 1 },
];
const junk = constantFrom<unknown>(...texts, ...scalars, ...lists, ...objects);
const ctx = { lang: 'en', dictCodes: () => undefined } as const;

const given = (fields: object) => dictionary(constantFrom(...Object.keys(fields)), junk);
const actions = Object.values(entities).flatMap((entity) =>
  Object.entries(plain(entity).actions ?? {}).flatMap(([name, { input = {} }]) =>
    Object.keys(input).length === 0 ? [] : [[`${entity.name}.${name}`, input] as const],
  ),
);

describe('a form of junk is refused, and never a failure', () => {
  test.each(Object.values(entities).map((entity) => [entity.name, plain(entity)] as const))('%s', (_, entity) => {
    assert(
      property(given(entity.fields), (form) => {
        expect(() => validate(entity, form, undefined, ctx)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  test.each(actions)('%s', (_, fields) => {
    assert(
      property(given(fields), (form) => {
        expect(() => validateInput(fields, form, ctx)).not.toThrow();
      }),
    );
  });
});
