import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import { closeFunctions } from '@wheelhouse/entities/access/function-tree';
import { routes } from '@wheelhouse/entities/routes';

/** The tree with ways to find one's way in it. */
export interface FunctionIndex {
  readonly roots: readonly FunctionItem[];
  readonly nodes: ReadonlyMap<string, FunctionItem>;
  /** A node's code and all below it. */
  codesOf(node: FunctionItem): readonly string[];
}

export function indexFunctions(roots: readonly FunctionItem[]): FunctionIndex {
  const nodes = new Map<string, FunctionItem>();
  const below = new Map<string, readonly string[]>();
  const walk = (node: FunctionItem): readonly string[] => {
    nodes.set(node.code, node);
    const codes = [node.code, ...node.subSysFunction.flatMap(walk)];
    below.set(node.code, codes);
    return codes;
  };
  roots.forEach(walk);
  return { roots, nodes, codesOf: (node) => below.get(node.code) ?? [node.code] };
}

/** Buttons that open each hidden page. */
const openers = new Map<string, string>();
for (const route of routes) if (route.via !== null) openers.set(route.name, route.via);

/** A hidden page without functions of its own comes and goes with the button that opens it. */
export const followsButton = (node: FunctionItem): boolean =>
  node.functionType === 1 && openers.has(node.code) && node.subSysFunction.length === 0;

const parentIn =
  ({ nodes }: FunctionIndex) =>
  (code: string): string | null | undefined =>
    nodes.get(code)?.parentCode;

/** Ticks functions with all they need: a button brings its page, `.query` and the pages it opens. */
export const tick = (index: FunctionIndex, ticked: ReadonlySet<string>, codes: Iterable<string>): Set<string> =>
  new Set([...ticked, ...closeFunctions(codes, parentIn(index))]);

/** Unticks functions with everything below them and everything that cannot be without them. Groups left empty go too. */
export function untick(index: FunctionIndex, ticked: ReadonlySet<string>, codes: Iterable<string>): Set<string> {
  const gone = new Set<string>();
  const drop = (code: string): void => {
    const node = index.nodes.get(code);
    for (const one of node === undefined ? [code] : index.codesOf(node)) gone.add(one);
    // A page that may not ask for its rows is of no use.
    const page = code.endsWith('.query') ? code.slice(0, -'.query'.length) : '';
    if (index.nodes.has(page) && !gone.has(page)) drop(page);
  };
  for (const code of codes) drop(code);
  const parentOf = parentIn(index);
  const lost = (code: string): boolean => {
    const opener = openers.get(code);
    if (opener !== undefined && gone.has(opener)) return true;
    return [...closeFunctions([code], parentOf)].some((needed) => gone.has(needed));
  };
  let before = -1;
  while (before !== gone.size) {
    before = gone.size;
    for (const code of ticked) if (!gone.has(code) && lost(code)) drop(code);
  }
  const left = new Set([...ticked].filter((code) => !gone.has(code)));
  for (const root of index.roots)
    if (root.subSysFunction.length > 0 && !root.subSysFunction.some((node) => left.has(node.code)))
      left.delete(root.code);
  return left;
}

export type TickState = 'none' | 'some' | 'all';

/** Whether a node and all below it are ticked, as far as `may` lets them be. */
export function tickState(
  index: FunctionIndex,
  ticked: ReadonlySet<string>,
  node: FunctionItem,
  may: (code: string) => boolean,
): TickState {
  const codes = index.codesOf(node);
  if (!codes.some((code) => ticked.has(code))) return 'none';
  return codes.every((code) => ticked.has(code) || !may(code)) ? 'all' : 'some';
}

/** Functions that came and went, in the tree's order. */
export function changesOf(
  index: FunctionIndex,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): { readonly added: readonly FunctionItem[]; readonly removed: readonly FunctionItem[] } {
  const all = [...index.nodes.values()];
  return {
    added: all.filter(({ code }) => after.has(code) && !before.has(code)),
    removed: all.filter(({ code }) => before.has(code) && !after.has(code)),
  };
}
