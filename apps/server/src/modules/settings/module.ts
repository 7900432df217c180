import type { ServerModule } from '../module.ts';
import { bluetoothCalls } from './bluetooth-calls.ts';
import { bluetoothSetupHooks } from './bluetooth.ts';
import { startBluetoothRounds, sendAtContact } from './bluetooth-sync.ts';
import { feedbackAppCalls } from './feedback/app-calls.ts';
import { feedbackCalls } from './feedback/calls.ts';
import { feedbackHooks, quickReplyHooks } from './feedback/hooks.ts';
import { feedbackJobs } from './feedback/jobs.ts';
import { userTagCalls } from './tags/calls.ts';
import { userTagHooks, userTagMemberHooks } from './tags/hooks.ts';
import { refreshDaily } from './tags/refresh.ts';

export const settingsModule: ServerModule = {
  calls: [...bluetoothCalls, ...feedbackCalls, ...feedbackAppCalls, ...userTagCalls],
  hooks: {
    bluetoothSetup: bluetoothSetupHooks,
    feedback: feedbackHooks,
    quickReply: quickReplyHooks,
    userTag: userTagHooks,
    userTagMember: userTagMemberHooks,
  },
  jobs: [...feedbackJobs, { name: 'settings.userTags', cron: '0 3 * * *', run: refreshDaily }],
  uplinks: { ready: sendAtContact },
  services: [startBluetoothRounds],
};
