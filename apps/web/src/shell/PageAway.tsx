import type { ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { ErrorState } from '../ui/States.tsx';

/** In the place of a page whose code could not be fetched. */
export function PageAway({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useT();
  return <ErrorState message={t('requestFailed')} onRetry={onRetry} />;
}
