import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useWords } from '../texts.ts';

export interface SkippedDialogProps {
  readonly skipped: readonly {
    readonly id: string;
    readonly name: string;
    readonly code: number;
    readonly message: string;
  }[];
  readonly onClose: () => void;
}

/** Records a deed left out, each with its reason. */
export default function SkippedDialog({ skipped, onClose }: SkippedDialogProps): ReactNode {
  const t = useT();
  const words = useWords();
  return (
    <Modal
      open
      title={words('skippedTitle', { n: skipped.length })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
      width={560}
    >
      <div className="eu-scroll">
        <table className="eu-simple">
          <thead>
            <tr>
              <th scope="col">{words('record')}</th>
              <th scope="col">{words('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {skipped.map((one) => (
              <tr key={one.id}>
                <td className="wh-num">{one.name}</td>
                <td>
                  {one.message} <small className="wh-num">{one.code}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}
