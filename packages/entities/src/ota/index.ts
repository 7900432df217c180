import { appVersion } from './app-version.ts';
import { firmware } from './firmware.ts';
import { firmwareOld } from './firmware-old.ts';
import { otaEquipment } from './ota-equipment.ts';
import { otaExecution } from './ota-execution.ts';
import { otaExecutionOld } from './ota-execution-old.ts';
import { otaTask } from './ota-task.ts';
import { otaTaskOld } from './ota-task-old.ts';

/** Entities of the domain: versions of the app, the firmware of vehicles and their parts, and its tasks. A new one is added here, one line. */
export const otaEntities = {
  appVersion,
  firmware,
  firmwareOld,
  otaEquipment,
  otaTask,
  otaTaskOld,
  otaExecution,
  otaExecutionOld,
} as const;
