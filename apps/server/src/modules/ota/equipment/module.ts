import type { ServerModule } from '../../module.ts';
import { otaEquipmentCalls } from './calls.ts';
import { otaEquipmentHooks } from './hooks.ts';

/** The parts of the fleet as the OTA engineers see them. */
export const equipmentModule: ServerModule = {
  calls: otaEquipmentCalls,
  hooks: { otaEquipment: otaEquipmentHooks },
};
