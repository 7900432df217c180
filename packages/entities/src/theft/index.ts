import { stolenCase } from './stolen-case.ts';
import { stolenNote } from './stolen-note.ts';

/** Entities of the domain: theft cases and their notes. A new one is added here, one line. */
export const theftEntities = {
  stolenCase,
  stolenNote,
} as const;
