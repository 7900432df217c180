import type { ReactNode } from 'react';
import { commonMachines } from '@wheelhouse/entities/machines/common';
import { useCall } from '../../../api/query.ts';
import { useFeedbackTexts } from '../texts.ts';
import { useCan } from '../../../session/session.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

const { onShelf } = commonMachines['SM-Shelf'].states;
const most = 200;

interface QuestionsProps {
  readonly disabled: boolean;
  readonly onInsert: (text: string) => void;
}

/** Questions that the app shows: the reply names the chosen one by its title, as the app has no address for a single question. */
export function Questions({ disabled, onInsert }: QuestionsProps): ReactNode {
  const texts = useFeedbackTexts();
  const can = useCan();
  const allowed = can('commonProblemManage.query');
  const { data } = useCall(
    '/ps/crm/faq/list',
    { page: 1, pageSize: most, query: { shelfStatus: onShelf } },
    { enabled: allowed, inlineErrors: true },
  );
  if (!allowed) return null;
  const questions = data?.list ?? [];
  const insert = (chosen: string): void => {
    const question = questions.find(({ id }) => id === chosen)?.question;
    if (question !== undefined) onInsert(texts('seeQuestion', { question }));
  };
  return (
    <div className="fb-tools">
      <Select<string>
        className="fb-quick"
        aria-label={texts('question')}
        placeholder={texts('question')}
        options={questions.map(({ id, question }) => ({ value: id, label: question }))}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        onSelect={insert}
      />
    </div>
  );
}
