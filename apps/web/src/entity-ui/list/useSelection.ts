import { useState } from 'react';
import type { EntityRow } from '../model.ts';

/** Rows chosen in a list, kept while pages are turned. */
export interface Selection {
  readonly rows: readonly EntityRow[];
  readonly has: (id: string) => boolean;
  readonly toggle: (row: EntityRow) => void;
  /** Chooses or leaves all rows of a page. */
  readonly togglePage: (rows: readonly EntityRow[]) => void;
  /** Chooses these and no others. */
  readonly choose: (rows: readonly EntityRow[]) => void;
  readonly clear: () => void;
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, EntityRow>>(new Map());
  return {
    rows: [...chosen.values()],
    has: (id) => chosen.has(id),
    toggle: (row) => {
      const next = new Map(chosen);
      if (!next.delete(row.id)) next.set(row.id, row);
      setChosen(next);
    },
    togglePage: (rows) => {
      const next = new Map(chosen);
      const all = rows.every((row) => chosen.has(row.id));
      for (const row of rows)
        if (all) next.delete(row.id);
        else next.set(row.id, row);
      setChosen(next);
    },
    choose: (rows) => setChosen(new Map(rows.map((row) => [row.id, row]))),
    clear: () => setChosen(new Map()),
  };
}
