import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { habitsOf, productOf, readSources } from '../scripts/habits.ts';
import { filesIn, importsOf, root, targetOf } from './imports.ts';

const sources = ['packages', 'apps', 'e2e', 'bench', 'scripts'].flatMap(filesIn);
/** Part of the repository that an import leads to: `packages/contract`, `apps/web` … */
function partOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/entities': ['packages/contract'],
  'apps/server': ['packages/contract', 'packages/entities'],
  'apps/web': ['packages/contract', 'packages/entities'],
  'apps/simulator': ['packages/contract', 'packages/entities'],
};

describe('calls', () => {
  const found = (text: RegExp, within: string, homes: readonly string[]): string[] =>
    sources
      .filter((file) => file.startsWith(within) && !homes.includes(file))
      .filter((file) => text.test(readFileSync(join(root, file), 'utf8')));

  test('the console takes the type of an answer from the table of calls', () => {
    const byHand = /\b(?:useCall|useGet|useAction|warmCall|call|get)<(?!const)/;
    expect(found(byHand, 'apps/web/src/', [])).toEqual([]);
    expect(
      found(/\bexchange[(<]/, 'apps/web/src/', ['apps/web/src/api/client.ts', 'apps/web/src/api/query.ts']),
    ).toEqual([]);
  });

  test('the server defines no call that is in no table', () => {
    const modules = 'apps/server/src/modules';
    const homes = [
      'apps/server/src/http/call.ts',
      'apps/server/src/entity/calls.ts',
      'apps/server/src/entity/counters.ts',
      'apps/server/src/entity/shaped.ts',
      `${modules}/vehicles/batteries/snapshot-model.ts`,
      `${modules}/trips/track-model.ts`,
      `${modules}/statistics/engine/calls.ts`,
      `${modules}/statistics/engine/export.ts`,
    ];
    expect(found(/\bmakeCall\(/, 'apps/server/src/', homes)).toEqual([]);
  });
});

describe('imports', () => {
  test.each(Object.keys(allowed))('%s imports only what it may', (part) => {
    const wrong = sources
      .filter((file) => partOf(file) === part)
      .flatMap((file) =>
        importsOf(file).flatMap((specifier) => {
          const target = targetOf(file, specifier);
          return target === undefined || partOf(target) === part || allowed[part]?.includes(partOf(target))
            ? []
            : [`${file} → ${specifier}`];
        }),
      );
    expect(wrong).toEqual([]);
  });

  test('the web ui knows no router, query library or form engine', () => {
    const wrong = sources
      .filter((file) => file.startsWith('apps/web/src/ui/'))
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) =>
            /^(react-router|@tanstack\/|\.\.\/\.\.\/(entity-ui|pages|shell)|\.\.\/(entity-ui|pages|shell))/.test(
              specifier,
            ),
          )
          .map((specifier) => `${file} → ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });

  test('packages do no I/O', () => {
    const wrong = sources
      .filter((file) => /^packages\/\w+\/src\//.test(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) => /^(node:|react|antd|pg|kysely|fastify)/.test(specifier))
          .map((specifier) => `${file} → ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('the console', () => {
  /** They show what is no call's failure: broken code, a page that is away, a refusal of the whole list, a sample. */
  const errors = [
    'ui/States',
    'shell/ErrorBoundary',
    'shell/PageAway',
    'entity-ui/list/EntityList',
    'gallery/testIndex.page',
  ];

  /** Pieces that stand once; a second one is found by its text. */
  const pieces = [
    {
      what: 'a choice among a few, side by side',
      text: /aria-pressed=\{(?:[\w.]+ === |!)/,
      // Swatches of colours, and the one of the page that loads nothing of the console.
      homes: ['ui/Segments.tsx', 'domains/vehicles/model/vehicleModelView.page.tsx', 'public-pages/LanguageSwitch.tsx'],
    },
    {
      what: 'a time line',
      text: /<li[^>]*>(?:(?!<\/li>)[\s\S])*<(?:DateTime|TimeAgo)\b/,
      // Lists of links that have a time, and the messages of a conversation.
      homes: [
        'domains/feedback/desk/Conversation.tsx',
        'domains/statistics/dashboard/Alarms.tsx',
        'domains/statistics/dashboard/TodoNext.tsx',
        'domains/theft/Links.tsx',
        'domains/repairs/order/Around.tsx',
        'shell/bell/NoticeList.tsx',
      ],
    },
    {
      what: 'next steps with a menu of the rest',
      text: /<(?:More|Ellipsis)Outlined\b/,
      homes: ['entity-ui/actions/ActionBar.tsx'],
    },
    { what: 'the two columns of a decision', text: /"eu-decision\b/, homes: ['entity-ui/detail/DecisionPage.tsx'] },
    { what: 'the look of a time line', text: /\bwh-timeline"/, homes: ['ui/Timeline.tsx'] },
  ];

  test.each(pieces)('$what is made in one place', ({ text, homes }) => {
    const places = sources
      .filter((file) => file.startsWith('apps/web/src/') && text.test(readFileSync(join(root, file), 'utf8')))
      .map((file) => file.slice('apps/web/src/'.length));
    expect(places.toSorted()).toEqual(homes.toSorted());
  });

  test('what stands in the place of an answer is PendingState, not a choice made again', () => {
    const again = sources
      .filter((file) => file.startsWith('apps/web/src/') && !errors.some((home) => file.endsWith(`/${home}.tsx`)))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('<ErrorState'));
    expect(again).toEqual([]);
  });
});

describe('types', () => {
  /** What is left, never to grow: a type of its own says more than a name in quotes or a cast. Who makes it less, writes the number here. */
  const most: Readonly<Record<string, number>> = {
    "rows read by a string, web (row['x'])": 68,
    "rows read by a string, server (row['x'])": 97,
    'casts: as never': 3,
    'casts: as unknown as': 8,
    'casts: as X': 80,
  };

  test.each([...habitsOf(productOf(readSources()))].filter(([name]) => name in most))('%s: %i', (name, count) => {
    expect(count).toBeLessThanOrEqual(most[name] ?? 0);
  });

  test('every limit is of a habit that is counted', () => {
    expect([...habitsOf(productOf(readSources())).keys()]).toEqual(expect.arrayContaining(Object.keys(most)));
  });
});

describe('files', () => {
  /** Tables of facts, one row a line, are as long as the facts. */
  const tables = /packages\/entities\/src\/(labels|routes|access\/|reference\/|machines)/;
  test('no file of code is longer than 300 lines, no test or bench than 450', () => {
    const long = sources
      .filter((file) => !tables.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
      .filter(([file, lines]) => lines > (/^(?:e2e|bench)\/|\/test\//.test(file) ? 450 : 300));
    expect(long).toEqual([]);
  });

  test('no file of the server keeps what belongs to one App in a variable', () => {
    const shared = [
      // Names of prepared statements, by their text.
      'apps/server/src/db/prepared.ts',
      // A hash that matches nothing.
      'apps/server/src/modules/access/password.ts',
      // Put in place once, like hooks.
      'apps/server/src/modules/alarms/repair.ts',
      // What draws pictures: libraries and a font.
      'apps/server/src/picture/chart.ts',
      // The tracer of the process, as its log is.
      'apps/server/src/tracing/spans.ts',
    ];
    const found = sources.filter(
      (file) =>
        file.startsWith('apps/server/src/') &&
        /^(?:export )?(?:let|var) /m.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(found.toSorted()).toEqual(shared);
  });

  test('every migration has a number of its own', () => {
    const names = readdirSync(join(root, 'apps/server/src/db/migrations'));
    const shared = names.filter((name) =>
      names.some((other) => other < name && other.slice(0, 4) === name.slice(0, 4)),
    );
    // Released as they are.
    expect(shared.filter((name) => !/^(0007|0024)/.test(name))).toEqual([]);
  });

  test('no `any`, no suppressed check', () => {
    const wrong = sources
      .filter((file) => !file.startsWith('test/'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, i) =>
            !/^\s*(\/?\*|\/\/)/.test(line) && /(: any\b|\bas any\b|<any>|@ts-ignore|@ts-expect-error)/.test(line)
              ? [`${file}:${i + 1} ${line.trim()}`]
              : [],
          ),
      );
    expect(wrong).toEqual([]);
  });
});
