import { cardGrid, type PlacedCard } from '@wheelhouse/entities/access/dashboard-cards';

const within = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));

/** A card at another place of the order. */
export function moved(cards: readonly PlacedCard[], card: string, to: number): readonly PlacedCard[] {
  const one = cards.find((each) => each.card === card);
  if (one === undefined) return cards;
  const rest = cards.filter((each) => each !== one);
  const at = within(to, 0, rest.length);
  return [...rest.slice(0, at), one, ...rest.slice(at)];
}

/** Lower cards cannot be read. */
const leastHeight = 3;

/** A card in another size, as far as the grid goes. */
export function sized(
  cards: readonly PlacedCard[],
  card: string,
  to: { readonly w: number; readonly h: number },
): readonly PlacedCard[] {
  return cards.map((each) =>
    each.card === card
      ? {
          ...each,
          w: within(to.w, cardGrid.leastWidth, cardGrid.columns),
          h: within(to.h, Math.min(each.h, leastHeight), cardGrid.mostHeight),
        }
      : each,
  );
}

/** The cards of another order than those on the board: what is on no board keeps its place after the one before it. */
export function withHidden(all: readonly PlacedCard[], shown: readonly PlacedCard[]): readonly PlacedCard[] {
  const visible = new Set(shown.map(({ card }) => card));
  const known = new Set(all.map(({ card }) => card));
  const result = [...shown];
  all.forEach((one, at) => {
    // Not shown for want of a right: it comes back with it.
    if (visible.has(one.card) || !known.has(one.card)) return;
    const before = all
      .slice(0, at)
      .toReversed()
      .find(({ card }) => result.some((each) => each.card === card));
    const place = before === undefined ? 0 : result.findIndex(({ card }) => card === before.card) + 1;
    result.splice(place, 0, one);
  });
  return result;
}
