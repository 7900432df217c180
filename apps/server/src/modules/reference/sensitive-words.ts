import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

const latin = /^[a-z]+$/;

/** Small letters and digits of all scripts, in one form: what somebody puts between the characters of a word hides nothing. */
const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words of Latin letters, with nothing else in them. */
const latinWords = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[a-z]+/g),
  );

/**
 * Blocked words (D:SensitiveWord) that stand in a text. Chinese is written without spaces, so those are found anywhere; of Latin letters only
 * whole words are: "admin" is not in "badminton".
 */
export async function sensitiveWordsIn(db: Db | Tx, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sys_item_code where category = 'SensitiveWord' and enabled = 1 and not deleted order by sort, id`.execute(
    db,
  );
  const [all, words] = [squeezed(text), latinWords(text)];
  return rows
    .map(({ name }) => name)
    .filter((name) => {
      const word = squeezed(name);
      return word !== '' && (latin.test(word) ? words.has(word) : all.includes(word));
    });
}
