/** Entities of the domain: prizes, coupons and winning records. A new one is added here, one line. */
export const prizesEntities = {} as const;
