import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { DescriptionList } from '../../ui/Layout.tsx';
import { CopyText } from '../../ui/Values.tsx';
import { useEntityTexts } from '../texts.ts';

/** A password at a cluster has a thousand characters: the beginning tells it from another. */
const shownCharacters = 28;

/** Shows a new secret the only time it can be seen. Closes by its button alone, so that it is not lost by an accidental click. */
export default function SecretDialog({
  deviceId,
  secret,
  mqttPassword,
  onClose,
}: {
  readonly deviceId: string;
  readonly secret: string;
  /** With a NATS cluster; the secret is then for HTTP alone. */
  readonly mqttPassword?: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  return (
    <Modal
      open
      title={texts('secretTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
      width={520}
    >
      <Alert type="warning" showIcon title={texts('secretHint')} className="eu-gap" />
      <DescriptionList
        items={[
          { key: 'device', label: texts('deviceId'), value: <CopyText value={deviceId} />, wide: true },
          { key: 'secret', label: texts('secret'), value: <CopyText value={secret} />, wide: true },
          ...(mqttPassword === undefined
            ? []
            : [
                {
                  key: 'mqttPassword',
                  label: texts('mqttPassword'),
                  value: <CopyText value={mqttPassword}>{`${mqttPassword.slice(0, shownCharacters)}…`}</CopyText>,
                  wide: true,
                },
              ]),
        ]}
      />
    </Modal>
  );
}
