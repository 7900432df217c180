import type { OwnSource } from '../engine/source.ts';
import { messageSources } from './messages.ts';
import { ownerSources } from './owners.ts';
import { careSources } from './care.ts';
import { simSources } from './sim.ts';
import { vehicleSources } from './vehicles.ts';

/** Rows that are no entity's list, by the name of the source. */
export const ownSources: Readonly<Record<string, OwnSource>> = {
  ...careSources,
  ...vehicleSources,
  ...ownerSources,
  ...simSources,
  ...messageSources,
};
