import { Checkbox, Form, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../api/errors.ts';
import { useT } from '../../i18n/common.ts';
import { useTexts } from '../../i18n/lang.ts';
import { texts } from './texts.ts';

export interface ViewForm {
  readonly name: string;
  readonly shared: 0 | 1;
  readonly isDefault: 0 | 1;
}

export interface ViewDialogProps {
  /** Name it has now; absent for a new view. */
  readonly name?: string | undefined;
  readonly onSave: (form: ViewForm) => Promise<void>;
  readonly onClose: () => void;
}

const longest = 30;

/** Name of a view, and for a new one who uses it and when. A refusal shows under the name. */
export default function ViewDialog({ name: before, onSave, onClose }: ViewDialogProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const [name, setName] = useState(before ?? '');
  const [shared, setShared] = useState(false);
  const [isDefault, setDefault] = useState(false);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const isNew = before === undefined;
  const save = async (): Promise<void> => {
    if (saving) return;
    if (name.trim() === '') return setError(common('required'));
    setSaving(true);
    try {
      await onSave({ name: name.trim(), shared: shared ? 1 : 0, isDefault: isDefault ? 1 : 0 });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      width={420}
      title={t(isNew ? 'saveTitle' : 'renameTitle')}
      okText={common('save')}
      cancelText={common('cancel')}
      confirmLoading={saving}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item
          label={t('name')}
          htmlFor="view-name"
          required
          validateStatus={error === undefined ? '' : 'error'}
          help={error}
        >
          <Input
            id="view-name"
            autoFocus
            value={name}
            maxLength={longest}
            aria-invalid={error !== undefined}
            onChange={(event) => (setName(event.target.value), setError(undefined))}
          />
        </Form.Item>
        {isNew ? (
          <>
            <p className="wh-faint">{t('what')}</p>
            <p>
              <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
                {t('shared')}
              </Checkbox>
            </p>
            <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
              {t('asDefault')}
            </Checkbox>
          </>
        ) : null}
      </Form>
    </Modal>
  );
}
