import { describe, expect, test } from 'vitest';
import { readStatements, type Statement } from '../support/stated/statements.ts';
import { differences } from '../support/stated/watch.ts';

// What looks at the rows of all other tests.

const stated = (columns: Statement['shape']['columns']): Statement => ({
  place: 'src/example.ts@0',
  parts: ['select'],
  shape: { columns, open: false },
});
const must = (...kinds: string[]) => ({ kinds: new Set(kinds), optional: false });
const answer = (...rows: Record<string, unknown>[]) => ({
  rows,
  fields: Object.keys(rows[0] ?? {}).map((name) => ({
    name,
    tableID: 0,
    columnID: 0,
    dataTypeID: 0,
    dataTypeSize: 0,
    dataTypeModifier: 0,
    format: 'text' as const,
  })),
});

test('the types of most statements are read from the source', () => {
  const statements = readStatements();
  expect(statements.length).toBeGreaterThan(450);
  const columns = statements.flatMap(({ shape }) => [...shape.columns.values()]);
  expect(columns.filter(({ kinds }) => kinds === undefined).length).toBeLessThan(columns.length / 20);
});

describe('rows differ from their statement', () => {
  const statement = stated(
    new Map([
      ['id', must('string')],
      ['endTime', must('date', 'null')],
    ]),
  );

  test.each([
    ['as stated', { id: '1', end_time: null }, []],
    ['a column is missing', { id: '1' }, ['endTime is stated and not answered']],
    ['a column more', { id: '1', end_time: null, n: 1 }, ['n is answered and not stated']],
    ['another kind', { id: 1, end_time: null }, ['id is number, stated as string']],
    ['nothing where something is stated', { id: null, end_time: null }, ['id is null, stated as string']],
  ])('%s', (_, row, found) => expect(differences(statement, answer(row))).toEqual(found));
});
