import { battery } from './battery.ts';
import { batteryBinding } from './battery-binding.ts';
import { batteryPending } from './battery-pending.ts';
import { ecu } from './ecu.ts';
import { ecuVersion } from './ecu-version.ts';
import { soundEffect } from './sound-effect.ts';
import { vehicle } from './vehicle.ts';
import { vehicleImage } from './vehicle-image.ts';
import { vehicleSeries } from './vehicle-series.ts';
import { vehicleType } from './vehicle-type.ts';
import { vehicleXp } from './vehicle-xp.ts';
import { virtualVin } from './virtual-vin.ts';
import { xpSyncLog } from './xp-sync-log.ts';

/** Entities of the domain: vehicles, their models, parts and sounds. A new one is added here, one line. */
export const vehiclesEntities = {
  vehicleSeries,
  vehicleType,
  vehicleImage,
  vehicle,
  ecu,
  battery,
  batteryBinding,
  batteryPending,
  ecuVersion,
  soundEffect,
  virtualVin,
  vehicleXp,
  xpSyncLog,
} as const;
