import { valuesOf } from '../../entity-ui/form/values.ts';
import type { SentCommand } from '@wheelhouse/contract/calls/control';
import { Alert, Form, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { f, inputLabel, validateInput, type Row, type StoredField } from '@wheelhouse/entities';
import {
  cacheHours,
  controlCommands,
  lastSix,
  needsVin,
  type ControlCommand,
  type ControlCommandCode,
} from '@wheelhouse/entities/control/control-commands';
import { call } from '../../api/client.ts';
import { isApiError, messageOf } from '../../api/errors.ts';
import { clearErrors, showErrors } from '../../entity-ui/form/errors.ts';
import { FieldItems, type FormField } from '../../entity-ui/form/FieldItems.tsx';
import { validationContext } from '../../entity-ui/form/validation.ts';
import { refName } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { randomId } from '../../lib/random-id.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { controlTexts, useControlTexts } from './texts.ts';
import type { ChosenVehicle } from './vehicle.ts';

export interface SendDialogProps {
  readonly code: ControlCommandCode;
  readonly vehicle: ChosenVehicle;
  readonly online: boolean;
  /** What is filled in: the reason given last, as people act on one case at a time; of a command that is sent again, all that was said with it. */
  readonly given: Row;
  readonly onClose: (sent: (SentCommand & { readonly reasonCode: string }) | null) => void;
}

/** What the dialog asks: the command's own parameters, then why, then what its weight demands. */
function fieldsOf(command: ControlCommand, online: boolean): Readonly<Record<string, StoredField>> {
  return {
    ...command.input,
    ...(online
      ? {}
      : {
          cacheHours: f.int({ required: true, ...cacheHours, default: 2, unit: 'h', label: controlTexts.cacheHours }),
        }),
    reasonCode: f.dict('ControlReason', { required: true, label: controlTexts.reason }),
    remark: f.longText({ required: command.harmless !== true, min: 2, max: 200, label: controlTexts.remark }),
    ...(command.consent === true && {
      ownerConsent: f.flag({ required: true, default: 0, label: controlTexts.consent }),
    }),
    ...(needsVin(command) && { confirmVin6: f.text({ required: true, max: 6, label: controlTexts.vinEnd }) }),
  };
}

const own: ReadonlySet<string> = new Set(['cacheHours', 'reasonCode', 'remark', 'ownerConsent', 'confirmVin6']);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Parameters of the command apart from what is said about it. */
function paramOf(values: Row): Row {
  const entries = Object.entries(values);
  return {
    ...Object.fromEntries(entries.filter(([name]) => own.has(name))),
    params: Object.fromEntries(entries.filter(([name]) => !own.has(name))),
  };
}

/** Asks why and for what its weight demands, then sends the command. Pressing twice sends it once. */
export default function SendDialog({ code, vehicle, online, given: before, onClose }: SendDialogProps): ReactNode {
  const t = useT();
  const texts = useControlTexts();
  const pick = usePick();
  const dict = useDictLookup();
  const [form] = Form.useForm<Row>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [requestId] = useState(randomId);
  const command: ControlCommand = controlCommands[code];
  const input = fieldsOf(command, online);
  const name = dict('ControlCommandType', code)?.name ?? code;
  const fields: FormField[] = Object.entries(input).map(([key, field]) => ({
    name: key,
    field,
    label: key === 'confirmVin6' ? texts('confirmVin', { name: vehicle.name }) : pick(inputLabel(key, field)),
    help: undefined,
    locked: undefined,
    wide: key === 'remark' || key === 'confirmVin6',
  }));
  const names = fields.map((field) => field.name);

  const run = async (): Promise<void> => {
    const given = Object.fromEntries(
      Object.entries(valuesOf(form)).filter(([key, value]) => names.includes(key) && isGiven(value)),
    );
    const { values, errors } = validateInput(input, given, validationContext());
    if (needsVin(command) && String(values['confirmVin6'] ?? '').toUpperCase() !== lastSix(vehicle.name))
      errors.push({ field: 'confirmVin6', message: texts('confirmVin', { name: vehicle.name }) });
    showErrors(form, names, errors);
    setRefusal(undefined);
    if (errors.length > 0) return;
    setBusy(true);
    try {
      const param = { vin: vehicle.name, command: code, ...paramOf(values), requestId };
      const sent = await call('/external/query', { method: 'adb.vehicle.control.send', param });
      onClose({ ...sent, reasonCode: String(values['reasonCode']) });
    } catch (error) {
      setBusy(false);
      const under = isApiError(error) ? error.errors.filter((one) => names.includes(one.field)) : [];
      showErrors(form, names, under);
      if (under.length === 0) setRefusal(messageOf(error));
    }
  };

  return (
    <Modal
      open
      title={texts('sendTitle', { command: name })}
      okText={texts(online ? 'send' : 'cacheAndSend')}
      cancelText={online ? t('cancel') : texts('giveUp')}
      okButtonProps={{ danger: command.needs.length > 1 }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void run()}
      onCancel={() => onClose(null)}
      width={560}
    >
      <p className="rc-target">
        <span className="wh-faint">{texts('toVehicle')}</span> <strong className="wh-num">{vehicle.name}</strong>{' '}
        <span className="wh-faint">{refName(vehicle.row, 'vehicleTypeId') ?? ''}</span>
      </p>
      {online ? null : <Alert type="warning" showIcon title={texts('offlineHint')} className="eu-gap" />}
      {refusal === undefined ? null : <Alert type="error" showIcon title={refusal} className="eu-gap" />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          ...Object.fromEntries(Object.entries(input).map(([key, field]) => [key, field.default])),
          ...before,
        }}
        onValuesChange={(changed: object) => clearErrors(form, changed)}
        onFinish={() => void run()}
      >
        <FieldItems fields={fields} owner="vehicleControlLog" stored={undefined} disabled={busy} />
      </Form>
      <p className="rc-note">{texts(code === 'CUT_POWER' ? 'ownerNotNotified' : 'ownerNotified')}</p>
    </Modal>
  );
}
