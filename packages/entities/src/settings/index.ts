import { bluetoothSetup } from './bluetooth-setup.ts';

/** Entities of the domain: settings of vehicles and of the app. A new one is added here, one line. */
export const settings = { bluetoothSetup } as const;
