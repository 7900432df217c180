import { fleetStates, type Bounds } from '@wheelhouse/contract/fleet';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { admit, type Admitted } from '../../../entity/admit.ts';
import { readQuery } from '../../../entity/query.ts';
import type { CallContext } from '../../../http/context.ts';
import { readBounds } from './geo.ts';

const boundsText = { zh: '须为[西，南，东，北]，单位度', en: 'Must be [west, south, east, north] in degrees' };
const lng = z.number().min(-540).max(540);
const lat = z.number().min(-90).max(90);

/** `[west, south, east, north]`; what lies outside the world is cut off, an empty one is refused. */
export const bounds = z.tuple([lng, lat, lng, lat]).transform((given, ctx): Bounds => {
  const read = readBounds(given);
  if (read) return read;
  ctx.addIssue({ code: 'custom', params: { text: boundsText } });
  return z.NEVER;
});

const state = z.enum(fleetStates);
/** One state or several; an empty choice shows nothing. */
export const states = z.union([state.transform((one) => [one]), z.array(state).max(fleetStates.length)]).optional();

/** Name a page gives to its moving view: the user's id, a dash, something random. */
export const viewName = z.string().regex(/^\d{1,19}-\w{6,40}$/);

/** The vehicle list's filters. */
export const query = z.record(z.string(), z.unknown()).optional();

const vehicle = entityNamed('vehicle');

/** @throws AppError as the vehicle list's call */
export async function readConditions(
  ctx: CallContext,
  given: Readonly<Record<string, unknown>> | undefined,
): Promise<Admitted> {
  return admit(ctx, vehicle, readQuery(ctx, vehicle, { query: given }).conditions);
}
