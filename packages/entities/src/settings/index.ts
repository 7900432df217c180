import { bluetoothSetup } from './bluetooth-setup.ts';
import { bluetoothSetupHistory } from './bluetooth-setup-history.ts';

/** Entities of the domain: settings of vehicles and of the app. A new one is added here, one line. */
export const settings = { bluetoothSetup, bluetoothSetupHistory } as const;
