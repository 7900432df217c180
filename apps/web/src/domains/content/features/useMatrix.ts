import type { MatrixFeature, MatrixModel } from '@wheelhouse/contract/calls/content/content';
import { useMemo, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useUnsavedGuard } from '../../../routing/page.ts';
import {
  cellKey,
  cellsOf,
  conflictsOf,
  resolve,
  storedValue,
  unsaved,
  withEdits,
  type CellEdit,
  type Cells,
  type Draft,
  type Value,
} from './model.ts';

const none: Draft = new Map();
const mostSteps = 100;

/** Drafts, each of them whole, and which of them holds: undo and redo move it. */
interface History {
  readonly drafts: readonly Draft[];
  readonly at: number;
}
const begin = (draft: Draft): History => ({ drafts: [draft], at: 0 });
const draftOf = ({ drafts, at }: History): Draft => drafts[at] ?? none;
const moved = (history: History, by: number): History => ({
  ...history,
  at: Math.max(0, Math.min(history.drafts.length - 1, history.at + by)),
});
function withDraft({ drafts, at }: History, next: Draft): History {
  const kept = [...drafts.slice(0, at + 1), next].slice(-mostSteps);
  return { drafts: kept, at: kept.length - 1 };
}

export interface MatrixHandle {
  readonly features: readonly MatrixFeature[] | undefined;
  /** Of all series. */
  readonly models: readonly MatrixModel[];
  readonly cells: Cells;
  readonly draft: Draft;
  readonly conflicts: ReadonlySet<string>;
  readonly error: unknown;
  /** Reads again. Edits that are not stored stay, as far as their features and models do; undo does not go back beyond. */
  readonly reload: () => Promise<void>;
  /** What the cell says, edited or stored. */
  readonly valueOf: (feature: MatrixFeature, model: MatrixModel) => Value;
  /** One step, taken back by one undo. */
  readonly edit: (edits: readonly CellEdit[]) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  readonly settle: (keep: 'mine' | 'theirs') => void;
}

/** The matrix with what was edited and not saved yet. Edits outlive a reload: what others saved meanwhile is a conflict. */
export function useMatrix(): MatrixHandle {
  const { data, error, refetch } = useCall('/ps/crm/functionalFeature/matrix', {}, { inlineErrors: true });
  const cells = useMemo(() => cellsOf(data?.cells ?? []), [data]);
  const [history, setHistory] = useState(begin(none));
  const draft = draftOf(history);
  const conflicts = useMemo(() => new Set(conflictsOf(draft, cells)), [draft, cells]);
  useUnsavedGuard(draft.size > 0);
  return {
    features: data?.features,
    models: data?.models ?? [],
    cells,
    draft,
    conflicts,
    error,
    reload: async () => {
      const { data: stored } = await refetch();
      if (stored !== undefined) setHistory((now) => begin(unsaved(draftOf(now), stored)));
    },
    valueOf: (feature, model) =>
      draft.get(cellKey(feature.featureCode, model.id)) ?? storedValue(cells, feature, model),
    edit: (edits) => setHistory((now) => withDraft(now, withEdits(draftOf(now), cells, edits))),
    canUndo: history.at > 0,
    canRedo: history.at < history.drafts.length - 1,
    undo: () => setHistory((now) => moved(now, -1)),
    redo: () => setHistory((now) => moved(now, 1)),
    discard: () => setHistory((now) => withDraft(now, none)),
    // A choice between two people is not undone into the conflict.
    settle: (keep) => setHistory((now) => begin(resolve(draftOf(now), cells, keep))),
  };
}
