import { useEffect, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import type { Place } from './model.ts';

/** Cells from one corner to another. */
export interface Area {
  readonly from: Place;
  readonly to: Place;
}

export interface GridActions {
  readonly rows: number;
  readonly columns: number;
  readonly canEdit: boolean;
  /** What a cell says, to be typed over. */
  readonly textAt: (at: Place) => string;
  readonly toggle: (area: Area) => void;
  readonly clear: (area: Area) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly copy: (area: Area) => string;
  readonly paste: (area: Area, text: string) => void;
}

export interface GridHandle {
  readonly active: Place;
  readonly area: Area;
  /** What is being typed into the active cell. */
  readonly typed: string | undefined;
  readonly choose: (to: Place, extend: boolean) => void;
  readonly type: (text: string | undefined) => void;
  /** Ends typing and goes on. */
  readonly leave: (down: number, right: number) => void;
  /** Ends typing; the selection and the focus stay. */
  readonly stay: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Corners of an area, the upper left one first. */
export const cornersOf = ({ from, to }: Area): Area => ({
  from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
  to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
});

/** Changes cells by a key. @returns whether it is such a key */
function editByKey(
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  actions: GridActions,
  area: Area,
  at: Place,
  type: (text: string) => void,
): boolean {
  if (!actions.canEdit || altKey) return false;
  if (ctrlKey || metaKey) {
    const pressed = key.toLowerCase();
    if (pressed === 'y' || (pressed === 'z' && shiftKey)) actions.redo();
    else if (pressed === 'z') actions.undo();
    else return false;
  } else if (key === ' ') actions.toggle(area);
  else if (key === 'Delete' || key === 'Backspace') actions.clear(area);
  else if (key === 'Enter' || key === 'F2') type(actions.textAt(at));
  else if (key.length === 1) type(key);
  else return false;
  return true;
}

/**
 * Moving, choosing and typing in a grid, by the keys that spreadsheets have. One cell takes the focus of the page.
 * @for a matrix of two kinds of records, edited like a spreadsheet: the draft keeps the revision of each edited cell; one call saves all changes or
 * none (1005): `domains/content/features`
 */
export function useGridKeys(grid: RefObject<HTMLElement | null>, actions: GridActions): GridHandle {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>(active);
  const [typed, setTyped] = useState<string>();
  // Focus follows the keys, but is not taken when the page opens.
  const [wanted, setWanted] = useState<Place>();
  const at: Place = { row: within(active.row, actions.rows), column: within(active.column, actions.columns) };
  useEffect(() => {
    if (wanted !== undefined)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${wanted.row}.${wanted.column}"]`)?.focus();
  }, [grid, wanted]);

  const choose = (to: Place, extend: boolean): void => {
    const next = { row: within(to.row, actions.rows), column: within(to.column, actions.columns) };
    setActive(next);
    if (!extend) setAnchor(next);
    setTyped(undefined);
    setWanted(next);
  };
  const from = { row: within(anchor.row, actions.rows), column: within(anchor.column, actions.columns) };
  const area = cornersOf({ from, to: at });

  return {
    active: at,
    area,
    typed,
    choose,
    type: setTyped,
    leave: (down, right) => choose({ row: at.row + down, column: at.column + right }, false),
    stay: () => choose(at, true),
    onKeyDown: (event) => {
      if (typed !== undefined || event.nativeEvent.isComposing) return;
      const move = moves[event.key];
      const { ctrlKey, metaKey, altKey } = event;
      if (move !== undefined && !altKey && !ctrlKey && !metaKey)
        choose({ row: at.row + move[0], column: at.column + move[1] }, event.shiftKey);
      else if (event.key.toLowerCase() === 'a' && (ctrlKey || metaKey)) {
        setAnchor({ row: 0, column: 0 });
        setActive({ row: actions.rows - 1, column: actions.columns - 1 });
      } else if (!editByKey(event, actions, area, at, setTyped)) return;
      event.preventDefault();
    },
    onCopy: (event) => {
      if (typed !== undefined) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', actions.copy(area));
    },
    onPaste: (event) => {
      if (typed !== undefined || !actions.canEdit) return;
      event.preventDefault();
      actions.paste(area, event.clipboardData.getData('text/plain'));
    },
  };
}
