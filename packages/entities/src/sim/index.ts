import { simCard } from './sim-card.ts';
import { simOperation } from './sim-operation.ts';

/** Entities of the domain: the cards that connect vehicles, and what is asked of their carriers. A new one is added here, one line. */
export const simEntities = {
  simCard,
  simOperation,
} as const;
