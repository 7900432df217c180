import { partTypes } from '@wheelhouse/contract/device/fields';
import type { OtaDownlink, OtaPackage } from '@wheelhouse/contract/device/payloads';
import { codes } from '@wheelhouse/entities/codes';
import type { App } from '../../../http/context.ts';
import { packageUrl } from '../firmware/links.ts';
import type { TaskFirmware } from './firmware.ts';
import { jobOf } from './reports.ts';

/** Names of parts on the wire: of several the first. */
const partNames = new Map(
  Object.entries(partTypes)
    .toReversed()
    .map(([name, type]) => [type, name]),
);
const otherName = 'OTHER';

/** What a job says of its task besides the package. */
export interface Conditions {
  readonly minSoc: number;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  /** ms since epoch. */
  readonly endTime: number | null;
}

export const windowOf = ({
  windowStart,
  windowEnd,
}: Pick<Conditions, 'windowStart' | 'windowEnd'>): readonly [string, string] | null =>
  windowStart === null || windowEnd === null ? null : [windowStart, windowEnd];

/** What vehicles of the first platform check a package by. */
export function checksumsOf({ generation, md5, crc16 }: TaskFirmware): Pick<OtaPackage, 'md5' | 'crc16'> {
  return generation === codes.OtaGeneration.old && md5 !== null && crc16 !== null ? { md5, crc16 } : {};
}

/** `down/ota` of an attempt. */
export function jobFor(
  app: Pick<App, 'secrets' | 'config'>,
  { id, attempt, fromVersion }: { readonly id: string; readonly attempt: number; readonly fromVersion: string | null },
  firmware: TaskFirmware,
  conditions: Conditions,
): OtaDownlink {
  const window = windowOf(conditions);
  const isDelta = firmware.packageType === codes.PackageType.delta;
  return {
    v: 1,
    job: jobOf(id, attempt),
    pkgs: [
      {
        ecu: partNames.get(firmware.deviceType) ?? otherName,
        ver: firmware.version,
        ...(isDelta && fromVersion !== null && { from: [fromVersion] }),
        ...(firmware.hardwareVersions.length > 0 && { hw: [...firmware.hardwareVersions] }),
        url: packageUrl(app, { executionId: id, attempt }),
        size: firmware.fileSize ?? 0,
        sha256: firmware.sha256 ?? '',
        ...checksumsOf(firmware),
        ...(firmware.signature !== null && { sig: `ed25519:${firmware.signature}` }),
      },
    ],
    need: { soc: conditions.minSoc, parked: true },
    ...(window !== null && { win: window }),
    ...(conditions.endTime !== null && { exp: conditions.endTime }),
  };
}
