import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import type { OpenQuestion } from '../lib/confirm.ts';

export interface ConfirmDialogProps {
  readonly question: OpenQuestion;
  /** Given up. */
  readonly onClose: () => void;
}

export default function ConfirmDialog({ question, onClose }: ConfirmDialogProps): ReactNode {
  const t = useT();
  const { title, description, danger = false, okText, answer } = question;
  return (
    <Modal
      open
      centered
      width={400}
      title={title}
      okText={okText ?? t('confirm')}
      cancelText={t('cancel')}
      okButtonProps={{ danger, autoFocus: true }}
      onOk={() => answer(true)}
      onCancel={onClose}
    >
      {description === undefined ? null : <p className="sh-question">{description}</p>}
    </Modal>
  );
}
