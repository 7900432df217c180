import type { ServerModule } from '../module.ts';
import { startDelivery } from './delivery.ts';
import { messageJobs } from './jobs.ts';
import { messageCalls, ownNotices } from './notice-calls.ts';

export const messageModule: ServerModule = {
  calls: messageCalls,
  topics: { notice: ownNotices },
  jobs: messageJobs,
  services: [startDelivery],
};
