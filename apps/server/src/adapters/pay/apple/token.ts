import { parseInstant } from '@wheelhouse/contract/time';

/*
 * A purchase bears one thing of ours, the appAccountToken, a UUID. It is our number of the trade in other digits: version 8 of RFC 9562, whose other
 * 120 bits hold two letters in base 26 and twenty decimal digits. So a signed transaction leads to its order without a table, and a UUID that
 * is none of ours leads nowhere. A name-based UUID (version 5) could only be compared, and needs an index of all orders.
 */

/** Numbers of orders: two letters, the time in Asia/Shanghai, and six digits. */
const tradeNoShape = /^([A-Z])([A-Z])(\d{20})$/;
const tokenShape = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const ofDigits = 10n ** 20n;
const firstLetter = 65;

/** @returns undefined where the number is none of an order */
export function tokenOf(tradeNo: string): string | undefined {
  const [, first, second, digits] = tradeNoShape.exec(tradeNo) ?? [];
  if (first === undefined || second === undefined || digits === undefined) return undefined;
  const letters = (first.charCodeAt(0) - firstLetter) * 26 + second.charCodeAt(0) - firstLetter;
  const hex = (BigInt(letters) * ofDigits + BigInt(digits)).toString(16).padStart(30, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18)}`;
}

/** Our number of the trade; null where the token is none of ours. */
export function tradeNoOf(token: string): string | null {
  const lower = token.toLowerCase();
  if (!tokenShape.test(lower)) return null;
  const hex = lower.replaceAll('-', '');
  const value = BigInt(`0x${hex.slice(0, 12)}${hex.slice(13, 16)}${hex.slice(17)}`);
  const letters = Number(value / ofDigits);
  if (letters >= 26 * 26) return null;
  const [first, second] = [Math.floor(letters / 26), letters % 26].map((at) => String.fromCharCode(firstLetter + at));
  return `${first}${second}${(value % ofDigits).toString().padStart(20, '0')}`;
}

/** When the order of a number was made. */
export const orderTimeOf = (tradeNo: string): Date | undefined =>
  parseInstant(tradeNo.slice(2, 16).replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6'));
