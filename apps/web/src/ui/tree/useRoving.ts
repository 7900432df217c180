import { useState, type RefObject } from 'react';
import type { TreeRow } from './model.ts';

export interface Roving {
  /** The item that Tab comes to. */
  readonly active: string | undefined;
  readonly setActive: (key: string) => void;
  readonly focus: (key: string) => void;
}

/** One item of a tree can be reached by Tab: the last one in focus, else the chosen one, else the first in sight. */
export function useRoving(
  box: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  current: string | undefined,
): Roving {
  const [last, setActive] = useState<string>();
  const shown = (key: string | undefined): key is string => rows.some(({ item }) => item.key === key);
  const active = shown(last) ? last : shown(current) ? current : rows[0]?.item.key;
  const focus = (key: string): void => {
    setActive(key);
    box.current?.querySelector<HTMLElement>(`[role="treeitem"][data-key="${CSS.escape(key)}"]`)?.focus();
  };
  return { active, setActive, focus };
}
