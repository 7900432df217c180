import { changeRequest } from './change-request.ts';

/** Entities of the domain: changes that one person asks for and another decides. A new one is added here, one line. */
export const changesEntities = {
  changeRequest,
} as const;
