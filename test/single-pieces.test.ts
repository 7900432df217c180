import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes } from '../packages/entities/src/codes.ts';
import { machines } from '../packages/entities/src/machines.ts';
import { filesIn, root } from './imports.ts';

/** What is made in one place alone: a copy of it by hand is found by its text. */
interface Piece {
  readonly what: string;
  /** Where it is made, and what may say it too, each with its reason. */
  readonly homes: readonly string[];
  readonly text: RegExp;
}

const server = 'apps/server/src/';
const contract = 'packages/contract/src/';

const pieces: readonly Piece[] = [
  { what: 'an instant on the wire in SQL', homes: [`${server}db/wall-clock.ts`], text: /'YYYY-MM-DD HH24:MI:SS'/ },
  {
    what: 'the clock of the console in SQL',
    homes: [`${server}db/wall-clock.ts`],
    text: /at time zone 'Asia\/Shanghai'/,
  },
  {
    what: 'a column in one of two languages',
    homes: [`${server}db/in-lang.ts`],
    text: /coalesce\((?:nullif\()?[\w.${}]+_en\b/,
  },
  {
    what: 'the form of an id',
    homes: [
      `${contract}text.ts`,
      // A condition may ask for a number that no row has.
      `${server}entity/compare.ts`,
    ],
    text: /\[1-9\]\\d\{0,17\}|\^\\d\{1,1[5-9]\}\$/,
  },
  {
    what: 'an id as text of some length',
    homes: [
      // A reveal names its record exactly: a number is refused.
      `${server}modules/access/privacy.ts`,
    ],
    text: /\b(?:id|\w+Id): z\.string\(\)\.max\((?:1\d|20)\)/,
  },
  {
    what: 'the value of a date picker, which forgets what is typed into it with each new object',
    homes: [],
    text: /\bvalue=\{[^}\n]*\bdayjs\(/,
  },
  { what: 'a running number', homes: [`${server}db/running-number.ts`], text: /greatest\([^()]*length\(n/ },
  { what: 'the page of a list', homes: [`${server}http/kit.ts`], text: /\bpage(?:Size)?: z\b/ },
  { what: 'a code of one digit', homes: [`${server}http/kit.ts`], text: /regex\(\/\^\\d\$\/\)/ },
  { what: 'the length of a range', homes: [`${server}http/day-range.ts`], text: /new AppError\(1012/ },
  { what: 'the ends of a day', homes: [`${server}http/day-range.ts`], text: /'(?:00:00:00|23:59:59)'/ },
  {
    what: 'the refusal of a field',
    homes: [
      `${server}http/field-texts.ts`,
      // Keep the database's own error as the cause.
      `${server}entity/unique.ts`,
      // Refuse with a code of their own, and name the field beside it.
      `${server}entity/check.ts`,
      `${server}entity/import/index.ts`,
      `${server}modules/access/menu.ts`,
    ],
    text: /errors: \[\{ field/,
  },
  {
    what: 'an address of the web',
    homes: ['packages/entities/src/patterns.ts'],
    text: /\^https:\\\/\\\/\[\^\\s\/\?#@/,
  },
  {
    what: 'a version of the app',
    homes: ['packages/entities/src/patterns.ts'],
    text: /\^\\d\{1,3\}\\\.\\d\{1,3\}\\\.\\d\{1,3\}\$/,
  },
  {
    what: 'whether a city is in a province',
    homes: [`${server}modules/audience/service.ts`],
    text: /\bleft\([^()]*, 2\)(?: \|\||, 6)/,
  },
  {
    what: 'whom something is for',
    homes: [`${server}modules/audience/service.ts`],
    text: /\baudience_type = |\bu\.client_os(?:::text)? = any|'audienceType'\)\} = /,
  },
  {
    what: 'a member of a tag that is on',
    homes: [`${server}modules/audience/service.ts`],
    text: /usr_tag_member[^`]*t\.enabled = 1/,
  },
  {
    what: 'a vehicle that was active on a day',
    homes: [
      `${server}db/facts.ts`,
      // Count all of a scope at once.
      `${server}modules/statistics/summary.ts`,
      `${server}modules/statistics/trend.ts`,
      // Count the days of an owner's vehicles.
      `${server}modules/statistics/sources/owners.ts`,
    ],
    text: /stat_active_day[^`]*\bs\.active\b/,
  },
  {
    what: 'a fact about a vehicle or an owner',
    homes: [],
    text: /\.(?:(?:activation|bind|operation)_status|online) (?:=|<>|is distinct from) \d|'(?:online|activationStatus|operationStatus)', '=', \d|'(?:online|activationStatus|bindStatus)\.eq': '?1/,
  },
  { what: 'a text in two languages', homes: [`${server}db/in-lang.ts`], text: /\blang === '(?:zh|en)'\s*\?/ },
];

const sources = ['apps/server/src', 'packages'].flatMap(filesIn).filter((file) => !file.includes('/seed/'));

describe('made in one place', () => {
  test.each(pieces)('$what', ({ homes, text }) => {
    const found = sources.filter((file) => text.test(readFileSync(join(root, file), 'utf8')));
    expect(found.filter((file) => !homes.includes(file))).toEqual([]);
    // A home that no longer says it is taken out.
    expect(homes.filter((home) => !found.includes(home))).toEqual([]);
  });
});

describe('codes of dictionaries', () => {
  const tables = [
    ...Object.entries(codes),
    ...Object.entries(machines).map(([name, { states }]) => [name, states] as const),
  ].map(([name, entries]) => ({ name, entries: Object.entries(entries).map(([key, code]) => `${key}: ${code}`) }));

  test('have one name each', () => {
    for (const [name, table] of Object.entries(codes))
      expect(new Set(Object.values(table).map(String)).size, name).toBe(Object.keys(table).length);
  });

  test('are named by `codes` and `machines`, not by a table of their own', () => {
    const copies = ['apps', 'bench'].flatMap(filesIn).flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      // `{ a: 1, b: 2 }` with nothing else in it.
      return [...source.matchAll(/= \{((?:\s*\w+: '?\d+'?,?)+)\s*\}/g)].flatMap(([, body = '']) => {
        const pairs = body.split(',').map((pair) => pair.replaceAll("'", '').trim());
        return tables
          .filter(({ entries }) => pairs.filter((pair) => entries.includes(pair)).length > 1)
          .map(({ name }) => `${file}: ${name}`);
      });
    });
    // The login page loads nothing of the dictionaries.
    expect(copies).toEqual(['apps/web/src/session/password.ts: SmsScene']);
  });

  test('do not stand as bare values under the name of their dictionary', () => {
    const bare = ['apps/server/src', 'apps/web/src', 'apps/simulator/src'].flatMap(filesIn).filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const named = Object.keys(codes).join('|');
      return new RegExp(`/\\*\\* D:(?:${named})\\b[^\\n]*\\*/\\n(?:export )?const [^=\\n]+= [\\['{]* ?\\d`).test(
        source,
      );
    });
    expect(bare).toEqual([]);
  });

  test('are named in SQL as well: a state is no bare number', () => {
    const column = String.raw`\b\w*(?:status|state)`;
    const compared = String.raw`(?:=|<>|[<>]=?|(?:not )?in|between|is (?:not )?distinct from)`;
    const bare = new RegExp(String.raw`${column}\s*${compared}\s*\(?\d\b|${column}', '[^']+', \[?\d\b`, 'gi');
    const found = filesIn('apps/server/src')
      .filter((file) => !file.includes('/seed/demo/'))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(bare)].map(([text]) => `${file}: ${text}`),
      );
    expect(found).toEqual([]);
  });
});
