/** States of a payment (`ord_payment.status`). */
export const payment = { waiting: 0, paid: 1, closed: 2 } as const;
