import type { ServerModule } from '../module.ts';
import { bluetoothCalls } from './bluetooth-calls.ts';
import { bluetoothSetupHooks } from './bluetooth.ts';
import { startBluetoothRounds, sendAtContact } from './bluetooth-sync.ts';
import { userTagCalls } from './tags/calls.ts';
import { userTagHooks, userTagMemberHooks } from './tags/hooks.ts';
import { refreshDaily } from './tags/refresh.ts';

export const settingsModule: ServerModule = {
  calls: [...bluetoothCalls, ...userTagCalls],
  hooks: { bluetoothSetup: bluetoothSetupHooks, userTag: userTagHooks, userTagMember: userTagMemberHooks },
  jobs: [{ name: 'settings.userTags', cron: '0 3 * * *', run: refreshDaily }],
  uplinks: { ready: sendAtContact },
  services: [startBluetoothRounds],
};
