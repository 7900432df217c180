import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, safeOrigin } from './config-parts.ts';

// What takes money for in-app purchases: the App Store, or its sandbox on this machine.

/**
 * Where purchases are real, or Apple's own tests. Xcode and LocalTesting are left out for good: what is signed there with anything counts as genuine.
 */
const environments = ['Production', 'Sandbox'] as const;
export type AppleEnvironment = (typeof environments)[number];

/** The variables of the App Store, as documented in docs/operations.md. */
export const applePayVariables = {
  APPLE_PAY_BUNDLE_ID: z
    .string()
    .regex(/^[\w.-]{3,155}$/, 'must be the bundle id of an app')
    .optional(),
  APPLE_PAY_APP_ID: z.coerce.number().int().positive().optional(),
  APPLE_PAY_ENVIRONMENT: z.enum(environments).default('Production'),
  /** Apple's are of no version. */
  APPLE_PAY_ISSUER_ID: z.guid('must be the issuer id of App Store Connect').optional(),
  APPLE_PAY_KEY_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'must be the id of a key for in-app purchases')
    .optional(),
  APPLE_PAY_PRIVATE_KEY: z.string().optional(),
  APPLE_PAY_ROOT_CERTIFICATES: z.string().optional(),
  APPLE_PAY_COMMISSION: z.coerce.number().int().min(0).max(50).default(30),
  APPLE_PAY_URL: safeOrigin.optional(),
};
type Given = z.output<z.ZodObject<typeof applePayVariables>>;

/** An app of the App Store, and the key that asks about its purchases. */
export interface AppleAccount {
  /** Of the App Store Server API, without a path. */
  readonly url: string;
  readonly environment: AppleEnvironment;
  readonly bundleId: string;
  /** The app's number; absent in Apple's sandbox. */
  readonly appId: number | undefined;
  readonly issuerId: string;
  readonly keyId: string;
  /** PEM of a key of P-256. */
  readonly privateKey: string;
  /** DER of the certificates that signatures are to lead to. */
  readonly roots: readonly Buffer[];
  /** Whole percent of each price that Apple keeps. */
  readonly commission: number;
}

const urls: Readonly<Record<AppleEnvironment, string>> = {
  Production: 'https://api.storekit.apple.com',
  Sandbox: 'https://api.storekit-sandbox.apple.com',
};

function fileOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`${name}: must be the path of a file that can be read`);
  }
}

/** @throws ConfigError, which repeats nothing of the file */
function keyOf(path: string): string {
  const pem = fileOf('APPLE_PAY_PRIVATE_KEY', path).toString();
  try {
    if (createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  } catch {
    // Said below.
  }
  throw new ConfigError('APPLE_PAY_PRIVATE_KEY: the file is no .p8 key of App Store Connect');
}

/** Certificates of a file: several in PEM, or one in DER, as Apple gives it. */
function rootsOf(path: string): readonly Buffer[] {
  const bytes = fileOf('APPLE_PAY_ROOT_CERTIFICATES', path);
  const blocks = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  try {
    const roots = (blocks ?? [bytes]).map((block) => new X509Certificate(block));
    if (roots.every(({ ca, subject, issuer }) => ca && subject === issuer)) return roots.map(({ raw }) => raw);
  } catch {
    // Said below.
  }
  throw new ConfigError('APPLE_PAY_ROOT_CERTIFICATES: the file holds something else than root certificates');
}

/** @returns undefined where a sandbox is in its place @throws ConfigError when the account is half configured */
export function readApplePay(v: Given): AppleAccount | undefined {
  const { APPLE_PAY_BUNDLE_ID: bundleId, APPLE_PAY_ISSUER_ID: issuerId, APPLE_PAY_KEY_ID: keyId } = v;
  const { APPLE_PAY_PRIVATE_KEY: key, APPLE_PAY_ROOT_CERTIFICATES: roots, APPLE_PAY_ENVIRONMENT: environment } = v;
  if ([bundleId, issuerId, keyId, key, roots].every((value) => value === undefined)) return undefined;
  if (
    bundleId === undefined ||
    issuerId === undefined ||
    keyId === undefined ||
    key === undefined ||
    roots === undefined
  )
    throw new ConfigError(
      'APPLE_PAY_BUNDLE_ID, APPLE_PAY_ISSUER_ID, APPLE_PAY_KEY_ID, APPLE_PAY_PRIVATE_KEY and APPLE_PAY_ROOT_CERTIFICATES: give all or none',
    );
  if (environment === 'Production' && v.APPLE_PAY_APP_ID === undefined)
    throw new ConfigError('APPLE_PAY_APP_ID: needed by APPLE_PAY_ENVIRONMENT=Production');
  return {
    url: v.APPLE_PAY_URL ?? urls[environment],
    environment,
    bundleId,
    appId: v.APPLE_PAY_APP_ID,
    issuerId,
    keyId,
    privateKey: keyOf(key),
    roots: rootsOf(roots),
    commission: v.APPLE_PAY_COMMISSION,
  };
}
