import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { cardGrid } from '@wheelhouse/entities/access/dashboard-cards';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { useTexts } from '../../../../i18n/lang.ts';
import { CardBody, placeOf, rowGap, rowHeight, type Shown } from '../board/Board.tsx';
import { texts } from './texts.ts';

interface Size {
  readonly w: number;
  readonly h: number;
}

interface CellProps {
  readonly shown: Shown;
  readonly name: string;
  /** Its place in the order. */
  readonly at: number;
  /** A dragged card would go to this side of it. */
  readonly mark: 'before' | 'after' | undefined;
  readonly board: RefObject<HTMLElement | null>;
  readonly onDrag: (drop: { readonly card: string; readonly to: number } | undefined) => void;
  readonly onMove: (to: number) => void;
  readonly onResize: (to: Size) => void;
  readonly onRemove: () => void;
}

/** Places of the order without the dragged card: before the cell under the pointer, or after it in its second half. */
function placeAt(board: HTMLElement, card: string, x: number, y: number): number | undefined {
  const cells = [...board.children].filter((each): each is HTMLElement => each instanceof HTMLElement);
  const others = cells.filter((each) => each.getAttribute('data-card') !== card);
  const at = others.findIndex((cell) => {
    const box = cell.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  const box = others[at]?.getBoundingClientRect();
  if (box === undefined) return undefined;
  const isSecondHalf =
    box.width < board.clientWidth * 0.75 ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
  return isSecondHalf ? at + 1 : at;
}

/** Takes the pointer until it is let go: what moves, and what is done at the end; Escape gives up. */
function follow(
  event: PointerEvent<HTMLElement>,
  moved: (x: number, y: number) => void,
  done: (ok: boolean) => void,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const handle: HTMLElement = event.currentTarget;
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const ends = new AbortController();
  const end = (ok: boolean): void => {
    ends.abort();
    done(ok);
  };
  const { signal } = ends;
  handle.addEventListener('pointermove', ({ clientX, clientY }) => moved(clientX, clientY), { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A card with a bar to drag it by, a corner to resize it by, and the same by keys. */
export function ArrangedCell(props: CellProps): ReactNode {
  const { shown, name, at, mark, board, onDrag, onMove, onResize, onRemove } = props;
  const t = useTexts(texts);
  const { card, w, h, kind } = shown;
  const [size, setSize] = useState<Size>();
  const [dragged, setDragged] = useState(false);
  const onKey = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    if (event.key === 'Delete') onRemove();
    if (arrow === undefined) return;
    event.preventDefault();
    const [across, down] = arrow;
    if (event.shiftKey) onResize({ w: w + across, h: h + down });
    else onMove(at + across + down);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    let to: number | undefined;
    follow(
      event,
      (x, y) => {
        setDragged(true);
        to = board.current === null ? undefined : placeAt(board.current, card, x, y);
        onDrag(to === undefined ? undefined : { card, to });
      },
      (ok) => {
        setDragged(false);
        onDrag(undefined);
        if (ok && to !== undefined && to !== at) onMove(to);
      },
    );
  };
  const stretch = (event: PointerEvent<HTMLElement>): void => {
    const [x0, y0] = [event.clientX, event.clientY];
    const column = ((board.current?.clientWidth ?? 0) + rowGap) / cardGrid.columns;
    let to: Size = { w, h };
    follow(
      event,
      (x, y) => {
        to = {
          w: Math.min(cardGrid.columns, Math.max(cardGrid.leastWidth, w + Math.round((x - x0) / column))),
          h: kind.strip === true ? h : Math.max(3, h + Math.round((y - y0) / (rowHeight + rowGap))),
        };
        setSize(to);
      },
      (ok) => {
        setSize(undefined);
        if (ok && (to.w !== w || to.h !== h)) onResize(to);
      },
    );
  };
  const now = size ?? { w, h };
  return (
    <div
      className="db-cell"
      data-card={card}
      data-w={now.w}
      data-strip={kind.strip}
      data-dragged={dragged || undefined}
      data-mark={mark}
      style={placeOf({ ...now, kind })}
    >
      <div className="db-cell-inner" inert>
        <CardBody h={h} kind={kind} />
      </div>
      <div className="db-bar">
        <button
          type="button"
          className="db-bar-grip"
          aria-label={t('move', { name })}
          onPointerDown={drag}
          onKeyDown={onKey}
        >
          <HolderOutlined aria-hidden="true" />
          <span>{name}</span>
        </button>
        <span className="wh-num db-bar-size">
          {now.w} × {kind.strip === true ? '–' : now.h}
        </span>
        <button
          type="button"
          className="wh-icon-button"
          aria-label={`${t('earlier')} ${name}`}
          title={t('earlier')}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <ArrowLeftOutlined />
        </button>
        <button
          type="button"
          className="wh-icon-button"
          aria-label={`${t('later')} ${name}`}
          title={t('later')}
          onClick={() => onMove(at + 1)}
        >
          <ArrowRightOutlined />
        </button>
        <button
          type="button"
          className="wh-icon-button"
          aria-label={t('remove', { name })}
          title={t('remove', { name })}
          onClick={onRemove}
        >
          <CloseOutlined />
        </button>
      </div>
      {/* Keys resize at the bar: the corner is for the pointer. */}
      <div className="db-corner" aria-hidden="true" title={t('resize', { name })} onPointerDown={stretch} />
    </div>
  );
}
