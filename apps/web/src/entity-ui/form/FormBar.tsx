import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { Button } from '../../ui/Button.tsx';

export interface FormBarProps {
  readonly busy: boolean;
  /** What stands beside the buttons: whether a draft is kept. */
  readonly state?: ReactNode;
  readonly onSave: () => Promise<void>;
  readonly onCancel: () => Promise<unknown>;
}

/** Saves or leaves a form that is a page; stays in view below it. */
export function FormBar({ busy, state, onSave, onCancel }: FormBarProps): ReactNode {
  const t = useT();
  return (
    <div className="eu-form-bar">
      <Button type="primary" loading={busy} onClick={() => void onSave()}>
        {t('save')}
      </Button>
      <Button onClick={() => void onCancel()}>{t('cancel')}</Button>
      <kbd className="wh-faint">Ctrl + S</kbd>
      {state}
    </div>
  );
}
