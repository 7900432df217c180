import { useValues } from '../../../entity-ui/form/values.ts';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { encodeFrame, encodeValues, type FrameField } from '@wheelhouse/contract/device/debug-frame';
import { orderedCommands } from '@wheelhouse/entities/control/debug-command';
import { checkParams, fieldsOf, frameLabel } from '@wheelhouse/entities/control/debug-schema';
import { lastSix } from '@wheelhouse/entities/control/control-commands';
import type { Row } from '@wheelhouse/entities';
import { call } from '../../../api/client.ts';
import { isApiError, messageOf } from '../../../api/errors.ts';
import { useLang } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { useDebugTexts } from './texts.ts';
import type { LibraryCommand } from './library.ts';
import { spaced } from './frame-text.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

export interface ParamFormProps {
  readonly command: LibraryCommand;
  readonly sessionId: string | undefined;
  readonly vehicleName: string;
  readonly bound: boolean;
  readonly workOrderNo: string | null;
}

const confirmNames = ['confirmVin6', 'reason', 'workOrderNo'] as const;
const limits = (field: FrameField): { min?: number; max?: number } => ({
  ...(field.min !== undefined && { min: field.min }),
  ...(field.max !== undefined && { max: field.max }),
});

function ParamInput({ field, ...rest }: { readonly field: FrameField; readonly id?: string }): ReactNode {
  const lang = useLang();
  if (field.enum !== undefined)
    return <Select {...rest} options={field.enum.map((one) => ({ value: one.value, label: one[lang] }))} />;
  if (field.type === 'hex')
    return <Input.TextArea {...rest} autoSize={{ minRows: 2, maxRows: 6 }} className="rd-mono" spellCheck={false} />;
  if (field.type === 'text') return <Input {...rest} />;
  return (
    <InputNumber
      {...rest}
      {...limits(field)}
      step={field.scale ?? 1}
      style={{ width: '100%' }}
      {...(field.unit !== undefined && { suffix: field.unit })}
    />
  );
}

/** Bounds as text, under a parameter. */
const hintOf = (field: FrameField): string | undefined =>
  field.enum === undefined && (field.min !== undefined || field.max !== undefined)
    ? `${field.min ?? ''}–${field.max ?? ''}${field.type === 'text' || field.type === 'hex' ? ' B' : ''}`
    : undefined;

/** The frame as it will be sent, while the parameters are typed. */
function Preview({ command, values }: { readonly command: LibraryCommand; readonly values: Row }): ReactNode {
  const texts = useDebugTexts();
  let hex = '';
  try {
    hex = encodeFrame(command.deviceType, command.opcode, encodeValues(fieldsOf(command.paramSchema), values));
  } catch {
    // Too long: the send button says so.
  }
  return (
    <div className="rd-preview">
      <span className="wh-faint">{texts('frame')}</span>
      <code>{spaced(hex)}</code>
    </div>
  );
}

const clean = (values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** Parameters of a command by its definition, what its danger demands, and the button that sends it. */
export function ParamForm({ command, sessionId, vehicleName, bound, workOrderNo }: ParamFormProps): ReactNode {
  const texts = useDebugTexts();
  const lang = useLang();
  const can = useCan();
  const [form] = Form.useForm<Row>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const schema = fieldsOf(command.paramSchema);
  const dangerous = command.dangerous === 1;
  const ordered = orderedCommands.includes(command.cmdCode) && bound && workOrderNo === null;
  const values = useValues(form) ?? {};
  const params = clean(Object.fromEntries(schema.map((field) => [field.name, values[`p.${field.name}`]])));
  const mayNot = dangerous && !can('vehicleRemoteDebugging.danger');

  const show = (errors: readonly { readonly field: string; readonly message: string }[]): void =>
    form.setFields(
      [...schema.map((field) => `p.${field.name}`), ...confirmNames].map((name) => ({
        name,
        errors: errors.filter((one) => one.field.replace(/^params\./, 'p.') === name).map((one) => one.message),
      })),
    );
  const run = async (): Promise<void> => {
    const errors: { field: string; message: string }[] = checkParams(schema, params, lang).map((one) => ({
      ...one,
      field: `params.${one.field}`,
    }));
    const typed = String(values['confirmVin6'] ?? '').trim();
    if (dangerous && typed.toUpperCase() !== lastSix(vehicleName))
      errors.push({ field: 'confirmVin6', message: texts('confirmVin') });
    show(errors);
    setRefusal(undefined);
    if (errors.length > 0 || sessionId === undefined) return;
    setBusy(true);
    try {
      const more = clean(Object.fromEntries(confirmNames.map((name) => [name, values[name]])));
      await call('/veh/crm/debug/send', { sessionId, cmdCode: command.cmdCode, params, ...more });
      form.resetFields([...confirmNames]);
    } catch (error) {
      const under = isApiError(error) ? error.errors : [];
      show(under);
      setRefusal(under.length > 0 ? undefined : messageOf(error));
    }
    setBusy(false);
  };

  return (
    <Form form={form} layout="vertical" disabled={busy} onFinish={() => void run()} className="rd-form">
      <h3>
        {nameIn(command, lang)} <small className="wh-faint">{command.cmdCode}</small>
      </h3>
      {dangerous ? (
        <Alert type="warning" showIcon title={texts(mayNot ? 'noDanger' : 'dangerHint')} className="eu-gap" />
      ) : null}
      {refusal === undefined ? null : <Alert type="error" showIcon title={refusal} className="eu-gap" />}
      {schema.length === 0 ? <p className="wh-faint">{texts('noParams')}</p> : null}
      {schema.map((field) => (
        <Form.Item
          key={field.name}
          name={`p.${field.name}`}
          label={frameLabel(field)[lang]}
          extra={hintOf(field)}
          required
        >
          <ParamInput field={field} />
        </Form.Item>
      ))}
      {ordered ? (
        <Form.Item name="workOrderNo" label={texts('orderNo')} extra={texts('orderHint')} required>
          <Input maxLength={30} />
        </Form.Item>
      ) : null}
      {dangerous && !mayNot ? (
        <>
          <Form.Item name="confirmVin6" label={texts('confirmVin')} extra={vehicleName} required>
            <Input maxLength={6} autoComplete="off" />
          </Form.Item>
          <Form.Item name="reason" label={texts('reason')} required>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        </>
      ) : null}
      <Preview command={command} values={params} />
      <Button
        type="primary"
        htmlType="submit"
        danger={dangerous}
        loading={busy}
        disabled={sessionId === undefined || mayNot}
      >
        {texts('send')}
      </Button>
    </Form>
  );
}
