import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, root } from './imports.ts';

const sources = filesIn('apps/web')
  .filter((file) => file.startsWith('apps/web/src/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

describe('kits of the console', () => {
  /** What is made in one place alone: a copy of it by hand is found by its text. `homes` are the places. */
  const kits = [
    {
      what: 'a table',
      homes: [
        'ui/table/DataTable.tsx',
        'entity-ui/list/EntityTable.tsx',
        'entity-ui/rows/RowsInput.tsx',
        // A grid of cells that take the focus.
        'domains/content/features/Grid.tsx',
        // Pictures of numbers, drawn in the cells of a table.
        'domains/statistics/stat/Bars.tsx',
        'domains/statistics/stat/Funnel.tsx',
        'domains/statistics/stat/Grid.tsx',
      ],
      text: /<table\b/,
    },
    { what: 'a tree', homes: ['ui/tree/Tree.tsx'], text: /^ *role="treeitem"/m },
    { what: 'the word of a failed call', homes: ['api/attempt.ts'], text: /notify\.error\(reasonOf\(/ },
    {
      what: 'counters that filter a list',
      homes: ['entity-ui/list/Counters.tsx'],
      text: /className="[\w-]*counters?"/,
    },
  ];

  test.each(kits)('$what is made in one place', ({ homes, text }) => {
    const found = sources.filter((source) => text.test(source.text)).map(({ file }) => file);
    expect(found.toSorted()).toEqual(homes.map((home) => `apps/web/src/${home}`).toSorted());
  });

  test('days are chosen by the pickers of the console, which follow its language', () => {
    const native = sources.filter(({ text }) => /type=(?:"|\{')(?:date|datetime-local|month|time|week)\b/.test(text));
    expect(native.map(({ file }) => file)).toEqual([]);
  });

  test('what can fail goes through useAction or attempt, not through a catch that shows it', () => {
    const found = sources
      .filter(({ file }) => !file.endsWith('/api/attempt.ts'))
      .filter(({ text }) => /catch(?: \(\w+\))? \{\s*(?:notify\.error|showFailure)\(/.test(text))
      .map(({ file }) => file);
    expect(found).toEqual([]);
  });
});
