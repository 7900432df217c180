import { useEffect, useRef, type RefObject } from 'react';

/** A cut-off text shows itself whole as a hint. */
function hintCutText(event: MouseEvent): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (cell === null || cell.classList.contains('eu-td-actions')) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}

/** Arrow keys move between rows, within the column of the focused control. */
function moveByArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.parentElement;
  if (
    step === 0 ||
    cell === null ||
    !(row instanceof HTMLTableRowElement) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  const focusable = next?.children[cell.cellIndex]?.querySelector<HTMLElement>('a, button, input');
  if (!focusable) return;
  event.preventDefault();
  focusable.focus();
}

/** Pointer and keyboard behaviour of a table of rows, besides its own controls. */
export function useTableKeys(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const element = table.current;
    element?.addEventListener('mouseover', hintCutText);
    element?.addEventListener('keydown', moveByArrows);
    return () => {
      element?.removeEventListener('mouseover', hintCutText);
      element?.removeEventListener('keydown', moveByArrows);
    };
  }, []);
  return table;
}
