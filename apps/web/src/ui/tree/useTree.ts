import { useState } from 'react';
import { filterTree, pathTo, type TreeItem } from './model.ts';

export interface TreeState {
  /** What was typed to search. */
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** For `Tree`. */
  readonly shown: {
    readonly items: readonly TreeItem[];
    readonly open: ReadonlySet<string>;
    readonly onOpen: (open: ReadonlySet<string>) => void;
    readonly allOpen: boolean;
  };
}

/**
 * What is open in a tree, and what a search leaves of it. What is chosen elsewhere (by an address) is opened up to.
 * @for a tree: `TreePanel` to choose from one (`menu/NodeTree.tsx`), `Tree` with boxes (`functions/FunctionTree.tsx`); keyboard, search and drag are
 * built in. In a form: `TreeSelect`
 */
export function useTree(
  items: readonly TreeItem[],
  current?: string,
  openAtFirst: () => ReadonlySet<string> = () => new Set(),
): TreeState {
  const [typed, setTyped] = useState('');
  const path = pathTo(items, current).join('\n');
  const [open, onOpen] = useState<ReadonlySet<string>>(() => new Set([...openAtFirst(), ...path.split('\n')]));
  const [opened, setOpened] = useState(path);
  if (path !== opened) {
    setOpened(path);
    onOpen(new Set([...open, ...path.split('\n')]));
  }
  const text = typed.trim().toLowerCase();
  return {
    typed,
    setTyped,
    shown: { items: text === '' ? items : filterTree(items, text), open, onOpen, allOpen: text !== '' },
  };
}
