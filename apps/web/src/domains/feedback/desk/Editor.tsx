import { Alert, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { inputLabel, type Row } from '@wheelhouse/entities';
import { feedbackMachines } from '@wheelhouse/entities/machines/feedback';
import type { RowOf } from '@wheelhouse/entities/rows';
import { clearErrors } from '../../../entity-ui/form/errors.ts';
import { FieldItems, type FormField } from '../../../entity-ui/form/FieldItems.tsx';
import { emptyBelow, useValues, valuesOf } from '../../../entity-ui/form/values.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { isToDealWith } from '../feedback.override.tsx';
import { useFeedbackTexts } from '../texts.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useOther } from './Notices.tsx';
import { QuickReplies } from './QuickReplies.tsx';
import { Questions } from './Questions.tsx';
import { inputOf, useReply, type Reply, type ReplyStep } from './useReply.ts';
import { useReplyDraft, type ReplyDraft } from './useReplyDraft.ts';

const { inProgress } = feedbackMachines['SM-Feedback'].states;

interface EditorProps {
  readonly row: RowOf<'feedback'>;
  readonly reload: () => void;
}

function useFields(step: ReplyStep): readonly FormField[] {
  const pick = usePick();
  return Object.entries(inputOf(step)).map(([name, field]) => ({
    name,
    field,
    label: pick(inputLabel(name, field)),
    help: field.help === undefined ? undefined : pick(field.help),
    locked: undefined,
    wide: field.kind !== 'dict',
  }));
}

/** The answer to the user, and what is decided with it. Where it cannot be written, the reason. */
export function Editor(props: EditorProps): ReactNode {
  const texts = useFeedbackTexts();
  const dict = useDictLookup();
  const { row } = props;
  if (isToDealWith(row.status)) return <ReplyForm {...props} />;
  const state = dict('FeedbackStatus', row.status)?.name ?? '';
  return (
    <Section title={texts('reply')}>
      <p className="wh-faint">{texts('notOpen', { state })}</p>
    </Section>
  );
}

function Troubles({
  reply,
  draft,
  onRefresh,
  onDiscard,
}: {
  readonly reply: Reply;
  readonly draft: ReplyDraft;
  readonly onRefresh: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const texts = useFeedbackTexts();
  return (
    <>
      {reply.stale ? (
        <Alert
          type="warning"
          showIcon
          className="eu-gap"
          title={texts('changed')}
          action={
            <Button size="small" onClick={onRefresh}>
              {texts('refresh')}
            </Button>
          }
        />
      ) : null}
      {reply.refusal === undefined ? null : <Alert type="error" showIcon className="eu-gap" title={reply.refusal} />}
      {draft.found === null ? null : (
        <Alert
          type="info"
          showIcon
          className="eu-gap"
          title={texts('draftFound', { time: formatInstant(new Date(draft.found.at)) })}
          action={
            <Button size="small" onClick={onDiscard}>
              {texts('discard')}
            </Button>
          }
        />
      )}
    </>
  );
}

/** What the record will be afterwards: only what somebody has taken can be handed on. */
function StepChoice({
  row,
  step,
  onChange,
}: {
  readonly row: EditorProps['row'];
  readonly step: ReplyStep;
  readonly onChange: (step: ReplyStep) => void;
}): ReactNode {
  const texts = useFeedbackTexts();
  if (Number(row.status) !== inProgress) return null;
  const steps = [
    { key: 'reply', label: texts('replied') },
    { key: 'follow', label: texts('followingUp') },
  ] as const;
  return (
    <div className="fb-tools">
      <span className="wh-faint">{texts('after')}</span>
      <Segments<ReplyStep> label={texts('after')} options={steps} value={step} onChange={onChange} />
    </div>
  );
}

/** What is typed and not sent. */
const emptied: Row = { replyContent: null, images: null, internalNote: null, deptCode: null };

/** The form's state: what is written, what is kept of it, and how it is sent. */
function useReplyForm({ row, reload }: EditorProps) {
  const texts = useFeedbackTexts();
  const [form] = Form.useForm<Row>();
  const [step, setStep] = useState<ReplyStep>('reply');
  const draft = useReplyDraft(row.id);
  const reply = useReply(row, form);
  const { replyContent }: Row = useValues(form) ?? {};
  const written = textOf(replyContent);
  const empty = (): void => {
    draft.drop();
    form.setFieldsValue(emptied);
  };
  return {
    form,
    step,
    setStep,
    draft,
    reply,
    written,
    empty,
    insert: (text: string): void => {
      form.setFieldValue('replyContent', written === '' ? text : `${written}\n${text}`);
      draft.keep(valuesOf(form));
    },
    refresh: (): void => {
      reply.forget();
      reload();
    },
    send: async (): Promise<void> => {
      if (!(await reply.send(step))) return;
      notify.success(texts(step === 'reply' ? 'sent' : 'saved'));
      empty();
      reload();
    },
  };
}

function ReplyForm({ row, reload }: EditorProps): ReactNode {
  const texts = useFeedbackTexts();
  const { form, step, setStep, draft, reply, written, empty, insert, refresh, send } = useReplyForm({ row, reload });
  const fields = useFields(step);
  const isOthers = useOther(row) !== undefined;
  const disabled = reply.busy || isOthers;
  const stored: Row = { categoryCode: row.categoryCode, subCode: row.subCode, priority: row.priority };
  return (
    <Section title={texts('reply')}>
      <Troubles reply={reply} draft={draft} onRefresh={refresh} onDiscard={empty} />
      <StepChoice row={row} step={step} onChange={setStep} />
      <QuickReplies written={written} disabled={disabled} onInsert={insert} />
      <Questions disabled={disabled} onInsert={insert} />
      <Form
        form={form}
        layout="vertical"
        className="eu-form"
        initialValues={{ ...stored, ...draft.found?.values }}
        onValuesChange={(changed: object) => {
          clearErrors(form, changed);
          emptyBelow(form, inputOf(step), changed);
          draft.keep(valuesOf(form));
        }}
        onFinish={() => void send()}
      >
        <FieldItems fields={fields} owner="feedback" stored={undefined} disabled={disabled} />
        <div className="fb-send">
          <Button type="primary" disabled={disabled} onClick={() => void send()}>
            {texts(step === 'reply' ? 'send' : 'handOn')}
          </Button>
          {written === '' ? null : <span className="wh-faint">{texts('draftKept')}</span>}
        </div>
      </Form>
    </Section>
  );
}
