import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import './controls.css';

const gap = 4;
const edge = 8;

/** Under its button, right edges together, inside the window. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  panel.style.left = `${Math.max(edge, at.right - panel.offsetWidth)}px`;
  panel.style.top = `${Math.max(edge, Math.min(at.bottom + gap, window.innerHeight - panel.offsetHeight - edge))}px`;
}

/** A tool button with a panel below it: closes on Escape and on a click elsewhere, as the browser does it. */
export function PanelButton({
  label,
  icon,
  children,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (open && panel.current !== null && button.current !== null) place(panel.current, button.current);
  }, [open]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="eu-tool"
        aria-label={label}
        title={label}
        aria-expanded={open}
        popoverTarget={id}
      >
        {icon}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="eu-panel"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open ? children : null}
      </div>
    </>
  );
}
