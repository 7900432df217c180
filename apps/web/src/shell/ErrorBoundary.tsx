import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTexts } from '../i18n/lang.ts';
import { logError } from '../lib/error-log.ts';
import { ErrorState } from '../ui/States.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Named in the error log. */
  readonly place: string;
  readonly children: ReactNode;
}

/** A page that throws takes only itself down. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    logError(error, `${this.props.place}${firstLine(info.componentStack)}`);
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

const firstLine = (stack: string | null | undefined): string => {
  const line = stack?.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? '' : `: ${line.trim()}`;
};

function Broken({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useTexts(texts);
  return <ErrorState title={t('pageBroken')} message={t('pageBrokenText')} onRetry={onRetry} />;
}
