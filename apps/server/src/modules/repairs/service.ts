/** What other modules may use of repair orders. */
export { isOpenAt } from './clock.ts';
export { forgetContacts, hasOpenOrder, openOrdersOfDealer } from './people.ts';
export { openOrder, openOrderOf, ordersOfAlarms } from './open.ts';
