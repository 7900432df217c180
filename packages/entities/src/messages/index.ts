import { activityMessage } from './activity-message.ts';
import { serviceMessage } from './service-message.ts';
import { systemMessage } from './system-message.ts';

/** Entities of the domain: messages to many. A new one is added here, one line. */
export const messagesEntities = {
  activityMessage,
  systemMessage,
  serviceMessage,
} as const;
