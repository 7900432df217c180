import { reach, type ReachOptions, type Unreached } from './reach.ts';

/** Result of a HEAD request: an HTTP status, or why there is none. */
export type ProbeResult = { readonly status: number } | { readonly failure: Unreached };

/** Sends a HEAD request, within 5 s in all. Only the headers are read. Never throws. */
export const probe = (address: string, options: ReachOptions = {}): Promise<ProbeResult> =>
  reach(
    address,
    {
      method: 'HEAD',
      userAgent: 'Wheelhouse link check',
      timeoutMs: 5_000,
      read: ({ statusCode = 0 }) => ({ status: statusCode }),
    },
    options,
  );
