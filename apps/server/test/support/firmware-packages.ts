import { createHash, sign, type KeyObject } from 'node:crypto';
import { firmwareBin, firmwareVersionCode } from '@wheelhouse/contract/firmware';
import { testKeys } from './firmware-keys.ts';

export const signed = (bytes: Uint8Array, { privateKey }: { privateKey: KeyObject } = testKeys.present): string =>
  sign(null, createHash('sha256').update(bytes).digest(), privateKey).toString('base64');

interface PackageOptions {
  readonly version: string;
  readonly partModel?: string;
  readonly deviceType?: number;
  readonly base?: string;
  /** Bytes after the header. */
  readonly bytes?: number;
}

/** A package whose bytes are the same for the same options. */
export function firmwarePackage({
  version,
  partModel = 'ZK3',
  deviceType = 1,
  base,
  bytes = 4096,
}: PackageOptions): Buffer {
  const content = Buffer.alloc(bytes, `${partModel} ${version} `);
  const header = {
    packageType: base === undefined ? 1 : 2,
    deviceType,
    partModel,
    versionCode: firmwareVersionCode(version) ?? 0,
    baseVersionCode: base === undefined ? 0 : (firmwareVersionCode(base) ?? 0),
  };
  return Buffer.from(firmwareBin(header, content));
}
