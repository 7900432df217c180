import type { PlacedCard } from '@wheelhouse/entities/access/dashboard-cards';
import { Suspense, type CSSProperties, type ReactNode } from 'react';
import { LoadingState } from '../../../../ui/States.tsx';
import { WhenNear } from '../../../../ui/WhenNear.tsx';
import { useCan } from '../../../../session/session.ts';
import { kindOf, type CardKind } from './kinds.tsx';
import './board.css';

/** Pixels of a row of the grid and of the space below it, as in the style sheet. */
export const [rowHeight, rowGap] = [40, 16] as const;
export const heightOf = (h: number): number => h * (rowHeight + rowGap) - rowGap;

export interface Shown extends PlacedCard {
  readonly kind: Omit<CardKind, 'title' | 'w' | 'h'>;
}

/** The cards that are known and for this user: what they lost the right to is left out, and comes back with it. */
export function useShown(cards: readonly PlacedCard[]): readonly Shown[] {
  const can = useCan();
  return cards.flatMap((one) => {
    const kind = kindOf(one.card);
    return kind?.may(can) === true ? [{ ...one, kind }] : [];
  });
}

/** Where a cell of the grid stands. */
export const placeOf = ({ w, h, kind }: Pick<Shown, 'w' | 'h' | 'kind'>): CSSProperties =>
  Object.fromEntries([
    ['--db-w', w],
    ['--db-h', kind.strip === true ? 1 : h],
  ]);

/** What a card shows. */
export function CardBody({ h, kind }: Pick<Shown, 'h' | 'kind'>): ReactNode {
  if (kind.strip === true) return kind.show();
  return (
    <div className="db-fill">
      <WhenNear height={heightOf(h)} {...(kind.heavy === true && { margin: '0px' })}>
        <Suspense fallback={<LoadingState />}>{kind.show()}</Suspense>
      </WhenNear>
    </div>
  );
}

/** The cards of a user on their grid. */
export function Board({ cards }: { readonly cards: readonly PlacedCard[] }): ReactNode {
  const shown = useShown(cards);
  return (
    <div className="db-board">
      {shown.map(({ card, w, h, kind }) => (
        <div
          key={card}
          className="db-cell"
          data-card={card}
          data-w={w}
          data-strip={kind.strip}
          style={placeOf({ w, h, kind })}
        >
          <CardBody h={h} kind={kind} />
        </div>
      ))}
    </div>
  );
}
