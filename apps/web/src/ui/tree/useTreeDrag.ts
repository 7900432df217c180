import { useState, type DragEvent, type HTMLAttributes } from 'react';
import type { Zone } from './model.ts';

export interface TreeDrag {
  readonly canDrag: boolean;
  readonly dragged: string | undefined;
  /** Where on an item it would be dropped. */
  readonly zoneOf: (key: string) => Zone | undefined;
  readonly propsOf: (key: string) => HTMLAttributes<HTMLElement>;
}

const edge = 0.28;

/** Before, inside or after a row, by where the pointer is in its height. */
function zoneAt(event: DragEvent<HTMLElement>): Zone {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  return share < edge ? 'before' : share > 1 - edge ? 'after' : 'inside';
}

/** Dragging the items of a tree onto each other. */
export function useTreeDrag(onMove: ((key: string, target: string, zone: Zone) => void) | undefined): TreeDrag {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<{ readonly key: string; readonly zone: Zone }>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const propsOf = (key: string): HTMLAttributes<HTMLElement> =>
    onMove === undefined
      ? {}
      : {
          draggable: true,
          onDragStart: (event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', key);
            setDragged(key);
          },
          onDragOver: (event) => {
            if (dragged === undefined || dragged === key) return;
            event.preventDefault();
            setOver({ key, zone: zoneAt(event) });
          },
          onDragEnd: end,
          onDrop: (event) => {
            event.preventDefault();
            if (dragged !== undefined && dragged !== key) onMove(dragged, key, zoneAt(event));
            end();
          },
        };
  return {
    canDrag: onMove !== undefined,
    dragged,
    zoneOf: (key) => (over?.key === key ? over.zone : undefined),
    propsOf,
  };
}
