import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { setNotifier, type Notifier } from '../lib/notify.ts';

type Kind = keyof Notifier;
interface Toast {
  readonly id: number;
  readonly kind: Kind;
  readonly text: string;
}

const icons = {
  success: CheckCircleFilled,
  error: CloseCircleFilled,
  warning: ExclamationCircleFilled,
  info: InfoCircleFilled,
} as const;
/** Errors stay longer: they are read, not glanced at. */
const shownMs = { success: 2500, info: 3500, warning: 5000, error: 6000 } as const satisfies Record<Kind, number>;
const mostAtOnce = 4;

/** Shows what `notify` says, newest last; the same text is not shown twice at once. */
export function Toasts(): ReactNode {
  const t = useT();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(0);
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const say =
      (kind: Kind) =>
      (text: string): void => {
        nextId.current += 1;
        const toast = { id: nextId.current, kind, text };
        setToasts((shown) =>
          [...shown.filter((other) => other.text !== text || other.kind !== kind), toast].slice(-mostAtOnce),
        );
        setTimeout(() => setToasts((shown) => shown.filter((other) => other.id !== toast.id)), shownMs[kind]);
      };
    return setNotifier({ success: say('success'), error: say('error'), warning: say('warning'), info: say('info') });
  }, []);
  // In the top layer, so that a message is also seen above an open dialog.
  useEffect(() => {
    const box = layer.current;
    if (box === null) return;
    box.hidePopover();
    if (toasts.length > 0) box.showPopover();
  }, [toasts]);
  return (
    <div ref={layer} popover="manual" className="sh-toasts" aria-live="polite">
      {toasts.map(({ id, kind, text }) => {
        const Icon = icons[kind];
        return (
          <div key={id} className={`sh-toast sh-toast-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
            <Icon />
            <span>{text}</span>
            <button
              type="button"
              className="wh-icon-button"
              aria-label={t('close')}
              onClick={() => setToasts(toasts.filter((other) => other.id !== id))}
            >
              <CloseOutlined />
            </button>
          </div>
        );
      })}
    </div>
  );
}
