import type { ServerModule } from '../module.ts';
import { bluetoothCalls } from './bluetooth-calls.ts';
import { bluetoothSetupHooks } from './bluetooth.ts';
import { startBluetoothRounds, sendAtContact } from './bluetooth-sync.ts';

export const settingsModule: ServerModule = {
  calls: bluetoothCalls,
  hooks: { bluetoothSetup: bluetoothSetupHooks },
  uplinks: { ready: sendAtContact },
  services: [startBluetoothRounds],
};
