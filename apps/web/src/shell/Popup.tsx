import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

export interface PopupProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly upwards?: boolean;
  readonly children: ReactNode;
}

/** A tool button with a small panel: closes on Escape, on a click outside and when the keyboard leaves it. */
export function Popup({ label, icon, upwards = false, children }: PopupProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // The drawer around it stays open.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape, true);
    };
  }, [open]);
  return (
    <div ref={box} className="sh-popup-box">
      <button
        ref={button}
        type="button"
        className="sh-tool"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </button>
      {open ? (
        <section id={id} className={upwards ? 'sh-popup sh-popup-up' : 'sh-popup'} aria-label={label}>
          {children}
        </section>
      ) : null}
    </div>
  );
}
