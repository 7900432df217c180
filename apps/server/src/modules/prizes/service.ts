// What other modules may use of prizes.
export { award, type Award } from './winnings/award.ts';
export { revokeWinning } from './winnings/revoke.ts';
export { winningCargo } from './winnings/cargo.ts';
export { cancelledWinnings } from './winnings/hooks.ts';
export { moveStock } from './stock/stock.ts';
export { forgetWinner } from './winnings/erase.ts';
export { address, refuseWrongArea } from './winnings/address.ts';
