import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { controlCommand, type CommandStep } from '@wheelhouse/entities/control/control-commands';
import { useAction } from '../../api/query.ts';
import { refName, textOf } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { askConfirm } from '../../lib/confirm.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { StatusTag, TimeAgo } from '../../ui/Values.tsx';
import { clockText } from './clock.ts';
import { useControlTexts, type ControlTextKey } from './texts.ts';
import { isOver, type LogCommand } from './useCommandLog.ts';
import { Button } from '../../ui/Button.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { Advice } from './Advice.tsx';
import type { ChosenVehicle } from './vehicle.ts';

const stepTexts: Readonly<Record<CommandStep['step'], ControlTextKey>> = {
  queued: 'queued',
  query: 'asked',
  queryAnswer: 'queryAnswer',
  queryLost: 'queryLost',
  sent: 'sent',
  received: 'received',
  executing: 'executing',
  succeeded: 'succeeded',
  failed: 'failed',
  rejected: 'rejected',
  timeout: 'timeout',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** D:CommandStatus: it succeeded; it was not answered in time, or did not go out in time. */
const succeeded = 3;
const silent: readonly number[] = [5, 7];

type Mark = 'done' | 'now' | 'ahead' | 'bad';

/** Queued, sent, acknowledged, result: where a command is on its way. */
function Progress({ command }: { readonly command: LogCommand }): ReactNode {
  const texts = useControlTexts();
  const timeOf = (...names: readonly CommandStep['step'][]): number | undefined =>
    command.steps.find((step) => names.includes(step.step))?.at;
  const { status } = command;
  const over = isOver(status);
  const end = over ? command.steps.findLast((step) => step.step !== 'queryAnswer')?.at : undefined;
  const stage = (at: number | undefined, reached: boolean): Mark =>
    at !== undefined ? 'done' : !over && reached ? 'now' : 'ahead';
  const sentAt = timeOf('sent');
  const ackAt = timeOf('received', 'executing', 'succeeded');
  const stages: readonly { name: ControlTextKey; at: number | undefined; mark: Mark }[] = [
    { name: 'queued', at: timeOf('queued'), mark: 'done' },
    { name: 'sent', at: sentAt, mark: stage(sentAt, status === 0) },
    { name: 'received', at: ackAt, mark: stage(ackAt, status === 1) },
    { name: 'result', at: end, mark: over ? (status === 3 ? 'done' : 'bad') : status === 2 ? 'now' : 'ahead' },
  ];
  return (
    <ol className="rc-progress">
      {stages.map(({ name, at, mark }) => (
        <li key={name} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span className="rc-step-name">{texts(name)}</span>
          <span className="wh-num rc-step-time">{at === undefined ? '' : clockText(at)}</span>
        </li>
      ))}
    </ol>
  );
}

function Steps({ steps }: { readonly steps: readonly CommandStep[] }): ReactNode {
  const texts = useControlTexts();
  return (
    <details className="rc-steps">
      <summary>{texts('steps')}</summary>
      <Timeline>
        {steps.map((step, n) => (
          <TimelineEntry
            // oxlint-disable-next-line react/no-array-index-key -- steps are only ever appended
            key={n}
            title={texts(stepTexts[step.step])}
            tags={
              <>
                {step.code === undefined ? null : <span className="wh-num">#{step.code}</span>}
                {step.late === true ? <StatusTag color="warning">{texts('late')}</StatusTag> : null}
              </>
            }
            time={<time className="wh-num">{clockText(step.at)}</time>}
          >
            {step.data === undefined ? null : <code>{JSON.stringify(step.data)}</code>}
          </TimelineEntry>
        ))}
      </Timeline>
    </details>
  );
}

/** Parameters with their labels. */
function Params({ command }: { readonly command: LogCommand }): ReactNode {
  const pick = usePick();
  const params = command.params;
  if (typeof params !== 'object' || params === null) return null;
  const input = controlCommand(command.command)?.input ?? {};
  return Object.entries(params).map(([name, value]) => (
    <span key={name} className="wh-num wh-faint">
      {input[name]?.label === undefined ? name : pick(input[name].label)} {textOf(value)}
    </span>
  ));
}

function Hint({ command }: { readonly command: LogCommand }): ReactNode {
  const texts = useControlTexts();
  const dict = useDictLookup();
  const until = textOf(command.cacheUntil);
  if (command.status === 0 && command.checking === true) return <p className="rc-hint">{texts('checking')}</p>;
  if (command.status === 0 && until !== '') return <p className="rc-hint">{texts('waiting', { time: until })}</p>;
  if (!isOver(command.status) || command.status === 3) return null;
  const reason = dict('CommandResult', command.resultCode)?.name;
  return reason === undefined ? null : (
    <p className="rc-hint rc-bad">
      {texts('failed')}: {reason}
    </p>
  );
}

interface Retrying {
  /** Why no command can be sent now. */
  readonly blocked: string | undefined;
  /** Sends it again, after the same questions. */
  readonly onRetry: (command: LogCommand) => void;
}

/** The way to send a command again that came to nothing, for those who may send it. */
function RetryButton({ command, blocked, onRetry }: Retrying & { readonly command: LogCommand }): ReactNode {
  const t = useT();
  const can = useCan();
  const button = controlCommand(command.command)?.button ?? null;
  if (!isOver(command.status) || command.status === succeeded || button === null || !can(button)) return null;
  return blocked === undefined ? (
    <Button size="small" icon={<ReloadOutlined />} onClick={() => onRetry(command)}>
      {t('retry')}
    </Button>
  ) : (
    <ReasonButton size="small" icon={<ReloadOutlined />} reason={blocked}>
      {t('retry')}
    </ReasonButton>
  );
}

function Entry({
  command,
  newest,
  vehicle,
  ...retrying
}: Retrying & {
  readonly command: LogCommand;
  /** The last one sent: what helps now is said with it. */
  readonly newest: boolean;
  readonly vehicle: ChosenVehicle;
}): ReactNode {
  const texts = useControlTexts();
  const dict = useDictLookup();
  const can = useCan();
  const name = dict('ControlCommandType', command.command)?.name ?? command.command;
  const state = dict('CommandStatus', command.status);
  const cancel = useAction('/veh/crm/control/cancel', { invalidates: ['/veh/crm/control'] });
  const source = Number(command.source);
  const who = refName(command, 'operatorId') ?? texts(source === 2 ? 'app' : 'system');
  const withdraw = async (): Promise<void> => {
    if (await askConfirm({ title: texts('cancelQuestion', { command: name }), okText: texts('cancelCommand') }))
      cancel.mutate({ commandId: command.commandId });
  };
  return (
    <TimelineEntry
      title={name}
      tags={
        <>
          <Params command={command} />
          <span className="rc-entry-state" role="status">
            <StatusTag color={state?.color}>{state?.name ?? command.status}</StatusTag>
            {command.late === 1 ? <StatusTag color="warning">{texts('late')}</StatusTag> : null}
          </span>
        </>
      }
      tone={state?.color}
    >
      <Progress command={command} />
      <Hint command={command} />
      {newest && silent.includes(command.status) ? <Advice vehicle={vehicle} /> : null}
      <div className="rc-entry-foot">
        <span className="wh-faint">
          {who} · <TimeAgo value={textOf(command.createTime)} />
          {' · '}
          {dict('ControlReason', textOf(command.reasonCode))?.name ?? ''} {textOf(command.remark)}
        </span>
        <RetryButton command={command} {...retrying} />
        {command.status === 0 && can('remoteControl.cancel') ? (
          <Button size="small" loading={cancel.isPending} onClick={() => void withdraw()}>
            {texts('cancelCommand')}
          </Button>
        ) : null}
      </div>
      <Steps steps={command.steps} />
    </TimelineEntry>
  );
}

/** The vehicle's newest commands with where each is on its way. */
export function CommandLogList({
  list,
  ...rest
}: Retrying & { readonly list: readonly LogCommand[]; readonly vehicle: ChosenVehicle }): ReactNode {
  const texts = useControlTexts();
  return (
    <Timeline label={texts('log')}>
      {list.map((command, at) => (
        <Entry key={command.id} command={command} newest={at === 0} {...rest} />
      ))}
    </Timeline>
  );
}
