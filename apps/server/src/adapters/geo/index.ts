import type { GeoAdapter } from './adapter.ts';
import { OfflineGeo } from './offline.ts';

const offline = new OfflineGeo();

/**
 * The geocoder of this installation: the bundled outlines, without streets. Districts where the base map has their outlines (Shanghai),
 * cities elsewhere.
 */
export const geo: GeoAdapter = offline;
