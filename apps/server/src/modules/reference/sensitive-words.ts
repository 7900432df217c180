import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

const latin = /^[a-z]+$/;

const plainText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Small letters and digits of all scripts, in one form: what somebody puts between the characters of a word hides nothing. */
const squeezed = (text: string): string => plainText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words of Latin letters, with nothing else in them. */
const latinWords = (text: string): ReadonlySet<string> => new Set(plainText(text).match(/[a-z]+/g));

/** What is spelled letter by letter, as in "a.d.m.i.n", written together. */
const spelledWords = (text: string): readonly string[] =>
  (plainText(text).match(/(?<![a-z])[a-z](?:[^a-z]+[a-z](?![a-z]))+/g) ?? []).map((run) =>
    run.replaceAll(/[^a-z]/g, ''),
  );

/** Codes of the words that an installation begins with. */
const names = dictionaries.find(({ category }) => category === 'SensitiveWord')?.entries.map(({ code }) => code) ?? [];

/**
 * Blocked words (D:SensitiveWord) that stand in a text. Chinese is written without spaces, so those are found anywhere; of Latin letters only
 * whole words are, or spelled ones: "admin" is in "a.d.m.i.n", not in "badminton".
 * @param by who writes: the words that an installation begins with are names that users must not give themselves, and that the company goes by
 * @for words that a text must not hold: D:SensitiveWord: nicknames in `users/hooks.ts`, articles in `content/articles/hooks.ts`
 */
export async function sensitiveWordsIn(db: Db | Tx, text: string, by: 'user' | 'company' = 'user'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sys_item_code where category = 'SensitiveWord' and enabled = ${machines['SM-Enable'].states.enabled} and not deleted and (${by === 'user'} or code <> all(${names}))
    order by sort, id`.execute(db);
  const [all, words, spelled] = [squeezed(text), latinWords(text), spelledWords(text)];
  return rows
    .map(({ name }) => name)
    .filter((name) => {
      const word = squeezed(name);
      if (word === '' || !latin.test(word)) return word !== '' && all.includes(word);
      return words.has(word) || spelled.some((run) => run.includes(word));
    });
}
