import { systemMessage } from './system-message.ts';

/** Entities of the domain: messages to many. A new one is added here, one line. */
export const messages = {
  systemMessage,
} as const;
