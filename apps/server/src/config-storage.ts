import { z } from 'zod';
import { ConfigError, urlOf } from './config-parts.ts';

// Where uploads are kept.

/** The variables of the file storage, as documented in docs/operations.md. */
export const storageVariables = {
  STORAGE_URL: urlOf('file', 's3').optional(),
  S3_ENDPOINT: urlOf('http', 'https').optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
};

/** Where an `s3://bucket/prefix` is, and how to get in. */
export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** @throws ConfigError when STORAGE_URL is in S3 and something to get there is missing */
export function s3Of(v: z.output<z.ZodObject<typeof storageVariables>>): S3Config | undefined {
  if (v.STORAGE_URL === undefined || !v.STORAGE_URL.startsWith('s3:')) return undefined;
  if (new URL(v.STORAGE_URL).host === '') throw new ConfigError('STORAGE_URL: must name a bucket, s3://bucket/prefix');
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_REGION: region } = v;
  if (endpoint === undefined) throw new ConfigError('S3_ENDPOINT: needed by STORAGE_URL');
  if (accessKey === undefined) throw new ConfigError('S3_ACCESS_KEY: needed by STORAGE_URL');
  if (secretKey === undefined) throw new ConfigError('S3_SECRET_KEY: needed by STORAGE_URL');
  return { endpoint, region, accessKey, secretKey };
}
