import { z } from 'zod';
import { ConfigError, ownHosts, rate, safeOrigin } from './config-parts.ts';

// What follows parcels: Kuaidi100, or its sandbox.

/** The variables of the express service, as documented in docs/operations.md. */
export const expressVariables = {
  EXPRESS_CUSTOMER: z
    .string()
    .regex(/^\w{8,64}$/, 'must be the customer code of an account')
    .optional(),
  EXPRESS_KEY: z
    .string()
    .regex(/^\w{8,64}$/, 'must be the authorisation key of an account')
    .optional(),
  EXPRESS_PUSH_SECRET: z.string().min(16, 'must have 16 characters or more').max(128).optional(),
  EXPRESS_URL: safeOrigin.default('https://poll.kuaidi100.com'),
  EXPRESS_RATE: rate.default(10),
};
type Given = z.output<z.ZodObject<typeof expressVariables>> & { readonly PUBLIC_URL?: string | undefined };

/** An account of Kuaidi100. */
export interface ExpressAccount {
  /** Without a path. */
  readonly url: string;
  readonly customer: string;
  readonly key: string;
}

export interface ExpressConfig {
  /** Absent: a sandbox is in its place. */
  readonly account: ExpressAccount | undefined;
  /** The salt that pushes are signed with; absent: derived from the sealing key. */
  readonly salt: string | undefined;
  /** Requests in a second, all processes together. */
  readonly perSecond: number;
}

/** @throws ConfigError when the account is half configured, cannot be reached by pushes, or would be asked for parcels of sample users */
export function readExpress(v: Given, hasSamples: boolean): ExpressConfig {
  const { EXPRESS_CUSTOMER: customer, EXPRESS_KEY: key, EXPRESS_URL: url } = v;
  const common = { salt: v.EXPRESS_PUSH_SECRET, perSecond: v.EXPRESS_RATE };
  if (customer === undefined && key === undefined) return { account: undefined, ...common };
  if (customer === undefined || key === undefined)
    throw new ConfigError('EXPRESS_CUSTOMER and EXPRESS_KEY: give both or neither');
  if (v.PUBLIC_URL === undefined) throw new ConfigError('PUBLIC_URL: needed by EXPRESS_KEY, which pushes to it');
  if (hasSamples && !ownHosts.has(new URL(url).hostname))
    throw new ConfigError('EXPRESS_KEY: SEED=demo makes numbers of parcels that belong to strangers, set SEED=none');
  return { account: { url, customer, key }, ...common };
}
