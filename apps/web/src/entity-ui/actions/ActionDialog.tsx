import { emptyBelow, useValues, valuesOf } from '../form/values.ts';
import type { ActionAnswer } from '@wheelhouse/contract/calls/kit';
import { Alert, Form, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputLabel, validateInput, type EntityDef, type Row } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { isApiError, reasonOf } from '../../api/errors.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { allArrived } from '../files/underway.ts';
import { clearErrors, showErrors } from '../form/errors.ts';
import { FieldItems, type FormField } from '../form/FieldItems.tsx';
import { validationContext } from '../form/validation.ts';
import type { Input } from '../inputs/types.ts';
import { ActionRecordContext } from './action-record.ts';
import { bodyOf, type RecordAction } from './record-actions.ts';

export interface ActionDialogProps {
  readonly entity: EntityDef;
  readonly action: RecordAction;
  readonly ids: readonly string[];
  /** Name of the record or number of records. */
  readonly name: string;
  readonly question: string | undefined;
  /** The record it is done to, where that is one. */
  readonly record?: Row | undefined;
  /** Values that the form begins with, beside its defaults. */
  readonly start?: Row | undefined;
  /** Under the question: what the action would do. */
  readonly below?: ReactNode;
  /** Inputs that take the place of those of the fields' kinds. */
  readonly inputs?: Readonly<Record<string, Input>> | undefined;
  readonly onClose: (result: ActionAnswer | null) => void;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Asks what an action needs to know, does it, and shows its refusal in place. */
export default function ActionDialog({
  entity,
  action,
  ids,
  name,
  question,
  record,
  start,
  below,
  inputs,
  onClose,
}: ActionDialogProps): ReactNode {
  const t = useT();
  const pick = usePick();
  const [form] = Form.useForm<Row>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const input = action.input ?? {};
  const values = useValues(form);
  const shown = Object.entries(input).filter(([, field]) => field.visible?.(values ?? {}, record) !== false);
  const fields: FormField[] = shown.map(([key, field]) => ({
    name: key,
    field,
    label: pick(inputLabel(key, field)),
    help: field.help === undefined ? undefined : pick(field.help),
    locked: undefined,
    wide: shown.length < 3,
    as: inputs?.[key],
  }));
  const names = fields.map((field) => field.name);

  const send = async (): Promise<void> => {
    const given = Object.fromEntries(
      Object.entries(valuesOf(form)).filter(([key, value]) => names.includes(key) && isGiven(value)),
    );
    const checked = validateInput(input, given, validationContext());
    showErrors(form, names, checked.errors);
    if (checked.errors.length > 0) return;
    try {
      onClose((await call(action.path, bodyOf(action, ids, checked.values, record))) ?? {});
    } catch (error) {
      const underFields = isApiError(error) ? error.errors.filter((one) => names.includes(one.field)) : [];
      showErrors(form, names, underFields);
      if (underFields.length === 0) setRefusal(reasonOf(error));
    }
  };
  const run = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    if (await allArrived(form)) await send();
    setBusy(false);
  };

  return (
    <Modal
      open
      title={question === undefined ? `${pick(action.label)} · ${name}` : pick(action.label)}
      okText={fields.length === 0 ? t('confirm') : pick(action.label)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: action.danger }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={() => onClose(null)}
      width={fields.length > 2 || below !== undefined ? 640 : 480}
    >
      {question === undefined ? null : <p className="eu-dialog-text">{question}</p>}
      {below}
      {refusal === undefined ? null : <Alert type="error" showIcon title={refusal} className="eu-gap" />}
      {fields.length === 0 ? null : (
        <Form
          form={form}
          layout="vertical"
          initialValues={{
            ...Object.fromEntries(Object.entries(input).map(([key, field]) => [key, field.default])),
            ...start,
          }}
          onValuesChange={(changed: object) => {
            clearErrors(form, changed);
            emptyBelow(form, Object.fromEntries(shown), changed);
          }}
          onFinish={() => void run()}
        >
          <ActionRecordContext value={ids[0] ?? ''}>
            <FieldItems fields={fields} owner={entity.name} stored={undefined} disabled={busy} />
          </ActionRecordContext>
        </Form>
      )}
    </Modal>
  );
}
