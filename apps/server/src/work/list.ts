import type { Work } from './work.ts';

const registered: Work[] = [];

/** Called when the modules are put in place. */
export function registerWorks(some: readonly Work[]): void {
  registered.push(...some);
}

/** Every work of the product. */
export const works = (): readonly Work[] => registered;
