import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import type { CSSProperties, PointerEvent, ReactNode } from 'react';
import { useEntityTexts } from '../texts.ts';
import type { Column } from './columns.ts';
import { shownWidth, type PreviewWidth } from './useColumnWidths.ts';

/** Where a cell stands: its edge and alignment. */
export interface CellPlace {
  readonly className: string;
  readonly style: CSSProperties | undefined;
}

export interface Sizing {
  /** Name the widths are kept under. */
  readonly list: string;
  readonly preview: PreviewWidth;
  /** Keeps a width; undefined gives the column back to its content. */
  readonly keep: (name: string, width: number | undefined) => void;
}

/** The next order when a header is pressed: up, down, the list's own (unless that is by this very column). */
function nextSort(name: string, sort: string, own: string): string | undefined {
  if (sort === `${name} asc`) return `${name} desc`;
  return sort === `${name} desc` && !own.startsWith(`${name} `) ? undefined : `${name} asc`;
}

/** The edge by which a column is made wider or narrower. The keyboard does it in the column settings. */
function Edge({ name, sizing }: { readonly name: string; readonly sizing: Sizing }): ReactNode {
  const drag = (down: PointerEvent<HTMLSpanElement>): void => {
    if (down.button !== 0) return;
    down.preventDefault();
    const edge = down.currentTarget;
    const before = shownWidth(sizing.list, name);
    const to = (event: globalThis.PointerEvent): number => before + event.clientX - down.clientX;
    const follow = (event: globalThis.PointerEvent): void => sizing.preview(name, to(event));
    const finish = (event: globalThis.PointerEvent): void => {
      edge.removeEventListener('pointermove', follow);
      edge.removeEventListener('lostpointercapture', finish);
      if (event.clientX !== down.clientX) sizing.keep(name, shownWidth(sizing.list, name));
    };
    edge.setPointerCapture(down.pointerId);
    edge.addEventListener('pointermove', follow);
    edge.addEventListener('lostpointercapture', finish);
  };
  return (
    <span
      className="eu-edge"
      aria-hidden="true"
      onPointerDown={drag}
      onDoubleClick={() => sizing.keep(name, undefined)}
    />
  );
}

export interface HeaderCellProps {
  readonly column: Column;
  readonly sort: string;
  /** The list's own order. */
  readonly own: string;
  readonly onSort: (sort: string | undefined) => void;
  readonly place: CellPlace;
  readonly sizing: Sizing;
}

export function HeaderCell({ column, sort, own, onSort, place, sizing }: HeaderCellProps): ReactNode {
  const texts = useEntityTexts();
  const { name, label, sortable } = column;
  const direction = sort === `${name} asc` ? 'ascending' : sort === `${name} desc` ? 'descending' : 'none';
  return (
    <th scope="col" data-column={name} {...place} {...(sortable ? { 'aria-sort': direction } : {})}>
      {sortable ? (
        <button
          type="button"
          className="eu-sort"
          title={texts('sortBy', { name: label })}
          onClick={() => onSort(nextSort(name, sort, own))}
        >
          <span>{label}</span>
          <span className="eu-sort-marks" aria-hidden="true">
            <CaretUpFilled className={direction === 'ascending' ? 'eu-on' : ''} />
            <CaretDownFilled className={direction === 'descending' ? 'eu-on' : ''} />
          </span>
        </button>
      ) : (
        <span className="eu-head">{label}</span>
      )}
      {column.most > column.least ? <Edge name={name} sizing={sizing} /> : null}
    </th>
  );
}
