/** What other modules may use of the dictionaries. */
export { sensitiveWordsIn } from './sensitive-words.ts';
