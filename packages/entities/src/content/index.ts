import { faq } from './faq.ts';

/** Entities of the domain: what the owners' app shows to read. A new one is added here, one line. */
export const content = { faq } as const;
