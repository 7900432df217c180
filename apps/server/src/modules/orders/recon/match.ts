import { fenOfMilli } from '@wheelhouse/contract/money';
import { codes, type Code } from '@wheelhouse/entities/codes';
import type { BillRow } from '../../../adapters/pay/index.ts';

const { missingHere, missingThere, amount, feeRounding, acrossMidnight } = codes.ReconDiff;

/** Money that the ledger says came through a channel, or went back through it. */
export interface OwnRow {
  readonly kind: BillRow['kind'];
  readonly orderNo: string;
  readonly channelTradeNo: string | null;
  readonly refundNo: string | null;
  readonly channelRefundNo: string | null;
  /** Above zero for both kinds. */
  readonly amountFen: number;
  /** What the channel keeps; below zero of a refund. */
  readonly feeFen: number;
  readonly time: Date;
}

/** A day of a channel, as both sides tell it. */
export interface Sides {
  readonly bill: readonly BillRow[];
  /** The ledger's rows of the day. */
  readonly own: readonly OwnRow[];
  /** Its rows of other days that rows of this bill name, and no other bill does. */
  readonly ownElsewhere: readonly OwnRow[];
  /** Keys of rows of other days' bills (`strongKeys`). */
  readonly billedElsewhere: ReadonlySet<string>;
  /** Refunds by number that the channel has accepted, and the ledger does not have yet. */
  readonly underWay: ReadonlySet<string>;
  /** Whether a bill that may still come could name a row of this time. */
  readonly mayBeBilledLater: (own: OwnRow) => boolean;
}

export interface Difference {
  readonly type: Code<'ReconDiff'>;
  readonly kind: BillRow['kind'];
  /** Names it, once in a day. */
  readonly ref: string;
  readonly own: OwnRow | undefined;
  readonly bill: BillRow | undefined;
  /** Something is to be done, or to be waited for; otherwise it only explains the sums. */
  readonly isOpen: boolean;
}

type Numbers = Pick<OwnRow, 'channelTradeNo' | 'refundNo' | 'channelRefundNo'>;

/** What names a row on both sides, and no other: a payment by the channel's number, a refund by either number. */
export const strongKeys = (kind: BillRow['kind'], { channelTradeNo, refundNo, channelRefundNo }: Numbers): string[] =>
  (kind === 'pay' ? [channelTradeNo] : [refundNo, channelRefundNo]).flatMap((one) =>
    one === null || one === '' ? [] : [`${kind}:${one}`],
  );

/** Own rows by a key, each given out once. */
class Shelf {
  readonly #byKey = new Map<string, OwnRow[]>();
  readonly #taken = new Set<OwnRow>();

  add(row: OwnRow, keys: readonly string[]): void {
    for (const key of keys) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), row]);
  }

  take(keys: readonly string[]): OwnRow | undefined {
    const found = keys.flatMap((key) => this.#byKey.get(key) ?? []).find((row) => !this.#taken.has(row));
    if (found) this.#taken.add(found);
    return found;
  }

  isTaken = (row: OwnRow): boolean => this.#taken.has(row);
}

interface Pair {
  readonly bill: BillRow;
  readonly own: OwnRow | undefined;
}

/** By the channel's numbers first. A payment that is left is taken by the number of its order. */
function pair(bill: readonly BillRow[], own: readonly OwnRow[], shelf: Shelf): readonly Pair[] {
  const weak = (kind: string, orderNo: string): string[] =>
    kind === 'pay' && orderNo !== '' ? [`order:${orderNo}`] : [];
  for (const row of own) shelf.add(row, [...strongKeys(row.kind, row), ...weak(row.kind, row.orderNo)]);
  const sure = bill.map((row): Pair => ({ bill: row, own: shelf.take(strongKeys(row.kind, row)) }));
  return sure.map((one) => (one.own ? one : { ...one, own: shelf.take(weak(one.bill.kind, one.bill.tradeNo)) }));
}

/** Rows of both sides that the day alone does not pair. */
export function unpaired({ bill, own }: Pick<Sides, 'bill' | 'own'>): {
  readonly bill: readonly BillRow[];
  readonly own: readonly OwnRow[];
} {
  const shelf = new Shelf();
  const pairs = pair(bill, own, shelf);
  return {
    bill: pairs.filter((one) => one.own === undefined).map((one) => one.bill),
    own: own.filter((row) => !shelf.isTaken(row)),
  };
}

/** How a pair differs; undefined where both say the same. A fee is compared in whole fen: the ledger has no parts of one. */
function typeOf(bill: BillRow, own: OwnRow): Code<'ReconDiff'> | undefined {
  if (bill.amountFen !== own.amountFen) return amount;
  const fee = Math.abs(fenOfMilli(bill.feeMilliFen) - own.feeFen);
  return fee === 0 ? undefined : fee === 1 ? feeRounding : amount;
}

/** Refs are unique: of rows that name the same, the second is `…#2`. */
function withRefs(found: readonly Omit<Difference, 'ref'>[]): readonly Difference[] {
  const seen = new Map<string, number>();
  return found.map((one) => {
    const { bill, own, kind } = one;
    const [row] = strongKeys(kind, bill ?? own ?? { channelTradeNo: null, refundNo: null, channelRefundNo: null });
    const ref = (row ?? `order:${own?.orderNo ?? bill?.tradeNo ?? ''}`).slice(0, 100);
    const n = (seen.get(ref) ?? 0) + 1;
    seen.set(ref, n);
    return { ...one, ref: n === 1 ? ref : `${ref}#${n}` };
  });
}

/** What the two sides of a day do not say alike, each in one of the classes of D:ReconDiff. */
export function differencesOf(sides: Sides): readonly Difference[] {
  const { bill, own, ownElsewhere, billedElsewhere, underWay, mayBeBilledLater } = sides;
  const ofDay = new Set(own);
  const shelf = new Shelf();
  const found: Omit<Difference, 'ref'>[] = [];
  for (const one of pair(bill, [...own, ...ownElsewhere], shelf)) {
    const { kind } = one.bill;
    if (one.own === undefined) {
      const isUnderWay = one.bill.refundNo !== null && underWay.has(one.bill.refundNo);
      found.push({ ...one, kind, type: isUnderWay ? acrossMidnight : missingHere, isOpen: true });
      continue;
    }
    const type = typeOf(one.bill, one.own);
    if (type !== undefined) found.push({ ...one, kind, type, isOpen: true });
    else if (!ofDay.has(one.own)) found.push({ ...one, kind, type: acrossMidnight, isOpen: false });
  }
  for (const row of own) {
    if (shelf.isTaken(row)) continue;
    const isBilled = strongKeys(row.kind, row).some((key) => billedElsewhere.has(key));
    const type = isBilled || mayBeBilledLater(row) ? acrossMidnight : missingThere;
    found.push({ kind: row.kind, own: row, bill: undefined, type, isOpen: !isBilled });
  }
  return withRefs(found);
}

const sign = { pay: 1, refund: -1 } as const;

/** Payments less refunds. */
export const netOf = (rows: readonly { readonly kind: BillRow['kind']; readonly amountFen: number }[]): number =>
  rows.reduce((sum, { kind, amountFen }) => sum + sign[kind] * amountFen, 0);

/** The figures of a difference: with its sign, and what the channel has more, fees taken off. */
export function figuresOf({ kind, own, bill }: Difference) {
  const signed = (fen: number | undefined): number | null => (fen === undefined ? null : sign[kind] * fen);
  const [ourFen, channelFen] = [signed(own?.amountFen), signed(bill?.amountFen)];
  const [ourFeeFen, channelFeeFen] = [own?.feeFen ?? null, bill ? fenOfMilli(bill.feeMilliFen) : null];
  const diffFen = (channelFen ?? 0) - (channelFeeFen ?? 0) - ((ourFen ?? 0) - (ourFeeFen ?? 0));
  return { ourFen, channelFen, ourFeeFen, channelFeeFen, diffFen };
}
