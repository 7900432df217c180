// What other modules may use of orders.
export { forgetBuyer } from './forget.ts';
