import { bleLog } from './ble-log.ts';
import { bluetoothInfo } from './bluetooth-info.ts';
import { bluetoothSetup } from './bluetooth-setup.ts';
import { bluetoothSetupHistory } from './bluetooth-setup-history.ts';
import { bluetoothState } from './bluetooth-state.ts';

/** Entities of the domain: the Bluetooth modules of vehicles and how they are set up. A new one is added here, one line. */
export const bluetoothEntities = {
  bluetoothState,
  bluetoothInfo,
  bleLog,
  bluetoothSetup,
  bluetoothSetupHistory,
} as const;
