import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import './button.css';

interface ButtonLook {
  readonly type?: 'default' | 'primary' | 'text' | 'link' | undefined;
  readonly danger?: boolean | undefined;
  readonly size?: 'middle' | 'small' | undefined;
  readonly icon?: ReactNode;
}

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'title'> {
  readonly title?: string | undefined;
  readonly htmlType?: 'submit' | 'button' | undefined;
  /** Busy: shows that it works and takes no clicks. */
  readonly loading?: boolean | undefined;
}

const classOf = ({ type = 'default', danger = false, size = 'middle' }: ButtonLook, own = ''): string =>
  `wh-button wh-button-${type}${danger ? ' wh-button-danger' : ''}${size === 'small' ? ' wh-button-small' : ''} ${own}`.trim();

const Content = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }): ReactNode => (
  <>
    {icon}
    {children === undefined || children === null ? null : <span>{children}</span>}
  </>
);

/** The button of shell, pages and lists. It looks like antd's buttons, with almost no code. */
export function Button({
  type,
  danger,
  size,
  icon,
  loading = false,
  htmlType = 'button',
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const spinner = <span className="wh-spinner wh-button-spinner" aria-hidden="true" />;
  return (
    <button
      type={htmlType}
      {...rest}
      className={classOf({ type, danger, size }, className)}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : rest.onClick}
    >
      <Content icon={loading ? spinner : icon}>{children}</Content>
    </button>
  );
}

export interface AnchorButtonProps extends ButtonLook {
  readonly href: string;
  /** The browser saves what is there. */
  readonly download?: boolean;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
}

/** A link that looks like a button. */
export const AnchorButton = ({
  type,
  danger,
  size,
  icon,
  className,
  children,
  ...rest
}: AnchorButtonProps): ReactNode => (
  <a {...rest} className={classOf({ type, danger, size }, className)}>
    <Content icon={icon}>{children}</Content>
  </a>
);
