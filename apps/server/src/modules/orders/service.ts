// What other modules, and the sample data, may use of orders.
export { forgetBuyer } from './forget.ts';
export { orderCargo } from './goods/cargo.ts';
export { keepNotice } from './pay/notices.ts';
export { takeTrade } from './pay/settle.ts';
export { bookBack, bookSale } from './sums.ts';
export { bookConfirmed, bookPaid } from './settlement/book.ts';
export { generate } from './settlement/generate.ts';
export type { Printed } from './settlement/statement.ts';
export { compareDay } from './recon/compare.ts';
export { billedChannels, dayOfChannel } from './recon/days.ts';
export { keepBill, ownRowsOf } from './recon/sides.ts';
