import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { recordOf } from '@wheelhouse/contract/object';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { closedTo } from '@wheelhouse/entities/in-use';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { otaTask } from '@wheelhouse/entities/ota/ota-task';
import { otaSmall, vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { plain } from '@wheelhouse/entities/registry';
import { transitionOf } from '@wheelhouse/entities/transitions';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { copyOf } from '../../../entity-ui/form/changes.ts';
import { StepBar, StepForm, useStepForm, type FormStep } from '../../../entity-ui/form/StepForm.tsx';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { isEmpty, type EntityRow } from '../../../entity-ui/model.ts';
import { useTitleOf } from '../../../entity-ui/title.ts';
import { useEditedRecord } from '../../../entity-ui/useRecord.tsx';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { Confirm } from './Confirm.tsx';
import { otaTaskFormOverride } from './form.tsx';
import { NoticePreview } from './Notice.tsx';
import { TargetPreview } from './TargetPreview.tsx';
import { useOtaTexts } from './texts.ts';
import { hrefOf, usePage, useTabTitle, useUnsavedGuard } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { EmptyState, LoadingState } from '../../../ui/States.tsx';
import { useStart } from './start.ts';

const entity = plain(otaTask);
const machine = 'SM-OtaTask';
const { draft } = otaMachines[machine].states;

const revOf = ({ rev }: Row): number => Number(rev);
const isIn = ({ status }: Row, state: number): boolean => Number(status) === state;

/** Test tasks and those of a few vehicles go without a review. */
function needsNoReview({ taskType, targetMode, vinFile, vins }: Row): boolean {
  if (Number(taskType) === codes.OtaTaskType.test) return true;
  if (Number(taskType) !== codes.OtaTaskType.single || Number(targetMode) !== codes.OtaTargetMode.vinList) return false;
  return isEmpty(vinFile) && vinsIn(vins).length <= otaSmall;
}

const moveOf = (values: Row): 'submit' | 'submitSmall' => (needsNoReview(values) ? 'submitSmall' : 'submit');

type Name = keyof (typeof otaTask)['fields'];

const steps: readonly FormStep<Name>[] = [
  { label: { zh: '基本', en: 'Basics' }, from: 'name', aside: NoticePreview },
  { label: { zh: '目标', en: 'Target' }, from: 'targetMode', aside: TargetPreview },
  { label: { zh: '策略', en: 'Strategy' }, from: 'upgradeMode' },
  { label: { zh: '确认', en: 'Confirm' }, content: Confirm, aside: NoticePreview },
];
const strategyStep = 2;

/** A new task, or one that is edited: a draft as a whole, one that waits or is paused in part. */
export default function OtaTaskForm(): ReactNode {
  return (
    <Dialogs>
      <Body />
    </Dialogs>
  );
}

function Body(): ReactNode {
  const page = usePage();
  const texts = useOtaTexts();
  const isEdit = page.route.name === 'taskUpdate';
  const source = isEdit ? page.id : (page.search.get('copy') ?? undefined);
  const { row, instead } = useEditedRecord(entity, source);
  const start = useStart(!isEdit && source === undefined);
  if ((isEdit || source !== undefined) && row === undefined) return <PageBody>{instead}</PageBody>;
  if (start === undefined)
    return (
      <PageBody>
        <LoadingState />
      </PageBody>
    );
  const closed = isEdit && row !== undefined ? closedTo(entity, 'editable', row) : undefined;
  if (closed !== undefined && row !== undefined)
    return (
      <PageBody>
        <ClosedTask row={row} reason={closed.reason} title={texts('closed')} />
      </PageBody>
    );
  return (
    <TaskForm
      // Another address starts another task: the tab is the same, and what it presets is read once.
      key={row?.id ?? page.search.toString()}
      stored={isEdit ? row : undefined}
      preset={isEdit || row === undefined ? start : { ...start, ...copyOf(entity, row) }}
    />
  );
}

function ClosedTask({
  row,
  reason,
  title,
}: {
  readonly row: EntityRow;
  readonly reason: { readonly zh: string; readonly en: string } | undefined;
  readonly title: string;
}): ReactNode {
  const pick = usePick();
  const texts = useOtaTexts();
  return (
    <EmptyState
      title={title}
      description={reason && pick(reason)}
      action={<LinkButton to={hrefOf('otaTaskQuery', { id: row.id })}>{texts('toMonitor')}</LinkButton>}
    />
  );
}

/** What sending a task for its review is: small ones need none. */
function useSubmit(): {
  readonly may: boolean;
  readonly labelOf: (values: Row) => string;
  readonly submit: (row: EntityRow) => Promise<string | undefined>;
} {
  const can = useCan();
  const texts = useOtaTexts();
  const pick = usePick();
  return {
    may: can('taskList.edit'),
    labelOf: (values) => pick(transitionOf(machine, moveOf(values)).label),
    submit: async (row) => {
      const action = moveOf(row);
      try {
        await call('/ps/crm/otaTask/transition', { id: row.id, rev: revOf(row), action });
        notify.success(texts(action === 'submitSmall' ? 'submittedSmall' : 'submitted'));
        void invalidate('/ps/crm/otaTask');
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
  };
}

function TaskForm({ stored, preset }: { readonly stored: EntityRow | undefined; readonly preset: Row }): ReactNode {
  const t = useT();
  const texts = useOtaTexts();
  const pick = usePick();
  const titleOf = useTitleOf();
  const page = usePage();
  const isDraft = stored === undefined || isIn(stored, draft);
  const leave = (id: string): void => void page.close({ to: hrefOf('otaTaskQuery', { id }), discard: true });
  const handle = useStepForm({
    entity,
    override: otaTaskFormOverride,
    stored,
    preset,
    steps,
    start: isDraft ? 0 : strategyStep,
    onSaved: ({ id }) => leave(id),
  });
  useUnsavedGuard(handle.dirty);
  useTabTitle(stored === undefined ? null : `${t('edit')} ${titleOf(entity, stored)}`);
  const { may, labelOf, submit } = useSubmit();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    // What is kept is a draft, also when the review is refused.
    const row = await handle.keep();
    const refusal = row && (await submit(row));
    setBusy(false);
    if (row !== undefined && refusal === undefined) leave(row.id);
    else if (refusal !== undefined) handle.refuse(refusal);
  };
  const values: unknown = Form.useWatch((all: Row) => all, { form: handle.form, preserve: true });
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        extra={stored === undefined ? undefined : <span className="wh-faint wh-num">{titleOf(entity, stored)}</span>}
        description={isDraft ? undefined : texts('reviewedAgain')}
      />
      <StepForm handle={handle} />
      <StepBar
        handle={handle}
        saveLabel={isDraft ? texts('saveDraft') : t('save')}
        submit={isDraft && may ? { label: labelOf(recordOf(values)), busy, run: () => void send() } : undefined}
        onCancel={() => void page.close({ to: hrefOf('taskList') })}
      />
    </PageBody>
  );
}
