import type { ServerModule } from '../module.ts';
import { searchCalls } from './calls.ts';
import { layoutHooks, savedViewHooks } from './personal.ts';

export const searchModule: ServerModule = {
  calls: searchCalls,
  hooks: { savedView: savedViewHooks, dashboardLayout: layoutHooks },
};
