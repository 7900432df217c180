import type { PublicContext } from './context.ts';

/**
 * The part of a file that is asked for, as its caller has begun with this very content: after `If-Range` with another tag the whole is sent.
 * @param etag the content's tag, with its quotes
 * @for a call that answers a file in ranges, with `file: true` and `etag`: `modules/ota/firmware/calls.ts`
 */
export const rangeFor = (
  { range, ifRange }: Pick<PublicContext, 'range' | 'ifRange'>,
  etag: string,
): string | undefined => (ifRange === undefined || ifRange === etag ? range : undefined);
