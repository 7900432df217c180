import { Alert, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { isLiveRaffle, raffleActivity } from '@wheelhouse/entities/events/raffle-activity';
import { closedTo } from '@wheelhouse/entities/in-use';
import { plain } from '@wheelhouse/entities/registry';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { copyOf } from '../../../entity-ui/form/changes.ts';
import { useAtRisk } from '../../../entity-ui/form/DraftState.tsx';
import { StepBar, StepForm, useStepForm, type FormStep } from '../../../entity-ui/form/StepForm.tsx';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import type { EntityRow } from '../../../entity-ui/model.ts';
import { useTitleOf } from '../../../entity-ui/title.ts';
import { useEditedRecord } from '../../../entity-ui/useRecord.tsx';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { hrefOf, usePage, useTabTitle, useUnsavedGuard } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { part } from '../../../ui/part.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { raffleFormOverride } from './form.tsx';
import { useRaffleTexts } from './texts.ts';

const entity = plain(raffleActivity);
const Preview = part(() => import('./RafflePreview.tsx'));
const { arScan, arPlace } = codes.RaffleType;

type Name = keyof typeof raffleActivity.fields;

/** What is recognised is asked of events that are scanned alone, the reason of a change of those that are approved. */
function stepsOf(type: unknown, isLive: boolean): readonly FormStep<Name>[] {
  const isAr = Number(type) === arScan || Number(type) === arPlace;
  return [
    { label: { zh: '活动', en: 'Event' }, from: 'name', aside: Preview },
    ...(isAr ? [{ label: { zh: 'AR内容', en: 'AR content' }, from: 'arMode' as const, aside: Preview }] : []),
    { label: { zh: '参与条件', en: 'Who takes part' }, from: 'audienceType', aside: Preview },
    // The pool takes the width of the page.
    { label: { zh: '抽奖', en: 'Draw' }, from: 'freeTimesPerDay' },
    { label: { zh: '分享', en: 'Sharing' }, from: 'shareTitle', aside: Preview },
    ...(isLive ? [{ label: { zh: '变更原因', en: 'Reason' }, from: 'changeReason' as const, aside: Preview }] : []),
  ];
}

/** A new event, or one that is edited: a draft as a whole, one that is approved in part and with a second person. */
export default function RaffleForm(): ReactNode {
  return (
    <Dialogs>
      <Body />
    </Dialogs>
  );
}

function Body(): ReactNode {
  const page = usePage();
  const texts = useRaffleTexts();
  const pick = usePick();
  const isEdit = page.route.kind === 'edit';
  const source = isEdit ? page.id : (page.search.get('copy') ?? undefined);
  const { row, instead } = useEditedRecord(entity, source);
  if (source !== undefined && row === undefined) return <PageBody>{instead}</PageBody>;
  const closed = isEdit && row !== undefined ? closedTo(entity, 'editable', row) : undefined;
  if (closed !== undefined && row !== undefined)
    return (
      <PageBody>
        <EmptyState
          title={texts('closed')}
          description={closed.reason && pick(closed.reason)}
          action={<LinkButton to={hrefOf('AReventManageDetail', { id: row.id })}>{texts('toDetail')}</LinkButton>}
        />
      </PageBody>
    );
  return (
    <EventForm
      // Another address starts another event: the tab is the same, and what it presets is read once.
      key={row?.id ?? 'new'}
      // Each change has a reason of its own.
      stored={isEdit && row !== undefined ? { ...row, changeReason: null } : undefined}
      preset={isEdit || row === undefined ? undefined : { ...copyOf(entity, row), changeReason: null }}
    />
  );
}

async function submit({ id, rev }: EntityRow): Promise<string | undefined> {
  try {
    await call('/act/crm/raffleActivity/transition', { id, rev: Number(rev), action: 'submit' });
    void invalidate('/act/crm/raffleActivity');
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

interface EventFormProps {
  readonly stored: EntityRow | undefined;
  readonly preset: Row | undefined;
}

function EventForm({ stored, preset }: EventFormProps): ReactNode {
  const t = useT();
  const texts = useRaffleTexts();
  const pick = usePick();
  const can = useCan();
  const titleOf = useTitleOf();
  const page = usePage();
  const isLive = stored !== undefined && isLiveRaffle(stored);
  const { activityType: begun = codes.RaffleType.plain } = stored ?? preset ?? {};
  const [type, setType] = useState(begun);
  const leave = (id: string): void =>
    void page.close({ to: hrefOf('AReventManageDetail', { id: stored?.id ?? id }), discard: true });
  const handle = useStepForm({
    entity,
    override: raffleFormOverride,
    stored,
    preset,
    steps: stepsOf(type, isLive),
    onSaved: ({ id }) => leave(id),
  });
  const chosen: unknown = Form.useWatch('activityType', { form: handle.form, preserve: true });
  if (chosen !== undefined && chosen !== type) setType(chosen);
  useUnsavedGuard(useAtRisk(handle));
  useTabTitle(stored === undefined ? null : `${t('edit')} ${titleOf(entity, stored)}`);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    // What is kept is a draft, also when the review is refused.
    const row = await handle.keep();
    const refusal = row && (await submit(row));
    setBusy(false);
    if (row !== undefined && refusal === undefined) {
      notify.success(texts('submitted'));
      leave(row.id);
    } else if (refusal !== undefined) handle.refuse(refusal);
  };
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        extra={stored === undefined ? undefined : <span className="wh-faint wh-num">{titleOf(entity, stored)}</span>}
      />
      {isLive ? <Alert type="warning" showIcon title={texts('liveTitle')} description={texts('liveSays')} /> : null}
      <StepForm handle={handle} />
      <StepBar
        handle={handle}
        saveLabel={texts(isLive ? 'askChange' : 'saveDraft')}
        submit={
          !isLive && can('AReventManage.edit') ? { label: texts('submit'), busy, run: () => void send() } : undefined
        }
        onCancel={() => void page.close({ to: hrefOf('AReventManage') })}
      />
    </PageBody>
  );
}
