import { useId, type ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface ReasonButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'icon' | 'danger'> {
  /** Why it is not possible now. */
  readonly reason: string;
  readonly children: ReactNode;
}

/** A button that does nothing now and says why: to the pointer, to the keyboard, which can reach it, and to those who listen. */
export function ReasonButton({ reason, children, ...look }: ReasonButtonProps): ReactNode {
  const id = useId();
  return (
    <span className="wh-reason">
      <Button {...look} aria-disabled aria-describedby={id}>
        {children}
      </Button>
      <span id={id} role="tooltip" className="wh-reason-text">
        {reason}
      </span>
    </span>
  );
}
