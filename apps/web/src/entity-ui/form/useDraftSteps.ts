import type { FormInstance } from 'antd';
import type { EntityDef, Row } from '@wheelhouse/entities';
import { fileUrls } from '../cells/files.tsx';
import { useDialogs } from '../dialogs.tsx';
import { rememberUrl } from '../files/fresh.ts';
import { textOf } from '../model.ts';
import { chooseDraft } from './settle.tsx';
import type { DraftHandle } from './useDraft.ts';
import { valuesOf } from './values.ts';

interface Drafted {
  readonly entity: EntityDef;
  readonly form: FormInstance<Row>;
  readonly names: readonly string[];
  readonly initial: Row;
  readonly draft: DraftHandle;
  /** What differs from the record. */
  readonly changes: () => Row;
  readonly setDirty: (dirty: boolean) => void;
}

/** What somebody does with drafts: takes the offered one, or decides between two windows. */
export function useDraftSteps({ entity, form, names, initial, draft, changes, setDirty }: Drafted) {
  const dialogs = useDialogs();

  const restoreDraft = (): void => {
    const kept = draft.offered?.values ?? {};
    const known = Object.entries(kept).filter(([name]) => names.includes(name));
    for (const [name, value] of known) {
      const addresses = fileUrls(kept, name);
      for (const [at, file] of [value].flat().entries()) if (addresses[at]) rememberUrl(textOf(file), addresses[at]);
    }
    form.setFieldsValue(Object.fromEntries(known));
    draft.settle();
    // It is kept as it is: two windows that look at one draft do not change it.
    setDirty(Object.keys(changes()).length > 0);
  };

  const compareDrafts = async (): Promise<void> => {
    const { autosave } = draft;
    const theirs = autosave?.state.get().theirs;
    if (autosave === undefined || theirs === undefined) return;
    const values = await chooseDraft(dialogs, entity, names, { mine: valuesOf(form), initial, theirs: theirs.values });
    if (values === null) return;
    form.setFieldsValue(values);
    const changed = changes();
    setDirty(Object.keys(changed).length > 0);
    autosave.follow(theirs, changed);
  };

  return { restoreDraft, compareDrafts };
}
