import { valuesOf } from './values.ts';
import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import type { Added, Saved } from '@wheelhouse/contract/calls/kit';
import { validate, type EntityDef, type Row } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { isApiError, messageOf } from '../../api/errors.ts';
import { invalidate } from '../../api/query.ts';
import { useT } from '../../i18n/common.ts';
import { notify } from '../../lib/notify.ts';
import type { EntityUi } from '../override.ts';
import { useDialogs } from '../dialogs.tsx';
import { basePath, callPath, type EntityRow } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import { addInput, defaultValues, storedValues, updateInput } from './changes.ts';
import { clearErrors, showErrors } from './errors.ts';
import { settle } from './settle.tsx';
import { useDraft, type DraftHandle } from './useDraft.ts';
import { useFormFields, type ShownSection } from './useFormFields.ts';
import { validationContext } from './validation.ts';

const staleCode = 1005;

export interface EntityFormOptions extends EntityUi {
  /** The record to edit; without one a new record is made. */
  readonly stored?: EntityRow | undefined;
  /** Values a new record starts with, beside its defaults. */
  readonly preset?: Row | undefined;
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
  readonly save: () => Promise<void>;
  readonly onValuesChange: (changed: object) => void;
}

/** What to send, checked as the server will check it. Undefined when there were errors, which are then shown. */
function readForm(
  entity: EntityDef,
  form: FormInstance<Row>,
  sections: readonly ShownSection[],
  base: EntityRow | undefined,
  hidden: readonly string[],
): Record<string, unknown> | undefined {
  const names = sections.flatMap((section) => section.fields.map((field) => field.name));
  const open = sections.flatMap((section) =>
    section.fields.filter((field) => field.locked === undefined).map((field) => field.name),
  );
  const values = valuesOf(form);
  const input = base === undefined ? addInput(open, values) : updateInput(open, hidden, values, base);
  const checked = validate(entity, input, base, validationContext());
  showErrors(form, names, checked.errors);
  if (checked.errors.length > 0) return undefined;
  return Object.fromEntries(
    Object.keys(input)
      .filter((name) => name in checked.values)
      .map((name) => [name, checked.values[name]]),
  );
}

export function useEntityForm({ entity, override, stored, preset, onSaved }: EntityFormOptions): EntityFormHandle {
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

  const settleConflict = async (against: EntityRow): Promise<void> => {
    const settled = await settle(dialogs, entity, names, valuesOf(form), against);
    if (settled === null) return;
    rebase(settled.theirs, settled.values);
    if (settled.save) await send(settled.theirs);
    else setDirty(false);
  };

  const refused = async (error: unknown, against: EntityRow | undefined): Promise<void> => {
    if (isApiError(error, staleCode) && against !== undefined) return settleConflict(against);
    const errors = isApiError(error) ? error.errors : [];
    if (errors.length > 0) showErrors(form, names, errors);
    else setRefusal(messageOf(error));
  };

  const showAdded = async (saved: Added): Promise<void> => {
    const Added = override?.added;
    if (Added === undefined) return;
    const values = valuesOf(form);
    await dialogs.open((close) => <Added answer={saved} values={values} onClose={() => close(null)} />);
  };

  const send = async (against: EntityRow | undefined): Promise<void> => {
    const input = readForm(entity, form, sections, against, hidden);
    if (input === undefined) return;
    if (against !== undefined && Object.keys(input).length === 0) {
      notify.info(texts('nothingChanged'));
      return;
    }
    try {
      const saved = await call(
        callPath(entity, against === undefined ? 'add' : 'update'),
        against === undefined ? input : { id: against.id, rev: against['rev'], ...input },
      );
      setDirty(false);
      draft.drop();
      notify.success(t('done'));
      void invalidate(basePath(entity));
      if (against === undefined) await showAdded(saved);
      onSaved(saved);
    } catch (error) {
      await refused(error, against);
    }
  };

  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await send(base);
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const onValuesChange = (edited: object): void => {
    clearErrors(form, edited);
    const changed = changes();
    setDirty(Object.keys(changed).length > 0);
    draft.keep(changed);
  };
  const restoreDraft = (): void => {
    const known = Object.entries(draft.offered?.values ?? {}).filter(([name]) => names.includes(name));
    form.setFieldsValue(Object.fromEntries(known));
    onValuesChange(Object.fromEntries(known));
  };

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
    save,
    onValuesChange,
  };
}
