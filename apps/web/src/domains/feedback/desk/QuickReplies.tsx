import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { quickReply } from '@wheelhouse/entities/feedback/quick-reply';
import { useCall } from '../../../api/query.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useDict } from '../../../reference/reference.ts';
import { useFeedbackTexts } from '../texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/inputs/Select.tsx';
import { dialogPart } from '../../../ui/part.tsx';

const EntityDrawer = dialogPart(() => import('../../../entity-ui/list/EntityDrawer.tsx'));
const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const entity = plain(quickReply);
const most = 200;

interface QuickRepliesProps {
  /** What is written so far: it can be kept as a quick reply. */
  readonly written: string;
  readonly disabled: boolean;
  readonly onInsert: (text: string) => void;
}

/** Texts for replies: the common ones, those that colleagues share, and the user's own. */
export function QuickReplies({ written, disabled, onInsert }: QuickRepliesProps): ReactNode {
  const texts = useFeedbackTexts();
  const dialogs = useDialogs();
  const common = useDict('QuickReply');
  const { data, refetch } = useCall('/cs/crm/quickReply/list', { page: 1, pageSize: most }, { inlineErrors: true });
  const kept = data?.list ?? [];
  const of = (shared: 0 | 1) =>
    kept.filter((one) => Number(one.shared) === shared).map((one) => ({ value: `own-${one.id}`, label: one.title }));
  const groups = [
    { label: texts('own'), options: of(0) },
    { label: texts('shared'), options: of(1) },
    { label: texts('common'), options: common.map(({ code, name }) => ({ value: `common-${code}`, label: name })) },
  ].filter(({ options }) => options.length > 0);
  const insert = (value: string): void => {
    const own = kept.find(({ id }) => value === `own-${id}`);
    const text = own?.content ?? common.find(({ code }) => value === `common-${code}`)?.name;
    if (typeof text === 'string') onInsert(text);
  };
  const add = async (): Promise<void> => {
    await dialogs.open((close) => (
      <FormDialog entity={entity} preset={{ content: written }} onClose={() => close(null)} />
    ));
    void refetch();
  };
  const manage = async (): Promise<void> => {
    await dialogs.open((close) => (
      <EntityDrawer entity={entity} title={texts('manageQuick')} onClose={() => close(null)} />
    ));
    void refetch();
  };
  return (
    <div className="fb-tools">
      <Select<string>
        className="fb-quick"
        aria-label={texts('quick')}
        placeholder={texts('quick')}
        options={groups}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        onSelect={insert}
      />
      <Button size="small" disabled={disabled || written.trim().length < 5} onClick={() => void add()}>
        {texts('keepQuick')}
      </Button>
      <Button size="small" onClick={() => void manage()}>
        {texts('manageQuick')}
      </Button>
    </div>
  );
}
