import { Button, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

/** A button that is a link inside the console: one element, opened in place, or elsewhere with the usual keys. */
export function LinkButton({
  to,
  ...rest
}: Omit<ButtonProps, 'href' | 'onClick'> & { readonly to: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <Button
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
