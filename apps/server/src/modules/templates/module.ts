import type { ServerModule } from '../module.ts';
import { templateCalls } from './calls.ts';
import { alarmTemplateHooks, serviceTemplateHooks } from './hooks.ts';

export const templateModule: ServerModule = {
  calls: templateCalls,
  hooks: { serviceTemplate: serviceTemplateHooks, alarmTemplate: alarmTemplateHooks },
};
