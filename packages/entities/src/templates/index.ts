import { alarmTemplate } from './alarm-template.ts';
import { serviceTemplate } from './service-template.ts';

/** Entities of the domain: the texts of messages that the platform sends. A new one is added here, one line. */
export const templatesEntities = {
  serviceTemplate,
  alarmTemplate,
} as const;
