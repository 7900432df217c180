import { useState, type ReactNode } from 'react';
import { askConfirm } from '../lib/confirm.ts';
import { Button, type ButtonProps } from './Button.tsx';

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick' | 'loading' | 'title'> {
  /** The question, naming what will happen. */
  readonly question: string;
  readonly description?: string;
  /** Runs after the yes; the button is busy meanwhile. */
  readonly onConfirm: () => unknown;
  /** Why the action is not possible now: the button is disabled and says so. */
  readonly disabledReason?: string | undefined;
}

/** A button whose action needs a yes. */
export function ConfirmButton({
  question,
  description,
  onConfirm,
  disabledReason,
  disabled,
  ...rest
}: ConfirmButtonProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (!(await askConfirm({ title: question, description, danger: rest.danger === true }))) return;
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      {...rest}
      loading={busy}
      disabled={disabled === true || disabledReason !== undefined}
      title={disabledReason}
      onClick={() => void run()}
    />
  );
}
