import { appVersion } from './app-version.ts';

/** Entities of the domain: versions of the app, and of the firmware of vehicles. A new one is added here, one line. */
export const ota = { appVersion } as const;
