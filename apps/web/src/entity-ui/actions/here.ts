import type { Text } from '../../i18n/lang.ts';
import { createStore } from '../../lib/store.ts';

/** An action on the record whose page is shown. */
export interface ActionHere {
  readonly label: Text;
  /** Why it is not possible now. */
  readonly reason: string | undefined;
  readonly run: () => void;
}

export interface RecordHere {
  readonly title: string;
  readonly actions: readonly ActionHere[];
}

/** The record whose page is shown and what can be done to it: the search offers it by name. Null on other pages. */
export const hereStore = createStore<RecordHere | null>(null);
