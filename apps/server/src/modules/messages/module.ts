import type { ServerModule } from '../module.ts';
import { activityMessageCalls } from './activity/calls.ts';
import { activityMessageHooks } from './activity/hooks.ts';
import { activitySource } from './activity/source.ts';
import { alarmMessageCalls } from './alarm-messages.ts';
import { messageAppCalls } from './app-calls.ts';
import { partsOf, startSending } from './broadcast.ts';
import { startDelivery } from './delivery.ts';
import { messageJobs } from './jobs.ts';
import { messageCalls, ownNotices } from './notice-calls.ts';
import { progressTopic } from './progress.ts';
import { reminderCalls } from './reminders/calls.ts';
import { serviceMessageHooks } from './reminders/hooks.ts';
import { reminder, reminderParts, startReminders } from './reminders/runs.ts';
import { activityReview, reminderReview, systemReview } from './reviews.ts';
import { systemMessageCalls } from './system/calls.ts';
import { systemMessageHooks } from './system/hooks.ts';
import { systemSource } from './system/source.ts';
import { templateMessageCalls } from './template-calls.ts';
import { messageProofs } from './proofs.ts';

const sources = [systemSource, activitySource];

export const messageModule: ServerModule = {
  calls: [
    ...messageCalls,
    ...messageAppCalls,
    ...systemMessageCalls,
    ...activityMessageCalls,
    ...reminderCalls,
    ...templateMessageCalls,
    ...alarmMessageCalls,
  ],
  hooks: {
    activityMessage: activityMessageHooks,
    systemMessage: systemMessageHooks,
    serviceMessage: serviceMessageHooks,
  },
  reviews: {
    activityMessage: activityReview,
    systemMessage: systemReview,
    serviceMessage: reminderReview,
  },
  topics: {
    notice: ownNotices,
    activityMessage: progressTopic(activitySource.entity),
    systemMessage: progressTopic(systemSource.entity),
    serviceMessage: progressTopic(reminder),
  },
  jobs: messageJobs,
  services: [startDelivery, startSending(sources), startReminders],
  works: [partsOf(sources), reminderParts],
  proofs: messageProofs,
};
