import { alarm } from './alarm.ts';
import { alarmLog } from './alarm-log.ts';
import { alarmRule } from './alarm-rule.ts';
import { faultReport } from './fault-report.ts';

/** Entities of the domain: alarms, faults and their rules. A new one is added here, one line. */
export const alarmsEntities = {
  alarm,
  alarmLog,
  faultReport,
  alarmRule,
} as const;
