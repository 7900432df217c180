import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { askConfirm } from '../../../lib/confirm.ts';
import { useVehicleStatus } from '../../fleet/useVehicleStatus.ts';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { MasterDetail } from '../../../ui/MasterDetail.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { LiveState } from '../LiveState.tsx';
import type { ChosenVehicle } from '../vehicle.ts';
import { CommandTree } from './CommandTree.tsx';
import { FrameConsole } from './FrameConsole.tsx';
import { useLibrary, type LibraryCommand } from './library.ts';
import { LogControls } from './LogControls.tsx';
import { ParamForm } from './ParamForm.tsx';
import { useDebugTexts } from './texts.ts';
import { countdown, useClock } from './useClock.ts';
import { useDebugSession, type SessionHandle } from './useSession.ts';

/** Start, extend, end; and how long it still lasts. */
function SessionBar({
  session,
  active,
  leftMs,
}: {
  readonly session: SessionHandle;
  readonly active: boolean;
  readonly leftMs: number;
}): ReactNode {
  const texts = useDebugTexts();
  const [workOrderNo, setWorkOrderNo] = useState('');
  const end = async (): Promise<void> => {
    if (await askConfirm({ title: texts('endQuestion'), okText: texts('end') })) await session.close();
  };
  if (!active)
    return (
      <div className="rd-session">
        {session.held === undefined ? null : <StatusTag>{texts('over')}</StatusTag>}
        <Input
          size="small"
          value={workOrderNo}
          maxLength={30}
          placeholder={texts('workOrder')}
          aria-label={texts('workOrder')}
          onChange={(event) => setWorkOrderNo(event.target.value)}
        />
        <Button type="primary" loading={session.opening} onClick={() => void session.open(workOrderNo.trim())}>
          {texts('start')}
        </Button>
        <p className="rc-note">{texts('noSession')}</p>
      </div>
    );
  return (
    <div className="rd-session">
      <StatusTag color="success">{texts('session', { id: session.held?.session.sessionId ?? '' })}</StatusTag>
      <strong className={leftMs < 60_000 ? 'wh-num rc-old' : 'wh-num'} role="timer">
        {texts('left', { time: countdown(leftMs) })}
      </strong>
      <Button size="small" loading={session.opening} onClick={() => void session.open()}>
        {texts('extend')}
      </Button>
      <Button size="small" onClick={() => void end()}>
        {texts('end')}
      </Button>
    </div>
  );
}

/** The debugging terminal of one vehicle. */
export function Terminal({ vehicle }: { readonly vehicle: ChosenVehicle }): ReactNode {
  const texts = useDebugTexts();
  const can = useCan();
  const live = useVehicleStatus(vehicle.id);
  const session = useDebugSession(vehicle.name);
  const library = useLibrary();
  const now = useClock();
  const [command, setCommand] = useState<LibraryCommand>();
  const { held } = session;
  const leftMs = held === undefined ? 0 : Math.max(0, held.session.leftMs - (now - held.at));
  const active = held !== undefined && held.session.closed === 0 && leftMs > 0;
  if (!can('vehicleRemoteDebugging.use')) return <EmptyState title={texts('mayNotUse')} />;
  return (
    <div className="rd-columns">
      <div className="rc-left">
        <LiveState vehicle={vehicle} live={live} />
        <section className="wh-section rd-box" aria-label={texts('start')}>
          <SessionBar session={session} active={active} leftMs={leftMs} />
          {held === undefined ? null : <LogControls held={held} active={active} onSwitch={session.switchLog} />}
        </section>
      </div>
      <div className="rd-main">
        <MasterDetail
          name="debug"
          chosen={command !== undefined}
          onBack={() => setCommand(undefined)}
          master={<CommandTree library={library} chosen={command} onChoose={setCommand} />}
          detail={
            <section className="wh-section rd-box" aria-label={texts('send')}>
              {command === undefined ? (
                <EmptyState small title={texts('choose')} />
              ) : (
                <ParamForm
                  key={command.id}
                  command={command}
                  sessionId={active ? held?.session.sessionId : undefined}
                  vehicleName={vehicle.name}
                  bound={Number(live.status?.['bindStatus'] ?? vehicle.row.bindStatus) === 1}
                  workOrderNo={held?.session.workOrderNo ?? null}
                />
              )}
            </section>
          }
        />
        <Section title={texts('console')} flush>
          <FrameConsole
            library={library.byCode}
            frames={session.frames}
            fileName={`debug-${vehicle.name}.log`}
            onClear={session.clear}
          />
        </Section>
      </div>
    </div>
  );
}
