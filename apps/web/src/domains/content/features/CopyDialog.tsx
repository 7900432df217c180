import type { MatrixModel } from '@wheelhouse/contract/calls/content/content';
import { Form, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../i18n/common.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { useFeatureTexts } from './texts.ts';

export interface Copying {
  readonly from: string;
  readonly to: readonly string[];
}

/** Asks which model's column goes into which others. */
export default function CopyDialog({
  models,
  onClose,
}: {
  readonly models: readonly MatrixModel[];
  readonly onClose: (copying: Copying | null) => void;
}): ReactNode {
  const t = useT();
  const texts = useFeatureTexts();
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string[]>([]);
  const options = models.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }));
  const targets = to.filter((id) => id !== from);
  return (
    <Modal
      open
      title={texts('copy')}
      okText={texts('fill')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: from === undefined || targets.length === 0 }}
      onOk={() => {
        if (from !== undefined) onClose({ from, to: targets });
      }}
      onCancel={() => onClose(null)}
    >
      <p className="eu-dialog-text">{texts('copyHint')}</p>
      <Form layout="vertical">
        <Form.Item label={texts('copyFrom')} htmlFor="copyFrom" required>
          <Select
            id="copyFrom"
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            value={from ?? null}
            onChange={(value: string) => setFrom(value)}
          />
        </Form.Item>
        <Form.Item label={texts('copyTo')} htmlFor="copyTo" required>
          <Select
            id="copyTo"
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={options.filter(({ value }) => value !== from)}
            value={targets}
            onChange={(value: string[]) => setTo(value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
