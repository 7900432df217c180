import { formatInstant, parseInstant } from '@wheelhouse/contract/time';
import type { ReactNode } from 'react';
import { useListed } from '../../i18n/lang.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormTexts } from './texts.ts';
import type { AutosaveState } from './autosave.ts';
import type { EntityFormHandle } from './useEntityForm.tsx';

const none = createStore<AutosaveState | undefined>(undefined);

const timeOf = (time: string | undefined): string => time?.slice(11) ?? '';

const dayOf = (time: string | undefined): string => {
  const at = time === undefined ? undefined : parseInstant(time);
  const today = formatInstant(new Date()).slice(0, 10);
  return at === undefined || time === undefined || time.startsWith(today) ? timeOf(time) : time.slice(0, 16);
};

/** Whether what is typed is kept by the server, beside the buttons of a form that is a page. */
export function DraftState({ handle }: { readonly handle: EntityFormHandle }): ReactNode {
  const texts = useFormTexts();
  const list = useListed();
  const { autosave, others } = handle.draft;
  const state = useStore<AutosaveState | undefined>(autosave?.state ?? none);
  if (state === undefined) return null;
  const names = others.flatMap(({ operatorName }) => (operatorName === null ? [] : [operatorName]));
  return (
    <span className="eu-draft-state wh-faint" role="status" data-step={state.step}>
      {state.step === 'saving' ? texts('draftSaving') : null}
      {state.step === 'saved' ? texts('draftSaved', { time: dayOf(state.time) }) : null}
      {state.step === 'failed' ? texts('draftFailed', { reason: state.reason ?? '' }) : null}
      {state.step === 'offered' && handle.dirty ? texts('draftWaits') : null}
      {state.step === 'elsewhere' ? (
        <>
          {texts('draftElsewhere', { time: dayOf(state.theirs?.time) })}
          <Button size="small" onClick={() => void handle.compareDrafts()}>
            {texts('draftCompare')}
          </Button>
        </>
      ) : null}
      {names.length > 0 ? (
        <span className="eu-draft-others">{texts('draftOthers', { names: list(names) })}</span>
      ) : null}
    </span>
  );
}

/** Whether leaving a form would lose what was typed: nothing keeps it yet. */
export function useAtRisk({ dirty, draft }: EntityFormHandle): boolean {
  const state = useStore<AutosaveState | undefined>(draft.autosave?.state ?? none);
  return dirty && state?.step !== 'saved';
}
