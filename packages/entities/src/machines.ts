/**
 * Every lifecycle of the console as a table of transitions. A transition that is not listed is refused.
 */

import { accessMachines } from './machines/access.ts';
import { alarmsMachines } from './machines/alarms.ts';
import { commonMachines } from './machines/common.ts';
import { contentMachines } from './machines/content.ts';
import { marketingMachines } from './machines/marketing.ts';
import { messagesMachines } from './machines/messages.ts';
import { ordersMachines } from './machines/orders.ts';
import { otaMachines } from './machines/ota.ts';
import { settingsMachines } from './machines/settings.ts';
import { simMachines } from './machines/sim.ts';
import { supportMachines } from './machines/support.ts';
import { vehiclesMachines } from './machines/vehicles.ts';
import type { Machine } from './machines/types.ts';

export type { Machine, Review, Transition } from './machines/types.ts';

export const machines = {
  ...commonMachines,
  ...accessMachines,
  ...vehiclesMachines,
  ...alarmsMachines,
  ...otaMachines,
  ...simMachines,
  ...messagesMachines,
  ...supportMachines,
  ...contentMachines,
  ...marketingMachines,
  ...ordersMachines,
  ...settingsMachines,
} as const satisfies Record<string, Machine>;

export type MachineName = keyof typeof machines;
