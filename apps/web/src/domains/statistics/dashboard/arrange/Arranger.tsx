import { PlusOutlined } from '@ant-design/icons';
import { cardGrid, type PlacedCard } from '@wheelhouse/entities/access/dashboard-cards';
import { useRef, useState, type ReactNode } from 'react';
import { Dialogs, useDialogs } from '../../../../entity-ui/dialogs.tsx';
import { usePick, useTexts } from '../../../../i18n/lang.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmButton } from '../../../../ui/ConfirmButton.tsx';
import { dialogPart } from '../../../../ui/part.tsx';
import { EmptyState } from '../../../../ui/States.tsx';
import { useShown } from '../board/Board.tsx';
import { ArrangedCell } from './ArrangedCell.tsx';
import { moved, sized, withHidden } from './moves.ts';
import { useNames } from './useNames.ts';
import { texts } from './texts.ts';
import './arrange.css';

const Gallery = dialogPart(() => import('./Gallery.tsx'));

interface ArrangerProps {
  readonly cards: readonly PlacedCard[];
  /** The cards are those of the role. */
  readonly isOfRole: boolean;
  /** Null: those of the role again. */
  readonly onChange: (cards: readonly PlacedCard[] | null) => void;
  readonly onClose: () => void;
}

/** The dashboard while its user arranges it: every change is kept at once. */
export default function Arranger(props: ArrangerProps): ReactNode {
  return (
    <Dialogs>
      <Arranging {...props} />
    </Dialogs>
  );
}

function Arranging({ cards, isOfRole, onChange, onClose }: ArrangerProps): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const dialogs = useDialogs();
  const nameOf = useNames();
  const shown = useShown(cards);
  const board = useRef<HTMLDivElement>(null);
  const [says, setSays] = useState('');
  /** Where the dragged card would go, as its place before that of another. */
  const [drop, setDrop] = useState<{ readonly card: string; readonly to: number }>();
  const plain = shown.map(({ card, w, h }): PlacedCard => ({ card, w, h }));
  const name = (card: string): string => pick(nameOf(card));
  const change = (next: readonly PlacedCard[], what: string): void => {
    onChange(withHidden(cards, next));
    setSays(what);
  };
  const move = (card: string, to: number): void => {
    const next = moved(plain, card, to);
    const n = next.findIndex((one) => one.card === card) + 1;
    change(next, t('at', { name: name(card), n, all: next.length }));
  };
  const resize = (card: string, to: { readonly w: number; readonly h: number }): void => {
    const next = sized(plain, card, to);
    const { w, h } = next.find((one) => one.card === card) ?? to;
    change(next, t('sized', { name: name(card), w, h }));
  };
  const remove = (card: string): void => {
    const at = plain.findIndex((one) => one.card === card);
    onChange(cards.filter((one) => one.card !== card));
    setSays(t('removed', { name: name(card) }));
    // The focus goes on to the next card.
    requestAnimationFrame(() => {
      const grips = board.current?.querySelectorAll<HTMLElement>('.db-bar-grip');
      grips?.[Math.min(at, grips.length - 1)]?.focus();
    });
  };
  const openGallery = (): void => {
    let on: ReadonlySet<string> = new Set(cards.map((one) => one.card));
    let next = cards;
    void dialogs.open((close) => (
      <Gallery
        placed={on}
        onAdd={(offer) => {
          const { card, w, h } = offer;
          on = new Set([...on, card]);
          next = [...next, { card, w, h }];
          onChange(next);
          setSays(t('added', { name: name(card) }));
        }}
        onClose={() => close(null)}
      />
    ));
  };
  return (
    <>
      <section className="db-arrange" aria-label={t('tools')}>
        <p>{t('how')}</p>
        <span className="db-arrange-tools">
          {isOfRole ? (
            <span className="wh-faint">{t('ofRole')}</span>
          ) : (
            <ConfirmButton
              question={t('resetAsk')}
              onConfirm={() => {
                onChange(null);
                setSays(t('ofRole'));
              }}
            >
              {t('reset')}
            </ConfirmButton>
          )}
          <Button
            icon={<PlusOutlined />}
            disabled={cards.length >= cardGrid.mostCards}
            title={cards.length >= cardGrid.mostCards ? t('full', { n: cardGrid.mostCards }) : undefined}
            onClick={openGallery}
          >
            {t('add')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('finish')}
          </Button>
        </span>
        <output className="wh-visually-hidden">{says}</output>
      </section>
      {shown.length === 0 ? <EmptyState title={t('empty')} /> : null}
      <div className="db-board db-arranging" ref={board}>
        {shown.map((one, at) => (
          <ArrangedCell
            key={one.card}
            shown={one}
            name={name(one.card)}
            mark={drop === undefined ? undefined : markOf(plain, drop, at)}
            board={board}
            onDrag={setDrop}
            onMove={(to) => move(one.card, to)}
            onResize={(to) => resize(one.card, to)}
            onRemove={() => remove(one.card)}
            at={at}
          />
        ))}
      </div>
    </>
  );
}

/** The side of a cell where the dragged card would go. */
function markOf(
  cards: readonly PlacedCard[],
  { card, to }: { readonly card: string; readonly to: number },
  at: number,
): 'before' | 'after' | undefined {
  const from = cards.findIndex((one) => one.card === card);
  if (from === at || to === from) return undefined;
  const others = cards.filter((one) => one.card !== card);
  if (others[to]?.card === cards[at]?.card) return 'before';
  return to === others.length && others.at(-1)?.card === cards[at]?.card ? 'after' : undefined;
}
