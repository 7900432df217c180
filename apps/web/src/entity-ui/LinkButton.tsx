import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { AnchorButton, type AnchorButtonProps } from '../ui/Button.tsx';

/** A button that is a link inside the console: one element, opened in place, or elsewhere with the usual keys. */
export function LinkButton({
  to,
  ...rest
}: Omit<AnchorButtonProps, 'href' | 'onClick'> & { readonly to: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <AnchorButton
      {...rest}
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(to);
      }}
    />
  );
}
