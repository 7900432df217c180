/** What people do for a promotion (`ps_promotion_event.event`). */
export const promotionEvent = { scan: 1, download: 2, register: 3, bind: 4 } as const;
