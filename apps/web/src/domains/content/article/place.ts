import type { ArticleTypeNode } from '@wheelhouse/contract/calls/content/publications';
import type { Zone } from '../../../ui/tree/model.ts';

/** Where a category comes to stand. */
export interface Place {
  readonly parentId: string | null;
  /** The one it comes before; null: it is the last one. */
  readonly beforeId: string | null;
}

/** A category with the one above it. */
export interface Placed {
  readonly node: ArticleTypeNode;
  readonly parent: ArticleTypeNode | undefined;
}

/** A category of the tree; undefined when it is not in it. */
export function findType(roots: readonly ArticleTypeNode[], id: string): Placed | undefined {
  for (const node of roots) {
    if (node.id === id) return { node, parent: undefined };
    const child = node.children.find((one) => one.id === id);
    if (child !== undefined) return { node: child, parent: node };
  }
  return undefined;
}

/** The place that dropping on a category means; inside one of the second level is after it. Undefined: there is no such place. */
export function placeOf(
  roots: readonly ArticleTypeNode[],
  moved: string,
  target: string,
  zone: Zone,
): Place | undefined {
  const [from, to] = [findType(roots, moved), findType(roots, target)];
  if (from === undefined || to === undefined) return undefined;
  const below = zone === 'inside' && to.parent === undefined;
  const parent = below ? to.node : to.parent;
  if (parent !== undefined && (parent.id === moved || from.node.children.length > 0)) return undefined;
  if (below) return { parentId: to.node.id, beforeId: null };
  const siblings = (parent?.children ?? roots).filter(({ id }) => id !== moved);
  const at = siblings.findIndex(({ id }) => id === target) + (zone === 'before' ? 0 : 1);
  return { parentId: parent?.id ?? null, beforeId: siblings[at]?.id ?? null };
}

/** The place one step up or down among those beside it; undefined at the end. */
export function stepOf(roots: readonly ArticleTypeNode[], moved: string, step: -1 | 1): Place | undefined {
  const siblings = findType(roots, moved)?.parent?.children ?? roots;
  const neighbour = siblings[siblings.findIndex(({ id }) => id === moved) + step];
  return neighbour && placeOf(roots, moved, neighbour.id, step === -1 ? 'before' : 'after');
}

/** What conditions leave of the tree: the categories they choose, and those above them. */
export const onlyChosen = (
  roots: readonly ArticleTypeNode[],
  chosen: ReadonlySet<string>,
): readonly ArticleTypeNode[] =>
  roots.flatMap((node) => {
    const children = onlyChosen(node.children, chosen);
    return chosen.has(node.id) || children.length > 0 ? [{ ...node, children }] : [];
  });
