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
    { what: 'a table', homes: ['ui/table/DataTable.tsx', 'entity-ui/list/EntityTable.tsx'], text: /<table\b/ },
  ];

  test.each(kits)('$what is made in one place', ({ homes, text }) => {
    const found = sources.filter((source) => text.test(source.text)).map(({ file }) => file);
    expect(found.toSorted()).toEqual(homes.map((home) => `apps/web/src/${home}`).toSorted());
  });
});
