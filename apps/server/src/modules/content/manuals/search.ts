import { escapeLike } from '@wheelhouse/contract';
import type { ManualHit } from '@wheelhouse/contract/calls/content/publications';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import type { Fragment } from '../../../entity/scope.ts';

/** Characters shown before and after what was found. */
const around = 24;

const normal = (typed: string): string => typed.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

/** Pages, under the alias `p`, whose text contains what was typed; spaces and line ends do not count. */
export const textOfPage = (typed: string): Fragment => sql`p.plain like ${`%${escapeLike(normal(typed))}%`}`;

/** Finds a text wherever a PDF has set spaces and line ends in it. */
const patternOf = (typed: string): RegExp =>
  new RegExp([...normal(typed)].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join('\\s*'), 'giu');

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

function hitOf(page: number, read: string, pattern: RegExp): ManualHit {
  // Fonts write some characters in forms of their own, which are found by their usual ones.
  const text = read.search(pattern) < 0 ? read.normalize('NFKC') : read;
  const found = [...text.matchAll(pattern)];
  const [first] = found;
  const [from, hit] = [first?.index ?? 0, first?.[0] ?? ''];
  return {
    page,
    count: found.length,
    before: onOneLine(text.slice(Math.max(0, from - around), from)).toWellFormed(),
    hit: onOneLine(hit),
    after: onOneLine(text.slice(from + hit.length, from + hit.length + around)).toWellFormed(),
  };
}

/** Pages of a manual whose text contains what was typed, in their order. */
export async function findInManual(db: Db, id: string, typed: string): Promise<readonly ManualHit[]> {
  if (normal(typed) === '') return [];
  const { rows } = await sql<{ page: number; text: string }>`
    select p.page::int as page, p.text from cnt_instruction_page p where p.instruction_id = ${id} and ${textOfPage(typed)}
    order by p.page`.execute(db);
  const pattern = patternOf(typed);
  return rows.map(({ page, text }) => hitOf(page, text, pattern));
}
