import type { Proof } from './define.ts';

const registered: Proof[] = [];

/** Called when the modules are put in place. */
export function registerProofs(some: readonly Proof[]): void {
  registered.push(...some);
}

/** Every check of the product. */
export const proofs = (): readonly Proof[] => registered;
