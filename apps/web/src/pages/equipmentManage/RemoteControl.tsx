import type { SentCommand } from '@wheelhouse/contract/calls/control';
import { useState, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleControlLog } from '@wheelhouse/entities/vehicles/control-command';
import type { ControlCommandCode } from '@wheelhouse/entities/vehicles/control-commands';
import { Dialogs, useDialogs } from '../../entity-ui/dialogs.tsx';
import { ExportButton } from '../../entity-ui/export/ExportButton.tsx';
import { usePick } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { useVehicleStatus } from '../../overrides/vehicle/useVehicleStatus.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { usePage } from '../../routing/page.ts';
import { PageBody, PageHeader, Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { CommandLogList } from './control/CommandLogList.tsx';
import { CommandPad } from './control/CommandPad.tsx';
import { LiveState } from './control/LiveState.tsx';
import { useControlTexts } from '../../overrides/control/texts.ts';
import { isOver, useCommandLog, type LogCommand } from './control/useCommandLog.ts';
import { useVehicleOfPage, type ChosenVehicle } from './control/vehicle.ts';
import { VehiclePicker } from './control/VehiclePicker.tsx';
import { dialogPart } from '../../ui/part.tsx';
import '../../entity-ui/entity-ui.css';
import './control/control.css';

const SendDialog = dialogPart(() => import('./control/SendDialog.tsx'));
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
          <Desk key={vehicle.id} vehicle={vehicle} />
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

/** Buttons and log of one vehicle. */
function Desk({ vehicle }: { readonly vehicle: ChosenVehicle }): ReactNode {
  const texts = useControlTexts();
  const dialogs = useDialogs();
  const outcome = useOutcome();
  const log = useCommandLog(vehicle.id, outcome.commandEnded);
  const { status } = useVehicleStatus(vehicle.id);
  const [reasonCode, setReasonCode] = useState<string>();
  const busy = log.list?.some((command) => !isOver(command.status)) === true;
  const send = async (code: ControlCommandCode): Promise<void> => {
    const online = status === undefined || status.online === 1;
    const sent = await dialogs.open<SentCommand & { reasonCode: string }>((close) => (
      <SendDialog code={code} vehicle={vehicle} online={online} reasonCode={reasonCode} onClose={close} />
    ));
    if (sent === null) return;
    setReasonCode(sent.reasonCode);
    outcome.expect(sent);
    log.refresh();
  };
  return (
    <>
      <Section title={texts('commands')}>
        <CommandPad blocked={busy ? texts('busy') : undefined} onSend={(code) => void send(code)} />
      </Section>
      <Section title={texts('log')}>
        {log.list === undefined ? (
          <PendingState small error={log.error} onRetry={log.refresh} />
        ) : log.list.length === 0 ? (
          <EmptyState small title={texts('noLog')} />
        ) : (
          <CommandLogList list={log.list} />
        )}
      </Section>
    </>
  );
}
