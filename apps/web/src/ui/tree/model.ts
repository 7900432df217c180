import type { ReactNode } from 'react';

export interface TreeItem {
  /** Unique in the tree. */
  readonly key: string;
  readonly name: string;
  /** What typing ahead and a search find it by: its name, unless given. */
  readonly texts?: readonly string[];
  /** What is shown, where it is more than the name. */
  readonly label?: ReactNode;
  readonly title?: string | undefined;
  /** Stands at the end of the line: marks, counts. */
  readonly extra?: ReactNode;
  /** Below it; drawn while it is open. */
  readonly children?: readonly TreeItem[];
  /** Beside it, always in sight: the functions of a page. */
  readonly beside?: readonly TreeItem[];
  /** It cannot be chosen: it opens and closes. */
  readonly heading?: boolean;
  /** Its box; none without. `some`: a part of what is below it. */
  readonly check?: 'none' | 'some' | 'all';
  /** The box stays as it is. */
  readonly locked?: boolean;
}

/** Where something is dropped on an item. */
export type Zone = 'before' | 'inside' | 'after';

/** An item in sight, as the keyboard goes through them. */
export interface TreeRow {
  readonly item: TreeItem;
  readonly parent: string | undefined;
}

/** The items in sight from top to bottom. */
export function rowsOf(
  items: readonly TreeItem[],
  isOpen: (item: TreeItem) => boolean,
  parent?: string,
): readonly TreeRow[] {
  return items.flatMap((item) => [
    { item, parent },
    ...rowsOf(item.beside ?? [], isOpen, item.key),
    ...(isOpen(item) ? rowsOf(item.children ?? [], isOpen, item.key) : []),
  ]);
}

export const hasChildren = (item: TreeItem): boolean => (item.children?.length ?? 0) > 0;

/** Items above one, the nearest last; none when it is not in the tree. */
export function pathTo(items: readonly TreeItem[], key: string | undefined): readonly string[] {
  for (const item of items) {
    const below = [...(item.beside ?? []), ...(item.children ?? [])];
    if (below.some((one) => one.key === key)) return [item.key];
    const path = pathTo(below, key);
    if (path.length > 0) return [item.key, ...path];
  }
  return [];
}

const matches = (item: TreeItem, text: string): boolean =>
  (item.texts ?? [item.name]).some((word) => word.toLowerCase().includes(text));

/** What a text is found in, with all that is above and below it. The text is in lower case. */
export const filterTree = (items: readonly TreeItem[], text: string): readonly TreeItem[] =>
  items.flatMap((item) => {
    if (matches(item, text)) return [item];
    const children = filterTree(item.children ?? [], text);
    const beside = item.beside === undefined ? undefined : filterTree(item.beside, text);
    return children.length === 0 && (beside ?? []).length === 0
      ? []
      : [{ ...item, children, ...(beside && { beside }) }];
  });

/** What a key does in a tree, by the pattern of the ARIA practices. */
export type TreeStep = { readonly go: string } | { readonly fold: string };

export function stepOf(
  rows: readonly TreeRow[],
  at: number,
  pressed: string,
  isOpen: (item: TreeItem) => boolean,
): TreeStep | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  const { item, parent } = row;
  const to = (index: number): TreeStep | undefined => {
    const next = rows[index];
    return next === undefined ? undefined : { go: next.item.key };
  };
  switch (pressed) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (hasChildren(item) && !isOpen(item)) return { fold: item.key };
      return rows[at + 1]?.parent === item.key ? to(at + 1) : undefined;
    case 'ArrowLeft':
      if (hasChildren(item) && isOpen(item)) return { fold: item.key };
      return parent === undefined ? undefined : { go: parent };
    default:
      return undefined;
  }
}

/** The next item of which a word (its name, its code) begins with what was typed, round the tree; from the one in focus while more is typed. */
export function typedTo(rows: readonly TreeRow[], at: number, typed: string): string | undefined {
  const text = typed.toLowerCase();
  const from = typed.length === 1 ? at + 1 : at;
  const round = rows.map((_row, i) => rows[(from + i) % rows.length]);
  const begins = ({ item }: TreeRow): boolean =>
    (item.texts ?? [item.name]).some((word) => word.toLowerCase().startsWith(text));
  return round.find((row) => row !== undefined && begins(row))?.item.key;
}
