/** What other modules may use of the alarms. */
export { clearAlarm, raiseAlarm, type Raise, type Raised } from './raise.ts';
export { registerRepairOrders, type RepairOrders } from './repair.ts';
