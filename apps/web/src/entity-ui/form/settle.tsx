import type { EntityDef, Row } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import type { useDialogs } from '../dialogs.tsx';
import { callPath, sameValue, type EntityRow } from '../model.ts';
import { conflictsOf, merged, storedValues } from './changes.ts';
import type { ConflictChoice } from './ConflictDialog.tsx';
import { dialogPart } from '../../ui/part.tsx';

const ConflictDialog = dialogPart(() => import('./ConflictDialog.tsx'));

/** How a save with an old revision continues: the record as it is now, the values for the form, and whether to save them at once. */
export interface Settled {
  readonly theirs: EntityRow;
  readonly values: Row;
  readonly save: boolean;
}

/** Somebody saved first: reads the record again and asks what to keep. Null when the user goes on editing. */
export async function settle(
  dialogs: ReturnType<typeof useDialogs>,
  entity: EntityDef,
  names: readonly string[],
  mine: Row,
  base: EntityRow,
): Promise<Settled | null> {
  const theirs = await call(callPath(entity, 'detail'), { id: base.id });
  const conflicts = conflictsOf(names, mine, base, theirs);
  const choice = await dialogs.open<ConflictChoice>((close) => (
    <ConflictDialog entity={entity} conflicts={conflicts} theirs={theirs} onClose={close} />
  ));
  if (choice === null) return null;
  if (choice.keep === 'theirs') return { theirs, values: storedValues(names, theirs), save: false };
  const given = Object.fromEntries(
    conflicts.filter((one) => !choice.mine.has(one.name)).map((one) => [one.name, one.theirs]),
  );
  return { theirs, values: { ...merged(names, mine, base, theirs), ...given }, save: true };
}

/** Another window has kept a draft: asks what to keep of each. @returns the values of the form; null when nothing is decided yet */
export async function chooseDraft(
  dialogs: ReturnType<typeof useDialogs>,
  entity: EntityDef,
  names: readonly string[],
  drafts: { readonly mine: Row; readonly initial: Row; readonly theirs: Row },
): Promise<Row | null> {
  const theirs = { ...drafts.initial, ...drafts.theirs };
  // What only one of them has changed is asked too: it is one person's own text twice.
  const conflicts = names
    .filter((name) => !sameValue(drafts.mine[name], theirs[name]))
    .map((name) => ({ name, mine: drafts.mine[name], theirs: theirs[name] }));
  const choice = await dialogs.open<ConflictChoice>((close) => (
    <ConflictDialog entity={entity} conflicts={conflicts} theirs={theirs} of="draft" onClose={close} />
  ));
  if (choice === null) return null;
  const taken = conflicts.filter(({ name }) => choice.keep === 'theirs' || !choice.mine.has(name));
  return Object.fromEntries(taken.map((one) => [one.name, one.theirs]));
}
