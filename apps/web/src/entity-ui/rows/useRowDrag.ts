import { useState } from 'react';
import type { RowDrag } from './RowsLine.tsx';

/** Rows dragged by their handles onto the place of another. */
export function useRowDrag(onMove: (from: number, to: number) => void): (at: number) => RowDrag {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (at) => ({
    row: {
      ...(over === at && dragged !== undefined && { 'data-over': dragged < at ? 'after' : 'before' }),
      onDragOver: (event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: (event) => {
        event.preventDefault();
        if (dragged !== undefined) onMove(dragged, at);
        end();
      },
    },
    handle: {
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(at + 1));
        setDragged(at);
      },
      onDragEnd: end,
    },
  });
}
