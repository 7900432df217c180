import { Suspense, type ReactNode } from 'react';
import { questionStore } from '../lib/confirm.ts';
import { useStore } from '../lib/store.ts';
import { dialogPart } from '../ui/part.tsx';

const ConfirmDialog = dialogPart(() => import('./ConfirmDialog.tsx'));

/** Place of the question that `askConfirm` asks. */
export function ConfirmHost(): ReactNode {
  const question = useStore(questionStore);
  return question === null ? null : (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} onClose={() => question.answer(false)} />
    </Suspense>
  );
}
