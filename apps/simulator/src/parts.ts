import type { PartVersion } from '@wheelhouse/contract/device/payloads';
import { partTypes } from '@wheelhouse/contract/device/fields';
import type { SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';

const types = ['VCU', 'MCU', 'BMS', 'METER'] as const;
/** Parts whose software can be renewed, by the names used on the wire. */
export type PartType = (typeof types)[number];

export interface Part {
  software: string;
  readonly hardware: string;
  /** Null: not known, as of parts that nobody recorded. */
  readonly model: string | null;
}

export type Parts = Readonly<Record<PartType, Part>>;

const versionNames = { VCU: 'ecu', MCU: 'controller', BMS: 'bms', METER: 'meter' } as const;
const defaults = { VCU: 'V2.3.0', MCU: 'V1.8.0', BMS: 'V1.4.2', METER: 'V1.2.0' } as const;

/** The electronic parts of a vehicle, with the software they were left with. */
export function partsOf({ parts, versions }: SimulatedVehicle): Parts {
  const partOf = (type: PartType): Part => {
    const known = parts?.find(({ deviceType }) => deviceType === partTypes[type]);
    return {
      software: versions?.[versionNames[type]] ?? known?.software ?? defaults[type],
      hardware: known?.hardware ?? 'V1.1',
      model: known?.model ?? null,
    };
  };
  return { VCU: partOf('VCU'), MCU: partOf('MCU'), BMS: partOf('BMS'), METER: partOf('METER') };
}

export const isPartType = (name: string): name is PartType => types.some((type) => type === name);

/** As telemetry says it. */
export const reportParts = (parts: Parts): PartVersion[] =>
  types.map((type) => ({ type, sw: parts[type].software, hw: parts[type].hardware, ok: true }));
