import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/lang.ts';
import { copyToClipboard } from '../../../../ui/Values.tsx';
import { twoFactorTexts } from '../two-factor-texts.ts';

/** Recovery codes, the only time they can be seen. Closes by its button alone. */
export default function CodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useTexts(twoFactorTexts);
  return (
    <Modal
      open
      width={480}
      title={t('codesTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="copy" onClick={() => void copyToClipboard(codes.join('\n'))}>
          {t('copyAll')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('saved')}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={t('codesHint')} className="eu-gap" />
      <ul className="pf-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}
