import type { ServerModule } from '../module.ts';
import { bluetoothSetupHooks } from './bluetooth.ts';

export const settingsModule: ServerModule = { hooks: { bluetoothSetup: bluetoothSetupHooks } };
