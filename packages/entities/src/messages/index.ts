import { activityMessage } from './activity-message.ts';
import { serviceMessage } from './service-message.ts';
import { systemMessage } from './system-message.ts';
import { alarmTemplate, serviceTemplate } from './template.ts';

/** Entities of the domain: messages to many, and the texts of messages. A new one is added here, one line. */
export const messages = {
  activityMessage,
  systemMessage,
  serviceMessage,
  serviceTemplate,
  alarmTemplate,
} as const;
