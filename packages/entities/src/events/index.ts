/** Entities of the domain: AR events, wishes and shares. A new one is added here, one line. */
export const eventsEntities = {} as const;
