import type { OutputOf } from '@wheelhouse/entities/calls';
import { Form, Modal, QRCode } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../../../api/client.ts';
import { showRefusal } from '../../../../entity-ui/form/errors.ts';
import { useT } from '../../../../i18n/common.ts';
import { useTexts } from '../../../../i18n/lang.ts';
import { md5Upper } from '../../../../session/md5.ts';
import { DescriptionList } from '../../../../ui/Layout.tsx';
import { CopyText } from '../../../../ui/Values.tsx';
import { twoFactorTexts } from '../two-factor-texts.ts';
import { CodeItem, fieldOfCode, PasswordItem } from './ProofDialog.tsx';

interface Values {
  readonly password?: string;
  readonly otp?: string;
}

/** Password, then the app is enrolled and proves itself with a code. Answers the recovery codes. */
export default function EnrolDialog({
  onClose,
}: {
  readonly onClose: (codes: readonly string[] | null) => void;
}): ReactNode {
  const t = useTexts(twoFactorTexts);
  const common = useT();
  const [form] = Form.useForm<Values>();
  const [enrolment, setEnrolment] = useState<OutputOf<'POST /system/crm/sysTotp/enrol'>>();
  const [busy, setBusy] = useState(false);
  const step = async ({ password = '', otp = '' }: Values): Promise<void> => {
    if (enrolment === undefined)
      setEnrolment(await call('/system/crm/sysTotp/enrol', { password: md5Upper(password) }));
    else onClose((await call('/system/crm/sysTotp/confirm', { otp })).recoveryCodes);
  };
  const submit = async (values: Values): Promise<void> => {
    setBusy(true);
    try {
      await step(values);
    } catch (error) {
      showRefusal(form, error, fieldOfCode);
    }
    setBusy(false);
  };
  return (
    <Modal
      open
      width={520}
      title={t('turnOnTitle')}
      okText={t(enrolment === undefined ? 'next' : 'turnOn')}
      cancelText={common('cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => onClose(null)}
    >
      <Form form={form} name="two-factor" layout="vertical" onFinish={(values) => void submit(values)}>
        {enrolment === undefined ? (
          <PasswordItem />
        ) : (
          <>
            <p className="eu-dialog-text">{t('scan')}</p>
            <div className="pf-enrol">
              <QRCode
                type="svg"
                size={168}
                value={enrolment.otpauthUri}
                color="#000000"
                bgColor="#ffffff"
                aria-label={t('qr')}
                role="img"
              />
              <DescriptionList
                items={[
                  { key: 'key', label: t('key'), value: <CopyText value={enrolment.secret} />, wide: true },
                  {
                    key: 'uri',
                    label: t('uri'),
                    value: <CopyText value={enrolment.otpauthUri}>otpauth://…</CopyText>,
                    wide: true,
                  },
                ]}
              />
            </div>
            <CodeItem />
            <p className="eu-hint">{t('confirmHint')}</p>
          </>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  );
}
