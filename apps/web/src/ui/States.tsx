import type { ReactNode } from 'react';
import { messageOf } from '../api/errors.ts';
import { useT } from '../i18n/common.ts';
import { Button } from './Button.tsx';
import './ui.css';

/** A calm line drawing: an empty track. */
const EmptyDrawing = (): ReactNode => (
  <svg className="wh-state-drawing" viewBox="0 0 96 56" width="96" height="56" fill="none" aria-hidden="true">
    <path d="M4 46h88" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <path
      d="M14 51h10M34 51h10M54 51h10M74 51h10"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      opacity=".4"
    />
    <circle cx="30" cy="35" r="10" stroke="currentColor" strokeWidth="2" />
    <circle cx="68" cy="35" r="10" stroke="currentColor" strokeWidth="2" />
    <path
      d="M30 35h22l8-22h-7M60 13l8 22M36 24h16"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

export interface EmptyStateProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  /** Inside a table or card: less height. */
  readonly small?: boolean;
}

/** Empty state, with an action. */
export function EmptyState({ title, description, action, small = false }: EmptyStateProps): ReactNode {
  const t = useT();
  return (
    <div className={small ? 'wh-state wh-state-small' : 'wh-state'}>
      <EmptyDrawing />
      <p className="wh-state-title">{title ?? t('noData')}</p>
      {description === undefined ? null : <p className="wh-state-text">{description}</p>}
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  readonly message: ReactNode;
  readonly title?: ReactNode;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
}

/** Error state: the reason, and a retry. */
export function ErrorState({ message, title, onRetry, action }: ErrorStateProps): ReactNode {
  const t = useT();
  return (
    <div className="wh-state" role="alert">
      <p className="wh-state-title">{title ?? t('loadFailed')}</p>
      <p className="wh-state-text">{message}</p>
      <div className="wh-state-actions">
        {onRetry === undefined ? null : <Button onClick={onRetry}>{t('retry')}</Button>}
        {action}
      </div>
    </div>
  );
}

/** Loading state of a page or block. Appears after a moment, so that fast answers do not flicker. */
export function LoadingState({ small = false }: { readonly small?: boolean }): ReactNode {
  const t = useT();
  return (
    <output className={small ? 'wh-state wh-state-small wh-loading' : 'wh-state wh-loading'}>
      <span className="wh-spinner" aria-hidden="true" />
      <span className="wh-visually-hidden">{t('loading')}</span>
    </output>
  );
}

export interface PendingStateProps {
  /** The error; null while loading. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly small?: boolean;
}

/** In place of a missing answer: loading, or the error with a retry. */
export const PendingState = ({ error, onRetry, small = false }: PendingStateProps): ReactNode =>
  error === null ? <LoadingState small={small} /> : <ErrorState message={messageOf(error)} onRetry={onRetry} />;
