import type { ServerModule } from '../module.ts';
import { alarmCalls } from './calls.ts';
import { startAlarmRules } from './evaluator.ts';
import { takeEvents } from './events.ts';
import { takeTroubleCodes } from './faults.ts';
import { alarmHooks, faultHooks, ruleHooks } from './hooks.ts';
import { alarmJobs } from './jobs.ts';
import { alarmTopic } from './live.ts';

export const alarmModule: ServerModule = {
  calls: alarmCalls,
  hooks: { alarm: alarmHooks, faultReport: faultHooks, alarmRule: ruleHooks },
  topics: { alarm: alarmTopic },
  uplinks: { event: takeEvents },
  troubleCodes: takeTroubleCodes,
  jobs: alarmJobs,
  services: [startAlarmRules],
};
