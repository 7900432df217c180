import type { ServerModule } from '../../module.ts';
import { expressJobs } from './follow.ts';
import { expressPush } from './push.ts';
import { parcelsToFollow } from './work.ts';

export const expressModule: ServerModule = {
  calls: [expressPush],
  jobs: expressJobs,
  works: [parcelsToFollow],
};
