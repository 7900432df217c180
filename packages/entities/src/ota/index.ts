import { appVersion } from './app-version.ts';
import { firmware } from './firmware.ts';
import { firmwareOld } from './firmware-old.ts';

/** Entities of the domain: versions of the app, and of the firmware of vehicles. A new one is added here, one line. */
export const ota = { appVersion, firmware, firmwareOld } as const;
