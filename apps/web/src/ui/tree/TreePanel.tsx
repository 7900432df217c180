import type { ReactNode } from 'react';
import { SearchBox } from '../inputs/SearchBox.tsx';
import { Tree, type TreeProps } from './Tree.tsx';
import type { TreeState } from './useTree.ts';

export interface TreePanelProps extends Omit<TreeProps, keyof TreeState['shown']> {
  readonly state: TreeState;
  readonly search: string;
  /** What is said when a search leaves nothing. */
  readonly none: string;
  /** Beside the search. */
  readonly tools?: ReactNode;
}

/** A tree to choose from, with its search: the master of a page. */
export const TreePanel = ({ state, search, none, tools, ...tree }: TreePanelProps): ReactNode => (
  <nav className="wh-section wh-tree-panel" aria-label={tree.label}>
    <div className="wh-tree-head">
      <SearchBox label={search} value={state.typed} onChange={state.setTyped} />
      {tools}
    </div>
    {state.shown.items.length === 0 ? (
      <p className="wh-faint wh-tree-none">{none}</p>
    ) : (
      <Tree {...tree} {...state.shown} />
    )}
  </nav>
);
