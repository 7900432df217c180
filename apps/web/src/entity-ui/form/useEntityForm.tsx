import { valuesOf } from './values.ts';
import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import type { Added, Saved } from '@wheelhouse/contract/calls/kit';
import type { Row } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/errors.ts';
import { useT } from '../../i18n/common.ts';
import { notify } from '../../lib/notify.ts';
import type { EntityUi } from '../override.ts';
import { useDialogs } from '../dialogs.tsx';
import { allArrived } from '../files/underway.ts';
import { callPath, type EntityRow } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import { defaultValues, storedValues, updateInput } from './changes.ts';
import { clearErrors } from './errors.ts';
import { useDraft, type DraftHandle } from './useDraft.ts';
import { useDraftSteps } from './useDraftSteps.ts';
import { useFormFields, type ShownSection } from './useFormFields.ts';
import { useSending } from './useSending.ts';

export interface EntityFormOptions extends EntityUi {
  /** The record to edit; without one a new record is made. */
  readonly stored?: EntityRow | undefined;
  /** Values a new record starts with, beside its defaults. */
  readonly preset?: Row | undefined;
  /** Brings fields with errors into view, where the form shows its fields step by step. */
  readonly reveal?: ((wrong: readonly string[], sections: readonly ShownSection[]) => void) | undefined;
  readonly onSaved: (saved: Saved) => void;
}

/** A form over one record: what it shows, whether it changed, and saving with checks, refusals and conflicts. */
export interface EntityFormHandle extends EntityUi {
  readonly form: FormInstance<Row>;
  readonly sections: readonly ShownSection[];
  readonly stored: EntityRow | undefined;
  readonly initial: Row;
  readonly dirty: boolean;
  readonly busy: boolean;
  /** A refusal that belongs to no field. */
  readonly refusal: string | undefined;
  readonly draft: DraftHandle;
  readonly restoreDraft: () => void;
  /** Chooses between this window's values and those that another one has kept. */
  readonly compareDrafts: () => Promise<void>;
  readonly save: () => Promise<void>;
  /** Saves what has changed and stays: the record as it is stored then, undefined when it was refused. */
  readonly keep: () => Promise<EntityRow | undefined>;
  /** Shows why what followed a save was refused. */
  readonly refuse: (reason: string) => void;
  /** Whether these fields are right, as far as the definition says; what is wrong is shown. */
  readonly check: (names: readonly string[]) => boolean;
  readonly onValuesChange: (changed: object) => void;
}

export function useEntityForm({
  entity,
  override,
  stored,
  preset,
  reveal,
  onSaved,
}: EntityFormOptions): EntityFormHandle {
  const t = useT();
  const texts = useEntityTexts();
  const dialogs = useDialogs();
  const [form] = Form.useForm<Row>();
  const [base, setBase] = useState(stored);
  const { sections, names, hidden } = useFormFields({ entity, override }, form, base);
  const [initial, setInitial] = useState<Row>(() =>
    stored === undefined ? { ...defaultValues(entity), ...preset } : storedValues(names, stored),
  );
  const draft = useDraft(entity, base);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const changes = (): Row => updateInput(names, [], valuesOf(form), initial);
  const rebase = (theirs: EntityRow, values: Row): void => {
    setBase(theirs);
    setInitial(storedValues(names, theirs));
    form.setFieldsValue(values);
  };

  const showAdded = async (saved: Added): Promise<void> => {
    const Added = override?.added;
    if (Added === undefined) return;
    const values = valuesOf(form);
    await dialogs.open((close) => <Added answer={saved} values={values} onClose={() => close(null)} />);
  };

  const { send, check } = useSending({
    entity,
    form,
    sections,
    names,
    hidden,
    base,
    reveal,
    rebase,
    refuse: setRefusal,
    onSent: () => {
      setDirty(false);
      draft.drop();
    },
    onTaken: () => setDirty(false),
  });
  const working = async <T,>(work: () => Promise<T | undefined>): Promise<T | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setRefusal(undefined);
    try {
      return (await allArrived(form)) ? await work() : undefined;
    } catch (error) {
      setRefusal(messageOf(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  const save = async (): Promise<void> => {
    await working(async () => {
      const saved = await send(base);
      if (saved === undefined) return undefined;
      if (!saved.changed) {
        notify.info(texts('nothingChanged'));
        return undefined;
      }
      if (saved.waiting === undefined) notify.success(t('done'));
      else notify.info(texts('waits'));
      if (base === undefined && saved.waiting === undefined) await showAdded(saved);
      onSaved(saved);
      return undefined;
    });
  };

  const keep = async (): Promise<EntityRow | undefined> =>
    working(async () => {
      const saved = await send(base);
      if (saved === undefined) return undefined;
      const row = await call(callPath(entity, 'detail'), { id: base?.id ?? saved.id });
      rebase(row, storedValues(names, row));
      return row;
    });

  const onValuesChange = (edited: object): void => {
    clearErrors(form, edited);
    const changed = changes();
    setDirty(Object.keys(changed).length > 0);
    draft.keep(changed);
  };
  const { restoreDraft, compareDrafts } = useDraftSteps({ entity, form, names, initial, draft, changes, setDirty });

  return {
    entity,
    override,
    form,
    sections,
    stored: base,
    initial,
    dirty,
    busy,
    refusal,
    draft,
    restoreDraft,
    compareDrafts,
    save,
    keep,
    refuse: setRefusal,
    check,
    onValuesChange,
  };
}
