/** What other modules may use of the dictionaries. */
export { dictionaryChanges } from './guarded.ts';
export { sensitiveWordsIn } from './sensitive-words.ts';
export { isSwitchedOn } from './switches.ts';
