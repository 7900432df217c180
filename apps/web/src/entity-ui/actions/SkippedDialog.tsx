import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useEntityTexts } from '../texts.ts';

export interface SkippedDialogProps {
  readonly skipped: readonly {
    readonly id: string;
    readonly name: string;
    readonly code: number;
    readonly message: string;
  }[];
  readonly onClose: () => void;
}

/** Records an action left out, each with its reason. */
export default function SkippedDialog({ skipped, onClose }: SkippedDialogProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  return (
    <Modal
      open
      title={texts('skippedTitle', { n: skipped.length })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
      width={560}
    >
      <DataTable
        label={texts('skippedTitle', { n: skipped.length })}
        height="46vh"
        rows={skipped}
        rowKey={(one) => one.id}
        columns={[
          { key: 'record', label: texts('record'), num: true, render: (one) => one.name },
          {
            key: 'reason',
            label: texts('reason'),
            render: (one) => (
              <>
                {one.message} <small className="wh-num">{one.code}</small>
              </>
            ),
          },
        ]}
      />
    </Modal>
  );
}
