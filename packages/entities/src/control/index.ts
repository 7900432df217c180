import { debugCommand } from './debug-command.ts';
import { debugRecord } from './debug-record.ts';
import { debugSession } from './debug-session.ts';
import { vehicleControlLog } from './vehicle-control-log.ts';

/** Entities of the domain: commands to vehicles, and debugging from afar. A new one is added here, one line. */
export const controlEntities = {
  vehicleControlLog,
  debugCommand,
  debugRecord,
  debugSession,
} as const;
