import { lazy, Suspense, type ReactNode } from 'react';
import { questionStore } from '../lib/confirm.ts';
import { useStore } from '../lib/store.ts';

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'));

/** Place of the question that `askConfirm` asks. */
export function ConfirmHost(): ReactNode {
  const question = useStore(questionStore);
  return question === null ? null : (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} />
    </Suspense>
  );
}
