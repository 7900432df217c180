import { Form, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../../../api/client.ts';
import { showRefusal } from '../../../../entity-ui/form/errors.ts';
import { useT } from '../../../../i18n/common.ts';
import { useTexts } from '../../../../i18n/lang.ts';
import { md5Upper } from '../../../../session/md5.ts';
import { twoFactorTexts } from '../two-factor-texts.ts';

interface Values {
  readonly password: string;
  readonly otp: string;
}

/** What the call answers: new recovery codes, or nothing. */
export interface ProofAnswer {
  readonly recoveryCodes?: readonly string[];
}

export interface ProofDialogProps {
  readonly path: '/system/crm/sysTotp/recoveryCodes' | '/system/crm/sysTotp/disable';
  readonly title: string;
  readonly hint: string;
  readonly danger?: boolean;
  readonly onClose: (answer: ProofAnswer | null) => void;
}

/** Refusals that belong under a field. */
export const fieldOfCode: Readonly<Record<number, keyof Values>> = { 1109: 'password', 1124: 'otp' };

/** Asks for password and code before the second factor is changed. Answers what the call does; `{}` when that is nothing. */
export default function ProofDialog({ path, title, hint, danger = false, onClose }: ProofDialogProps): ReactNode {
  const common = useT();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const send = async ({ password, otp }: Values): Promise<void> => {
    setBusy(true);
    try {
      onClose((await call(path, { password: md5Upper(password), otp })) ?? {});
    } catch (error) {
      setBusy(false);
      showRefusal(form, error, fieldOfCode);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={title}
      okText={common('confirm')}
      cancelText={common('cancel')}
      okButtonProps={{ danger }}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => onClose(null)}
    >
      <p className="eu-dialog-text">{hint}</p>
      <Form form={form} name="two-factor-proof" layout="vertical" onFinish={(values) => void send(values)}>
        <PasswordItem />
        <CodeItem />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  );
}

export function PasswordItem(): ReactNode {
  const t = useTexts(twoFactorTexts);
  const common = useT();
  return (
    <Form.Item name="password" label={t('password')} rules={[{ required: true, message: common('required') }]}>
      <Input.Password autoComplete="current-password" maxLength={20} autoFocus />
    </Form.Item>
  );
}

export function CodeItem(): ReactNode {
  const t = useTexts(twoFactorTexts);
  return (
    <Form.Item name="otp" label={t('code')} rules={[{ required: true, pattern: /^\d{6}$/, message: t('codeRule') }]}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
    </Form.Item>
  );
}
