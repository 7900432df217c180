import { CloseOutlined } from '@ant-design/icons';
import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import './modal.css';

export interface ModalProps {
  readonly label: string;
  readonly className: string;
  /** Shows the label and a button to close. Without it the content does both. */
  readonly head?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: keeps the keyboard inside, closes on Escape and on a click beside it, gives the focus back.
 * For the shell's own dialogs, which must not bring a dialog library along.
 */
export function Modal({ label, className, head = false, onClose, children }: ModalProps): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const beside = (event: Event): void => {
      if (event.target === element) close();
    };
    // The owner of the dialog closes it; the browser must not close it without the owner.
    const cancel = (event: Event): void => {
      event.preventDefault();
      close();
    };
    element.addEventListener('click', beside);
    element.addEventListener('cancel', cancel);
    if (!element.open) element.showModal();
    return () => {
      element.removeEventListener('click', beside);
      element.removeEventListener('cancel', cancel);
      element.close();
    };
  }, []);
  return (
    <dialog ref={dialog} className={`sh-modal ${className}`} aria-label={label}>
      <div className="sh-modal-box">
        {head ? (
          <header className="sh-modal-head">
            <h2>{label}</h2>
            <button type="button" className="sh-tool" aria-label={t('close')} onClick={onClose}>
              <CloseOutlined />
            </button>
          </header>
        ) : null}
        {children}
      </div>
    </dialog>
  );
}
