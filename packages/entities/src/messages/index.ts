import { activityMessage } from './activity-message.ts';
import { systemMessage } from './system-message.ts';
import { alarmTemplate, serviceTemplate } from './template.ts';

/** Entities of the domain: messages to many, and the texts of messages. A new one is added here, one line. */
export const messages = {
  activityMessage,
  systemMessage,
  serviceTemplate,
  alarmTemplate,
} as const;
