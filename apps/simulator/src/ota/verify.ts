import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { firmwareVersionCode, readFirmwareHeader } from '@wheelhouse/contract/firmware';
import { partTypes } from '@wheelhouse/contract/device/fields';
import type { OtaPackage } from '@wheelhouse/contract/device/payloads';
import type { Part } from '../parts.ts';
import type { Downloaded } from './download.ts';
import { OtaFailure } from './failure.ts';

// RFC 8410: what stands before the 32 bytes of an Ed25519 public key.
const spki = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;
const delta = 2;

/**
 * Reads release keys: the 32 bytes of each in Base64, separated by commas. Vehicles have them from the factory, not from whoever sends packages.
 * @throws Error for what is no key
 */
export function readReleaseKeys(text: string): readonly KeyObject[] {
  return text
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const raw = Buffer.from(one, 'base64');
      if (raw.length !== keyBytes) throw new Error('SIMULATOR_FIRMWARE_KEYS: a public key has 32 bytes');
      return createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' });
    });
}

/** @throws OtaFailure E03 */
function checkSignature(sig: string | undefined, sha256: string, keys: readonly KeyObject[]): void {
  const signature = Buffer.from(sig?.replace(/^ed25519:/, '') ?? '', 'base64');
  const digest = Buffer.from(sha256, 'hex');
  if (!keys.some((key) => verify(null, digest, key, signature))) throw new OtaFailure('E03', 'signature');
}

/** What the signed file says it is for has to be this part. @throws OtaFailure E08 */
function checkHeader(pkg: OtaPackage, head: Buffer, part: Part): void {
  const header = readFirmwareHeader(head);
  if (header === undefined) throw new OtaFailure('E02', 'no package');
  const isRight =
    header.fileBytes === pkg.size &&
    header.deviceType === partTypes[pkg.ecu] &&
    (part.model === null || header.partModel === part.model) &&
    header.versionCode === firmwareVersionCode(pkg.ver) &&
    (header.packageType !== delta || header.baseVersionCode === firmwareVersionCode(part.software));
  if (!isRight) throw new OtaFailure('E08', 'package of another part');
}

/** Vehicles of the first platform know sums of the bytes alone. @throws OtaFailure E02 */
function checkSums({ md5, crc16 }: OtaPackage, is: Downloaded): void {
  const isRight = (md5 ?? is.md5).toLowerCase() === is.md5 && (crc16 ?? is.crc16).toLowerCase() === is.crc16;
  if (!isRight) throw new OtaFailure('E02', 'checksum');
}

/**
 * Compares what has arrived with what was announced, and with the part it is to run on.
 * @throws OtaFailure E02, E03, E08
 */
export function verifyPackage(
  pkg: OtaPackage,
  downloaded: Downloaded,
  { part, keys, isSigned }: { readonly part: Part; readonly keys: readonly KeyObject[]; readonly isSigned: boolean },
): void {
  const { bytes, sha256, head } = downloaded;
  if (bytes !== pkg.size || sha256 !== pkg.sha256.toLowerCase()) throw new OtaFailure('E02', 'hash');
  if (!isSigned) return checkSums(pkg, downloaded);
  checkSignature(pkg.sig, sha256, keys);
  checkHeader(pkg, head, part);
}
