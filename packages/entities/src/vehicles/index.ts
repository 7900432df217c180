import { battery } from './battery.ts';
import { batteryBinding } from './battery-binding.ts';
import { batteryPending } from './battery-pending.ts';
import { bindingLog } from './binding-log.ts';
import { vehicleControlLog } from './control-command.ts';
import { debugCommand } from './debug-command.ts';
import { debugRecord } from './debug-record.ts';
import { debugSession } from './debug-session.ts';
import { ecu } from './ecu.ts';
import { ecuVersion } from './ecu-version.ts';
import { mileageDay } from './mileage-day.ts';
import { soundEffect } from './sound-effect.ts';
import { stolenCase } from './stolen-case.ts';
import { stolenNote } from './stolen-note.ts';
import { trip } from './trip.ts';
import { unbindApplication } from './unbind-application.ts';
import { vehicle } from './vehicle.ts';
import { vehicleBinding } from './vehicle-binding.ts';
import { vehicleImage } from './vehicle-image.ts';
import { vehicleSeries } from './vehicle-series.ts';
import { vehicleStatus } from './vehicle-status.ts';
import { vehicleType } from './vehicle-type.ts';
import { vehicleXp } from './vehicle-xp.ts';
import { virtualVin } from './virtual-vin.ts';
import { xpSyncLog } from './xp-sync-log.ts';

/** Entities of the domain: vehicles, their parts and what happens to them. A new one is added here, one line. */
export const vehicles = {
  vehicleSeries,
  vehicleType,
  vehicleImage,
  vehicle,
  vehicleStatus,
  ecu,
  battery,
  batteryBinding,
  batteryPending,
  ecuVersion,
  soundEffect,
  virtualVin,
  vehicleXp,
  xpSyncLog,
  vehicleBinding,
  bindingLog,
  vehicleControlLog,
  debugCommand,
  debugRecord,
  debugSession,
  trip,
  mileageDay,
  stolenCase,
  stolenNote,
  unbindApplication,
} as const;
