/**
 * Every lifecycle of the console as a table of transitions. A transition that is not listed is refused.
 */

import { commonMachines } from './machines/common.ts';
import { accessMachines } from './machines/access.ts';
import { alarmsMachines } from './machines/alarms.ts';
import { bindingMachines } from './machines/binding.ts';
import { changesMachines } from './machines/changes.ts';
import { contentMachines } from './machines/content.ts';
import { controlMachines } from './machines/control.ts';
import { dealersMachines } from './machines/dealers.ts';
import { eventsMachines } from './machines/events.ts';
import { feedbackMachines } from './machines/feedback.ts';
import { marketingMachines } from './machines/marketing.ts';
import { messagesMachines } from './machines/messages.ts';
import { ordersMachines } from './machines/orders.ts';
import { otaMachines } from './machines/ota.ts';
import { prizesMachines } from './machines/prizes.ts';
import { repairsMachines } from './machines/repairs.ts';
import { simMachines } from './machines/sim.ts';
import { theftMachines } from './machines/theft.ts';
import { usersMachines } from './machines/users.ts';
import { vehiclesMachines } from './machines/vehicles.ts';
import type { Machine } from './machines/types.ts';

export type { Machine, Review, Transition } from './machines/types.ts';

export const machines = {
  ...commonMachines,
  ...accessMachines,
  ...alarmsMachines,
  ...bindingMachines,
  ...changesMachines,
  ...contentMachines,
  ...controlMachines,
  ...dealersMachines,
  ...eventsMachines,
  ...feedbackMachines,
  ...marketingMachines,
  ...messagesMachines,
  ...ordersMachines,
  ...otaMachines,
  ...prizesMachines,
  ...repairsMachines,
  ...simMachines,
  ...theftMachines,
  ...usersMachines,
  ...vehiclesMachines,
} as const satisfies Record<string, Machine>;

export type MachineName = keyof typeof machines;
