import { area } from './area.ts';
import { itemCode } from './item-code.ts';

/** Entities of the domain: the data dictionary and regions. A new one is added here, one line. */
export const referenceEntities = {
  itemCode,
  area,
} as const;
