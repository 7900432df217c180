import type { SentCommand } from '@wheelhouse/contract/calls/control';
import { keysOf, recordOf } from '@wheelhouse/contract/object';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleControlLog } from '@wheelhouse/entities/control/vehicle-control-log';
import {
  controlCommand,
  controlCommands,
  type ControlCommandCode,
} from '@wheelhouse/entities/control/control-commands';
import { Dialogs, useDialogs } from '../../entity-ui/dialogs.tsx';
import { ExportButton } from '../../entity-ui/export/ExportButton.tsx';
import { usePick } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { useVehicleStatus } from '../fleet/useVehicleStatus.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { can } from '../../session/session.ts';
import { usePage } from '../../routing/page.ts';
import { PageBody, PageHeader, Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { CommandLogList } from './CommandLogList.tsx';
import { CommandPad } from './CommandPad.tsx';
import { LiveState } from './LiveState.tsx';
import { useControlTexts } from './texts.ts';
import { isOver, useCommandLog, type LogCommand } from './useCommandLog.ts';
import { useVehicleOfPage, type ChosenVehicle } from './vehicle.ts';
import { VehiclePicker } from './VehiclePicker.tsx';
import { dialogPart } from '../../ui/part.tsx';
import '../../entity-ui/entity-ui.css';
import './control.css';

const SendDialog = dialogPart(() => import('./SendDialog.tsx'));
const entity = plain(vehicleControlLog);

/** Sends control commands to a vehicle and follows what comes of them. */
export default function RemoteControl(): ReactNode {
  return (
    <Dialogs>
      <ControlPage />
    </Dialogs>
  );
}

function ControlPage(): ReactNode {
  const pick = usePick();
  const texts = useControlTexts();
  const page = usePage();
  const vin = page.search.get('vin') ?? '';
  const { vehicle, missing, choose } = useVehicleOfPage(vin, (name) => page.setSearch({ vin: name }));
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <ExportButton entity={entity} data={{ query: vehicle === undefined ? {} : { vehicleId: vehicle.id } }} />
        }
      />
      <div className="rc-columns">
        <div className="rc-left">
          <VehiclePicker chosen={vehicle} onChoose={choose} />
          {vehicle === undefined && missing ? <EmptyState small title={texts('unknownVin', { vin })} /> : null}
          {vehicle === undefined ? null : <StateOf key={vehicle.id} vehicle={vehicle} />}
        </div>
        {vehicle === undefined ? (
          <section className="wh-section rc-nothing">
            <EmptyState title={texts('chooseVehicle')} description={texts('chooseHint')} />
          </section>
        ) : (
          <Desk
            key={vehicle.id}
            vehicle={vehicle}
            wanted={wantedOf(page.search.get('command'))}
            onAsked={() => page.setSearch({ vin }, { replace: true })}
          />
        )}
      </div>
    </PageBody>
  );
}

function StateOf({ vehicle }: { readonly vehicle: ChosenVehicle }): ReactNode {
  return <LiveState vehicle={vehicle} live={useVehicleStatus(vehicle.id)} />;
}

/** Says how a command ended that was sent from here; a quick device may be done before the answer to the sender is. */
function useOutcome(): {
  readonly expect: (sent: SentCommand) => void;
  readonly commandEnded: (command: LogCommand) => void;
} {
  const texts = useControlTexts();
  const dict = useDictLookup();
  const [mine] = useState(() => new Set<string>());
  const [early] = useState(() => new Map<string, LogCommand>());
  const say = (over: LogCommand): void => {
    const command = dict('ControlCommandType', over.command)?.name ?? over.command;
    if (over.status === 3) return notify.success(texts('succeededText', { command }));
    const reason = dict('CommandResult', over.resultCode) ?? dict('CommandStatus', over.status);
    return notify.error(texts('failedBecause', { command, reason: reason?.name ?? '' }));
  };
  return {
    expect: ({ commandId }) => {
      const over = early.get(commandId);
      if (over === undefined) mine.add(commandId);
      else say(over);
    },
    commandEnded: (over) => {
      if (mine.delete(over.commandId)) say(over);
      else early.set(over.commandId, over);
    },
  };
}

/** The command that an address asks for: its dialog opens, and nothing is sent before that is confirmed. */
function wantedOf(code: string | null): ControlCommandCode | undefined {
  const button = controlCommand(code)?.button;
  return button !== null && button !== undefined && can(button) ? (code as ControlCommandCode) : undefined;
}

interface DeskProps {
  readonly vehicle: ChosenVehicle;
  /** Asked for by the address. */
  readonly wanted: ControlCommandCode | undefined;
  /** The dialog is there: the address need not ask again. */
  readonly onAsked: () => void;
}

/** Buttons and log of one vehicle. */
function Desk({ vehicle, wanted, onAsked }: DeskProps): ReactNode {
  const texts = useControlTexts();
  const dialogs = useDialogs();
  const outcome = useOutcome();
  const log = useCommandLog(vehicle.id, outcome.commandEnded);
  const { status } = useVehicleStatus(vehicle.id);
  const [reasonCode, setReasonCode] = useState<string>();
  const busy = log.list?.some((command) => !isOver(command.status)) === true;
  const blocked = busy ? texts('busy') : undefined;
  const send = async (code: ControlCommandCode, again?: LogCommand): Promise<void> => {
    const online = status === undefined || status.online === 1;
    const sent = await dialogs.open<SentCommand & { reasonCode: string }>((close) => (
      <SendDialog
        code={code}
        vehicle={vehicle}
        online={online}
        given={{ ...recordOf(again?.params), remark: again?.remark, reasonCode: again?.reasonCode ?? reasonCode }}
        onClose={close}
      />
    ));
    if (sent === null) return;
    setReasonCode(sent.reasonCode);
    outcome.expect(sent);
    log.refresh();
  };
  const retry = (command: LogCommand): void => {
    const code = keysOf(controlCommands).find((one) => one === command.command);
    if (code !== undefined) void send(code, command);
  };
  const ready = log.list !== undefined && status !== undefined;
  const askFor = useEffectEvent((code: ControlCommandCode) => {
    onAsked();
    if (busy) notify.warning(texts('busy'));
    else void send(code);
  });
  useEffect(() => {
    if (wanted === undefined || !ready) return undefined;
    // The dialog stands over the page, so the page comes first.
    const timer = setTimeout(() => askFor(wanted));
    return () => clearTimeout(timer);
  }, [wanted, ready]);
  return (
    <>
      <Section title={texts('commands')}>
        <CommandPad blocked={blocked} onSend={(code) => void send(code)} />
      </Section>
      <Section title={texts('log')}>
        {log.list === undefined ? (
          <PendingState small error={log.error} onRetry={log.refresh} />
        ) : log.list.length === 0 ? (
          <EmptyState small title={texts('noLog')} />
        ) : (
          <CommandLogList list={log.list} vehicle={vehicle} blocked={blocked} onRetry={retry} />
        )}
      </Section>
    </>
  );
}
