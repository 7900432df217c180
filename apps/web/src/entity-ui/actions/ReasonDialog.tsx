import { Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useEntityTexts } from '../texts.ts';

export interface ReasonDialogProps {
  readonly title: string;
  readonly hint: string;
  /** Fewest characters of a reason. */
  readonly min: number;
  readonly onClose: (reason: string | null) => void;
}

/** Asks why. */
export default function ReasonDialog({ title, hint, min, onClose }: ReasonDialogProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Modal
      open
      title={title}
      okText={t('confirm')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: given.length < min }}
      onOk={() => onClose(given)}
      onCancel={() => onClose(null)}
      width={440}
    >
      <p className="eu-dialog-text">{hint}</p>
      <Input.TextArea
        autoFocus
        aria-label={texts('reason')}
        placeholder={texts('reasonShort', { n: min })}
        value={reason}
        maxLength={200}
        showCount
        autoSize={{ minRows: 3, maxRows: 6 }}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && given.length >= min) onClose(given);
        }}
      />
    </Modal>
  );
}
