import type { Call } from '../../../http/call.ts';
import { otaAppCalls } from './app-calls.ts';
import { emergencyCalls } from './emergency.ts';
import { executionCalls } from './executions.ts';
import { monitor } from './monitor.ts';
import { previewTarget } from './preview.ts';
import { otaVehicleCalls } from './vehicle-calls.ts';
import { importVins } from './vins.ts';

export const otaTaskCalls: readonly Call[] = [
  previewTarget,
  importVins,
  monitor,
  ...emergencyCalls,
  ...executionCalls,
  ...otaVehicleCalls,
  ...otaAppCalls,
];
