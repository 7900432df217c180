import { useState, type RefObject } from 'react';
import type { TreeRow } from './model.ts';

export interface Roving {
  /** The item that Tab comes to. */
  readonly active: string | undefined;
  readonly setActive: (key: string) => void;
  readonly focus: (key: string) => void;
}

/** One item of a tree can be reached by Tab: the one that was focused or chosen last, else the first in sight. */
export function useRoving(
  box: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  current: string | undefined,
): Roving {
  const [last, setActive] = useState(current);
  const [chosen, setChosen] = useState(current);
  if (current !== undefined && current !== chosen) {
    setChosen(current);
    setActive(current);
  }
  const active = rows.some(({ item }) => item.key === last) ? last : rows[0]?.item.key;
  const focus = (key: string): void => {
    setActive(key);
    box.current?.querySelector<HTMLElement>(`[role="treeitem"][data-key="${CSS.escape(key)}"]`)?.focus();
  };
  return { active, setActive, focus };
}
